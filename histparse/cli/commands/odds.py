"""`histparse draw` ranks all ways to draw to a hand; `equity` has the chances of one hand, or what several win."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer
from msgspec import Struct
from rich.text import Text

from histparse import Equity, Keep
from histparse.api.odds import CLASSES, DEALS, LOW, DrawAnswer, DrawChance, draw, draw_chances, equity
from histparse.cli.odds_options import Dead, Deals, Format, Seed, empty_table, format_share
from histparse.cli.printing import print_json, progress
from histparse.cli.screen import RuledTable, Screen
from histparse.model.errors import HistparseError, count, escape_unprintable, quoted

# --- draw ------------------------------------------------------------------------------------------------------------

ANYBODY = "somebody who is dealt any five cards and draws three times"


def run_draw(
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
        print_json(answer)
    else:
        _print_draws(answer)
    return 0


def _print_draws(answer: DrawAnswer) -> None:
    screen = Screen(sys.stdout)
    screen.print(answer.advice, style="bold")
    screen.print_whole(_draws_table(answer))
    for line in _draw_notes(answer):
        screen.print(line)


def _draws_table(answer: DrawAnswer) -> RuledTable:
    pot = [] if answer.pot is None else ["big bets"]
    shown = empty_table("keep", "draw", "equity", "standard error", *pot, "gap", "error of the gap")
    for keep in answer.keeps:
        big_bets = [] if keep.big_bets is None else [f"{keep.big_bets:.2f}"]
        gap = ("–", Text("–", style="dim")) if keep is answer.keeps[0] else format_share(keep.gap, keep.gap_error)
        shown.add_row(
            keep.kept or "–", _format_number_drawn(keep), *format_share(keep.equity, keep.error), *big_bets, *gap
        )
    return shown


def _format_number_drawn(keep: Keep) -> Text:
    return Text(f"{keep.drawn}") if keep.drawn else Text("pat", style="bold")


def _draw_notes(answer: DrawAnswer) -> Iterator[str]:
    """Explain the figures of draws."""
    against = " and ".join(map(escape_unprintable, answer.against)) or ANYBODY
    yield f"Showdown equity against {against}, {count(answer.draws, 'draw')} to come; bets to come are not in it."
    if answer.policy_error is not None:
        yield f"Policy error: {answer.policy_error:+.2%} for an opponent who drew to beat just the best draw."


# --- equity ----------------------------------------------------------------------------------------------------------

POLICY_ERROR = (
    "The standard error is that of the deals. The policy error is what a hand would win more, at the same deals, if it "
    "drew its best against just these hands."
)


class Answer(Struct, frozen=True):
    """The answer as JSON: the question, and the chances of one hand or the equity of several."""

    hands: list[str]
    draws: int
    dead: str
    policies: list[str]
    chances: list[DrawChance] | None = None
    equity: Equity | None = None


def run_equity(
    hands: Annotated[
        list[str],
        typer.Argument(
            help="Cards, ranks, or a range. Of one, the chances are shown; of several, what each wins.",
            metavar="HAND",
            show_default=False,
        ),
    ],
    draws: Annotated[int, typer.Option(help="Draws to come.", min=0, max=3)] = 1,
    dead: Dead = "",
    to: Annotated[
        list[str],
        typer.Option("--to", help="Of one hand: the hand to make, as 8 or 87542; may be repeated.", metavar="RANKS"),
    ] = [],
    policy: Annotated[
        list[str],
        typer.Option(
            help="How two or more hands draw: `low`, or a database whose players they stand pat as often as; repeated: "
            "one for each.",
            metavar="NAME",
        ),
    ] = [],
    deals: Deals = DEALS,
    seed: Seed = 1,
    format: Format = "table",
) -> int:
    """Show the chances of a draw or, of two or more hands or ranges, how often each wins.

    Cards or ranks are those a player keeps in the first draw: five stand pat. `histparse help notation` has all the
    ways to write hands and ranges. Figures are exact unless a standard error is shown.

    **Examples**

    - `histparse equity 2347/K --draws 3`
    - `histparse equity 2c3d7h --draws 2 --dead "7s 7d" --to 7 --to 86543`
    - `histparse equity J8653 2347`
    - `histparse equity "best J8653" 2347`
    - `histparse equity 98654 2347 237`
    - `histparse equity "pat 9-, one-card 8- draws @ 0.5" 2347 --draws 2 --policy low --policy poker.duckdb`
    """
    if len(hands) == 1 and not draws:
        raise HistparseError("a single hand has chances with 1 to 3 draws to come; name another for a showdown")
    if len(hands) > 1 and to:
        raise HistparseError("--to is for the chances of one hand: leave it out, or the other hands")
    names = policy or [LOW]
    with progress("Counting"):
        if len(hands) == 1:
            chances = draw_chances(hands[0], draws=draws, dead=dead, to=to or CLASSES, deals=deals, seed=seed)
            answer = Answer(hands, draws, dead, ["to the hand"], chances=chances)
        else:
            odds = equity(*hands, draws=draws, dead=dead, policies=names, deals=deals, seed=seed)
            answer = Answer(hands, draws, dead, names * len(hands) if len(names) == 1 else names, equity=odds)
    if format == "json":
        print_json(answer)
    else:
        _print_chances_or_equity(answer)
    return 0


def _print_chances_or_equity(answer: Answer) -> None:
    screen = Screen(sys.stdout)
    screen.print_whole(_equity_table(answer, answer.equity) if answer.equity else _chance_table(answer.chances or []))
    for line in _equity_notes(answer.equity) if answer.equity else ():
        screen.print(line)


def _chance_table(chances: list[DrawChance]) -> RuledTable:
    shown = empty_table("or better", "number", "chance", "standard error")
    for chance in chances:
        shown.add_row(chance.ranks, f"{chance.number:,}", *format_share(chance.chance, chance.error))
    return shown


def _equity_table(answer: Answer, equity: Equity) -> RuledTable:
    policy_error = [] if _has_no_policy_error(equity) else ["policy error"]
    shown = empty_table("hand", "draws", "wins", "ties", "equity", "standard error", *policy_error)
    for hand, policy, share_won in zip(answer.hands, answer.policies, equity.shares, strict=True):
        more = (
            [Text("–" if share_won.policy_error is None else f"{share_won.policy_error:+.2%}", style="dim")]
            if policy_error
            else []
        )
        shown.add_row(
            escape_unprintable(hand),
            escape_unprintable(policy),
            f"{share_won.wins:.2%}",
            f"{share_won.ties:.2%}",
            *format_share(share_won.equity, share_won.error),
            *more,
        )
    return shown


def _has_no_policy_error(equity: Equity) -> bool:
    """Whether no policy chose anything that was dealt."""
    return all(share_won.policy_error is None for share_won in equity.shares)


def _equity_notes(equity: Equity) -> Iterator[str]:
    """Add the notes that the table has no room for."""
    for choice in equity.choices:
        error = "" if choice.error is None else f", with a standard error of {choice.error:.2%}"
        instead = f"{quoted(choice.instead)} would win {choice.equity:.2%}{error}"
        yield f"{quoted(choice.hand)} keeps {choice.kept}: {instead}."
    if not _has_no_policy_error(equity):
        yield POLICY_ERROR
