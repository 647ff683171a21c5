"""`histparse draw`: all ways to draw to a hand, ranked - pat or break, and which cards to keep."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.text import Text

from histparse import Keep
from histparse.api.odds import DEALS, DrawAnswer, draw
from histparse.cli.messages import progress
from histparse.cli.odds_options import Dead, Deals, Format, Seed, share, table
from histparse.cli.printing import as_json
from histparse.cli.screen import RuledTable, Screen
from histparse.model.plain import count, plain

PANEL = "Study"
NEEDS_ARGUMENTS = True
ANYBODY = "somebody who is dealt any five cards and draws three times"


def run(
    hand: Annotated[str, typer.Argument(help="Five cards, or five ranks.", show_default=False)],
    *,
    against: Annotated[
        list[str],
        typer.Option(
            help=f"What an opponent holds, as for `histparse equity`; repeated: several opponents. Default: {ANYBODY}.",
            metavar="RANGE",
        ),
    ] = [],
    pot: Annotated[float | None, typer.Option(help="The pot in big bets: shows how much of it each draw wins.")] = None,
    draws: Annotated[int, typer.Option(help="Draws to come, this one included.", min=1, max=3)] = 1,
    dead: Dead = "",
    deals: Deals = DEALS,
    seed: Seed = 1,
    format: Format = "table",
) -> int:
    """Rank the 32 ways to draw to a hand: what each wins, and how far it is behind the best.

    What a draw wins is its showdown equity, as if nobody bet or folded any more. The player's later draws are the best
    against these opponents; the opponents draw for low. Figures are exact unless a standard error is shown. That of the
    gap is smaller than that of the equity, because all draws are dealt the same cards.

    **Examples**

    - `histparse draw J8653 --against 2347 --pot 6`
    - `histparse draw "Jc 8d 6h 5s 3s" --against "pat T-, one-card 8- draws @ 2" --draws 2`
    - `histparse draw T8642 --against 2347 --against 237 --draws 3`
    - `histparse draw 9-8-7-4-2 --draws 3 --format json`
    """
    with progress("Comparing draws"):
        answer = draw(hand, against, pot=pot, draws=draws, dead=dead, deals=deals, seed=seed)
    if format == "json":
        sys.stdout.write(as_json(answer) + "\n")
    else:
        _print(answer)
    return 0


def _print(answer: DrawAnswer) -> None:
    screen = Screen(sys.stdout)
    screen.print(answer.advice, style="bold")
    screen.print_whole(_table(answer))
    for line in _remarks(answer):
        screen.print(line)


def _table(answer: DrawAnswer) -> RuledTable:
    pot = [] if answer.pot is None else ["big bets"]
    shown = table("keep", "draw", "equity", "standard error", *pot, "gap", "error of the gap")
    for keep in answer.keeps:
        worth = [] if keep.big_bets is None else [f"{keep.big_bets:.2f}"]
        behind = ("–", Text("–", style="dim")) if keep is answer.keeps[0] else share(keep.gap, keep.gap_error)
        shown.add_row(keep.kept or "–", _draw(keep), *share(keep.equity, keep.error), *worth, *behind)
    return shown


def _draw(keep: Keep) -> Text:
    return Text(f"{keep.drawn}") if keep.drawn else Text("pat", style="bold")


def _remarks(answer: DrawAnswer) -> Iterator[str]:
    """What the figures are."""
    against = " and ".join(map(plain, answer.against)) or ANYBODY
    yield f"Showdown equity against {against}, {count(answer.draws, 'draw')} to come; bets to come are not in it."
    if answer.policy_error is not None:
        yield f"Policy error: {answer.policy_error:+.2%} for an opponent who drew to beat just the best draw."
