"""`histparse equity`: the chances of a draw, or how often one hand or range beats another."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer
from msgspec import Struct
from rich.text import Text

from histparse.api.odds import CLASSES, DEALS, LOW, DrawChance, draw_chances, equity
from histparse.cli.ruled_table import Column, RuledTable
from histparse.cli.screen import Screen
from histparse.cli.usage_error import UsageError, refusing
from histparse.cli.words import as_json
from histparse.model.errors import HistparseError
from histparse.model.plain import plain
from histparse.odds.equity import Equity

NEEDS_ARGUMENTS = True


class Format(StrEnum):
    """How the figures are printed."""

    TABLE = "table"
    JSON = "json"


class Answer(Struct, frozen=True):
    """What is printed as JSON: the question, and the chances of one hand or the equity of the first of two."""

    hands: list[str]
    draws: int
    dead: str
    policies: list[str]
    chances: list[DrawChance] | None = None
    equity: Equity | None = None


def run(  # noqa: PLR0917 - one parameter per option
    hand: Annotated[str, typer.Argument(help="Cards, ranks, or a range; see below.", show_default=False)],
    against: Annotated[str | None, typer.Argument(help="Another; default: show the chances of the first.")] = None,
    draws: Annotated[int, typer.Option(help="Draws to come.", min=0, max=3)] = 1,
    dead: Annotated[str, typer.Option(help="Other cards that cannot come.", metavar="CARDS")] = "",
    to: Annotated[
        list[str],
        typer.Option("--to", help="Of one hand: the hand to make, as 8 or 87542; may be repeated.", metavar="RANKS"),
    ] = [],  # noqa: B006 - typer copies it
    policy: Annotated[
        list[str],
        typer.Option(
            help="Of two hands: how both draw, `low` or the database whose players they stand pat as often as; "
            "twice: one for each.",
            metavar="NAME",
        ),
    ] = [],  # noqa: B006 - as above
    deals: Annotated[int, typer.Option(help="How many to deal where there are too many to count.", min=1)] = DEALS,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.", min=0)] = 1,
    format: Annotated[Format, typer.Option(help="For people or for programs.")] = Format.TABLE,  # noqa: A002 - the option's name
) -> int:
    """Show the chances of a draw or, of two hands or ranges, how often each wins.

    Cards or ranks are what is kept in the first draw: five stand pat. `2347/K` throws a king, which then cannot come
    back. `pat 8-` is every pat eight or better, `one-card 8 draws` all four cards with an eight on top, `any` any five
    cards, `best 2c3d4h7sKc` lets the policy choose. Commas join them, `@0.5` is a weight. Ranks stand for all suits but
    one alone. Figures are exact unless a standard error is shown.

    **Examples**

    - `histparse equity 2347/K --draws 3`
    - `histparse equity 2c3d7h --draws 2 --dead "7s 7d" --to 7 --to 86543`
    - `histparse equity J8653 2347`
    - `histparse equity "pat 9-, one-card 8- draws @ 0.5" 2347 --draws 2 --policy low --policy poker.duckdb`
    """
    if against is None and not draws:
        raise UsageError("a single hand has chances with 1 to 3 draws to come; name another for a showdown")
    if against is not None and to:
        raise UsageError("--to is for the chances of one hand: leave it out, or the second hand")
    names = policy or [LOW]
    with refusing(HistparseError):
        if against is None:
            chances = draw_chances(hand, draws=draws, dead=dead, to=to or CLASSES, deals=deals, seed=seed)
            answer = Answer([hand], draws, dead, ["to the hand"], chances=chances)
        else:
            found = equity(hand, against, draws=draws, dead=dead, policies=names, deals=deals, seed=seed)
            answer = Answer([hand, against], draws, dead, [*names, *names][:2], equity=found)
    if format is Format.JSON:
        sys.stdout.write(as_json(answer) + "\n")
    else:
        _print(answer)
    return 0


def _print(answer: Answer) -> None:
    Screen(sys.stdout).print_whole(_equity(answer, answer.equity) if answer.equity else _chances(answer.chances or []))


def _chances(chances: list[DrawChance]) -> RuledTable:
    table = _table("or better", "number", "chance")
    for one in chances:
        table.add_row(one.ranks, f"{one.number:,}", *_share(one.chance, one.error))
    return table


def _equity(answer: Answer, found: Equity) -> RuledTable:
    table = _table("hand", "draws", "wins", "ties", "equity")
    shares = (found.wins, found.equity), (1 - found.wins - found.ties, 1 - found.equity)
    for hand, policy, (wins, whole) in zip(answer.hands, answer.policies, shares, strict=True):
        table.add_row(plain(hand), plain(policy), f"{wins:.2%}", f"{found.ties:.2%}", *_share(whole, found.error))
    return table


def _table(*names: str) -> RuledTable:
    texts = {"or better", "hand", "draws"}
    return RuledTable(*(Column(name, name not in texts, name in texts) for name in (*names, "standard error")))


def _share(share: float, error: float | None) -> tuple[str, Text]:
    return f"{share:.2%}", Text("exact" if error is None else f"{error:.2%}", style="dim")
