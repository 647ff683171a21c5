"""Options of hands that are written as another site's text: what is said of them, and whose rules they follow."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from histparse import export
from histparse.api.outgoing import Write, formats, writing
from histparse.cli.option_sets import OptionSet
from histparse.cli.usage_error import UsageError, refusing
from histparse.export.missing_details import Given
from histparse.model.plain import quoted
from histparse.stats import StatisticsError
from histparse.stats.moments import moment

DAY = len("2024-01-31")
NOON = timedelta(hours=12)
"""The time of a day without one: the same day in most zones."""
CURRENCY = re.compile(r"[A-Z]{3}|PLAY")


@dataclass(frozen=True)
class Converting(OptionSet):
    """What is said of the hands, and whose rules they follow."""

    currency: Annotated[
        str | None,
        typer.Option(
            help="For the text of a site: call all amounts of money this: EUR, or play. They are kept, only their sign "
            "is another; nothing is converted at a rate.",
            metavar="CODE",
        ),
    ] = None
    date: Annotated[
        str | None,
        typer.Option(
            help="For the text of a site: when hands were played that do not say so: a day, or a time (UTC).",
            metavar="DAY",
        ),
    ] = None
    table_seats: Annotated[
        int | None,
        typer.Option(
            "--table-seats", help="For the text of a site: the size of tables of hands that do not say so.", min=2
        ),
    ] = None
    keep: Annotated[
        bool,
        typer.Option(
            "--keep",
            help="For the text of a site: write hands by the rules they were played by, also those that this site's "
            "rules forbid. `histparse check --house` with the name of their own site judges the file.",
        ),
    ] = False

    @property
    def named(self) -> list[str]:
        """The options given, as they are written."""
        given = (field.name for field in fields(self) if getattr(self, field.name) != field.default)
        return [f"--{name.replace('_', '-')}" for name in given]

    def writing(self, name: str) -> Write:
        """What writes that format. Raises HistparseError for an unknown name, or for options it has no use for."""
        if self.named and name in formats() and name not in export.sites():
            sites = ", ".join(export.sites())
            raise UsageError(f"{self.named[0]} is for the text of a site ({sites}): {name} has the hands as they are")
        return writing(name, self.given(), keep=self.keep)

    def given(self) -> Given:
        """What is said of the hands. Raises UsageError for what is no currency, or no day."""
        currency = None if self.currency is None else _code(self.currency)
        return Given(currency, None if self.date is None else _moment(self.date), self.table_seats)


def _code(currency: str) -> str:
    code = currency.upper()
    if not CURRENCY.fullmatch(code):
        raise UsageError(f"{quoted(currency)} is not a currency: write its code, like EUR, or play")
    return "play" if code == "PLAY" else code


def _moment(text: str) -> datetime:
    with refusing(StatisticsError):
        begins = moment(text, "UTC").replace(tzinfo=UTC)
    return begins + NOON if len(text) <= DAY else begins
