"""`histparse anonymise`: the same hands under pseudonyms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from histparse import flow
from histparse.cli.input_files import InputFiles
from histparse.cli.inputs import Paths, Site, Tally, known, results
from histparse.cli.new_file import Output, created
from histparse.cli.output import is_stdout
from histparse.cli.overwriting import Force
from histparse.cli.sole_site import SoleSite
from histparse.cli.usage_error import UsageError, refusing
from histparse.cli.verbosity import remark
from histparse.cli.words import say
from histparse.judging.hand_result import HandResult
from histparse.model.plain import count
from histparse.parsing.parser import parse_hand
from histparse.privacy.masked import Wishes
from histparse.privacy.pseudonyms import Pseudonyms
from histparse.privacy.rewriting import Rewritten, rewritten
from histparse.privacy.salt import SaltError, keep_salt, new_salt, read_salt
from histparse.privacy.telling import Telling
from histparse.reader import STDIN

NEEDS_ARGUMENTS = True
MOST = 10
"""How many warnings of a kind are printed."""


class Chat(StrEnum):
    """What becomes of the chat."""

    DROP = "drop"
    MASK = "mask"


class Ids(StrEnum):
    """What becomes of numbers and of the names of tables."""

    MAP = "map"
    KEEP = "keep"


def run(  # noqa: PLR0917 - one parameter per option
    paths: Paths,
    output: Output,
    salt_file: Annotated[
        Path | None,
        typer.Option(help="Where the secret is kept by which names become the same pseudonyms again.", metavar="FILE"),
    ] = None,
    keep: Annotated[
        list[str], typer.Option("--keep", help="A player who keeps their name; may be repeated.", metavar="PLAYER")
    ] = [],  # noqa: B006 - typer copies it
    keep_hero: Annotated[bool, typer.Option("--keep-hero", help="All heroes keep their names.")] = False,
    chat: Annotated[Chat, typer.Option(help="Drop its lines, or mask what they say: who chatted remains.")] = Chat.DROP,
    ids: Annotated[
        Ids, typer.Option(help="Map numbers of hands and tournaments and names of tables, or keep them.")
    ] = Ids.MAP,
    shift: Annotated[bool, typer.Option("--shift", help="Move all times by the same secret number of weeks.")] = False,
    site: Site = None,
    force: Force = False,
) -> int:
    """Write hands under pseudonyms: the same play, the same findings and statistics, and no name of a player.

    Chat, remarks and unknown lines lose their words. A hand that would not read as the same one is left out, and so are
    other games. Warnings say what still tells who played; anybody who was at the table knows the cards.

    Pseudonyms depend on a secret drawn at random. It is forgotten, or kept in the salt file: made if there is none, and
    then used for all that belongs together. Who has that file can find out the names.

    **Examples**

    - `histparse anonymise session.txt -o shared.txt`
    - `histparse anonymise histories/ --salt-file own.salt --keep-hero --shift -o shared.txt`
    """
    with refusing(SaltError):
        known_salt = read_salt(salt_file) if salt_file else None
    salt = known_salt or new_salt()
    only, wishes = known(site), Wishes(ids is Ids.MAP, shift, chat is Chat.DROP)
    with InputFiles(paths) as inputs:
        kept = {*keep, *(_heroes(inputs, only) if keep_hero else ())}
        work = _Work(Pseudonyms(salt, kept), wishes)
        with created(output, force=force, read=inputs.found) as out, refusing(SaltError):
            step = lambda file: flow.cut(file, only)  # noqa: E731 - it is passed on
            work.write(results(inputs, step, "Anonymising", Tally(), printing=is_stdout(output)), out)
            if salt_file and known_salt is None:
                keep_salt(salt, salt_file)
    work.warn()
    _say_what_became_of(salt_file, is_new=known_salt is None)
    return 0


def _say_what_became_of(salt_file: Path | None, *, is_new: bool) -> None:
    if salt_file is None:
        remark("The salt is forgotten: with --salt-file FILE the same players get the same pseudonyms next time.")
    elif is_new:
        remark(f"The salt is new, in {salt_file}: who has that file can find out the names. Do not share it.")


def _heroes(inputs: InputFiles, site: str | None) -> set[str]:
    """The heroes of all hands: one may be another player in other files."""
    if STDIN in inputs.found:
        raise UsageError(
            "--keep-hero reads everything twice, which standard input cannot be: name the hero with --keep"
        )
    read = results(inputs, lambda file: flow.read(file, site), "Looking for heroes", Tally())
    return {result.hand.hero for result in read if result.hand and result.hand.hero}


class _Work:
    """The hands written so far, and what there is to say about them."""

    def __init__(self, names: Pseudonyms, wishes: Wishes) -> None:
        self._names, self._wishes = names, wishes
        self._telling, self._sole = Telling(), SoleSite()
        self._left_out: Counter[str] = Counter()
        self._first: dict[str, str] = {}
        self._written = 0

    def write(self, found: Iterator[HandResult], out: BinaryIO) -> None:
        """Write the hands. Raises UsageError if none can be."""
        above = ""
        for hand in self._hands(found):
            if hand.heading != above:
                above = hand.heading
                out.write(f"{above}\n".encode() if above else b"")
            out.write(f"{hand.text}\n\n\n\n".encode(errors="surrogatepass"))
            self._written += 1
        if not self._written:
            raise UsageError("; ".join(self._reasons()) or "there is no hand to write")

    def warn(self) -> None:
        """Say what was left out, what was changed beside names, and what still tells who played."""
        for line in [*self._reasons(), *self._few(self._telling.stakes())]:
            say(f"histparse: {line}", err=True)
        if self._wishes.times:
            remark("All times are in other weeks: days of the week are right, dates are not.")
        else:
            for line in [*self._few(self._telling.months()), "times are as they were: --shift moves them"]:
                say(f"histparse: {line}", err=True)
        remark(
            f"As they were: {', '.join(self._left_as_it_was())}. Whoever was at the table knows a hand again by them."
        )

    def _left_as_it_was(self) -> Iterator[str]:
        yield "cards, stacks, bets, stakes and the order of hands"
        yield from () if self._wishes.numbers else ("numbers and names of tables",)
        yield "days of the week and hours, with the time between hands" if self._wishes.times else "times"

    def _hands(self, found: Iterator[HandResult]) -> Iterator[Rewritten]:
        for result in found:
            if result.text is None:
                continue
            parsed = parse_hand(result.text)
            hand = rewritten(result.text, parsed, self._names, self._wishes)
            if hand is not None:
                self._sole.add(result.text.site)
                self._telling.add(hand.hand)
                yield hand
            elif parsed.skipped is None:
                why = "they would not read as the same hand" if parsed.hand else "they cannot be read"
                self._left_out[why] += 1
                self._first.setdefault(why, f"{result.text.path}:{result.text.line}")

    def _reasons(self) -> list[str]:
        return [
            f"{count(number, 'hand')} left out: {why}, the first at {self._first[why]}"
            for why, number in self._left_out.items()
        ]

    @staticmethod
    def _few(lines: Iterator[str]) -> Iterator[str]:
        """The first of them, and how many more there are."""
        every = list(lines)
        yield from every[:MOST]
        yield from [f"and {len(every) - MOST:,} more of this kind"] if every[MOST:] else []
