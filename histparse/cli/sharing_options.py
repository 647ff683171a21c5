"""Options of what is written for others: texts of other sites, and the secret of pseudonyms."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

import typer

from histparse import Given
from histparse.api.converting import parse_given, tables
from histparse.api.hand_formats import NUMBERS_NAMED, Write, Written, find_writer, formats, text_sites
from histparse.cli.command_group import OptionSet
from histparse.cli.printing import is_verbose, print_error, print_remark
from histparse.model.errors import HistparseError

Table = Annotated[
    str, typer.Option(help="The table whose rows csv and parquet have: see docs/tables.md.", autocompletion=tables)
]


@dataclass(frozen=True)
class Converting(OptionSet):
    """Options of a conversion: facts to add to the hands, and the house whose rules they follow."""

    currency: Annotated[
        str | None,
        typer.Option(
            help="For the text of a site: write all amounts of money in this currency: EUR, or play. Only the sign "
            "changes; nothing is converted.",
            metavar="CODE",
        ),
    ] = None
    date: Annotated[
        str | None,
        typer.Option(
            help="For the text of a site: the day, or time (UTC), of hands that do not say when they were played.",
            metavar="DAY",
        ),
    ] = None
    table_seats: Annotated[
        int | None,
        typer.Option(
            "--table-seats", help="For the text of a site: the size of the table, for hands that do not say it.", min=2
        ),
    ] = None
    keep: Annotated[
        bool,
        typer.Option(
            "--keep",
            help="For the text of a site: also write hands that its rules forbid, all by the rules they were played "
            "by. `histparse check --house` with the name of their own site judges the file.",
        ),
    ] = False

    @property
    def named_options(self) -> list[str]:
        """The options given, as they are written."""
        names = (field.name for field in fields(self) if getattr(self, field.name) != field.default)
        return [f"--{name.replace('_', '-')}" for name in names]

    def choose_writer(self, name: str) -> Write:
        """Return the writer of that format. Raises HistparseError for an unknown name or unsuitable options."""
        if self.named_options and name in formats() and name not in text_sites():
            sites = ", ".join(text_sites())
            raise HistparseError(
                f"{self.named_options[0]} is for the text of a site ({sites}): {name} keeps hands as they are"
            )
        return find_writer(name, self.read_given(), keep=self.keep)

    def read_given(self) -> Given:
        """Read what hands do not say themselves. Raises HistparseError for a wrong currency or day."""
        return parse_given(self.currency, self.date, self.table_seats)


def print_left_out_hands(writing: Written) -> None:
    """Say which hands the format could not carry."""
    for reason in writing.reasons(None if is_verbose() else NUMBERS_NAMED, argument="--{}"):
        print_error(reason)


SaltFile = Annotated[
    Path | None,
    typer.Option(
        help="Keep the secret of pseudonyms in this file, so that a player gets the same one again.", metavar="FILE"
    ),
]


def remark_on_salt(salt_file: Path | None, *, is_new: bool) -> None:
    """Say whether the secret of pseudonyms is kept, and that it is one."""
    if salt_file is None:
        print_remark("The salt is forgotten: with --salt-file FILE the same players get the same pseudonyms next time.")
    elif is_new:
        print_remark(f"The salt is new, in {salt_file}: whoever has that file can find out the names. Do not share it.")
