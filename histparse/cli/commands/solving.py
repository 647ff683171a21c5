"""`histparse river` and `street`: the last street, or the last two, solved; as tables, as rows and as pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Literal

import polars as pl
import typer
from rich.text import Text

from histparse.api.rivers import RiverHand, RiverSpot, solve_river
from histparse.api.streets import StreetAnswer, StreetHand, StreetSpot, solve_street
from histparse.cli import late
from histparse.cli.odds_options import Dead, Pictures, empty_table
from histparse.cli.printing import print_json, progress
from histparse.cli.row_table import write_csv
from histparse.cli.screen import RuledTable, Screen

# --- what is shown ---------------------------------------------------------------------------------------------------


PLAYERS = {1: "the first", 2: "the second"}
MOST = 40
"""The most rows of a picture, if hands that play less alike may share one."""
TENTH, OF_PICTURES = 10, (4, 2, 1)
"""To which part hands must do the same to share a row of a table, and of a picture."""
First = Annotated[str, typer.Argument(help="What the first to act holds.", show_default=False)]
Second = Annotated[str, typer.Argument(help="What the other holds.", show_default=False)]
Format = Annotated[Literal["table", "csv", "json"], typer.Option(help="For people, spreadsheets or programs.")]


Hand = RiverHand | StreetHand
Decisions = Mapping[str, Sequence[Hand]]
"""The hands of each decision, by its title."""


def print_solution(
    answer: object,
    decisions: Decisions,
    error_columns: Mapping[str, float],
    introduction_and_meaning: tuple[str, str],
    format: str,
) -> None:
    """Print the answer; for people with an introduction above its tables and their meaning below."""
    if format == "json":
        print_json(answer)
    elif format == "csv":
        write_csv(_solution_frame(decisions, error_columns), sys.stdout)
    else:
        introduction, meaning = introduction_and_meaning
        screen = Screen(sys.stdout)
        screen.print(introduction, "", sep="\n")
        for title, hands in decisions.items():
            screen.print(Text(title, style="bold"))
            screen.print_whole(_decision_table(hands))
        screen.print(meaning)


def write_solution_pictures_if_wanted(decisions: Decisions, error_text: str, pictures: Pictures) -> None:
    """Write a picture of each decision, if they are asked for; `error_text` is written on it."""
    if pictures.folders:
        drawn = {
            title: late.hand_maps.strategy_map(title.capitalize(), error_text, _merged_picture_rows(hands))
            for title, hands in decisions.items()
        }
        charts = {
            late.charts.SPECIAL.sub("_", title): late.charts.Chart("strategy", "draws", drawing)
            for title, drawing in drawn.items()
        }
        pictures.write_charts(charts)


def _decision_table(hands: Sequence[Hand]) -> RuledTable:
    """The hands of one decision: how often they are held, and how often each then acts how."""
    shown = empty_table("from", "to", "held", *hands[0].acts)
    for first, last, held, shares in _merge_hands_played_alike(hands, TENTH):
        shown.add_row(first, last, Text(f"{held:.1%}", style="dim"), *(f"{share:.0%}" for share in shares.values()))
    return shown


def _solution_frame(decisions: Decisions, errors: Mapping[str, float]) -> pl.DataFrame:
    """A row for each hand and act of each decision."""
    return pl.DataFrame(
        [
            {"decision": title, "hand": hand.ranks, "held": hand.held, "act": act, "share": share, **errors}
            for title, hands in decisions.items()
            for hand in hands
            for act, share in hand.acts.items()
        ]
    )


def _merged_picture_rows(hands: Sequence[Hand]) -> list[tuple[str, float, dict[str, float]]]:
    """The rows of a picture: what hands are called, how often they are held, and what they do."""
    for part in OF_PICTURES:
        groups = [*_merge_hands_played_alike(hands, part)]
        if len(groups) <= MOST:
            break
    return [(first if first == last else f"{first}-{last}", held, shares) for first, last, held, shares in groups]


def _merge_hands_played_alike(
    hands: Iterable[Hand], rounding: int
) -> Iterator[tuple[str, str, float, dict[str, float]]]:
    """Hands that do the same, to that part: the first and the last, how often they are held, and what they do."""
    for _, group in groupby(hands, lambda hand: [round(share * rounding) for share in hand.acts.values()]):
        alike = [*group]
        held = sum(hand.held for hand in alike)
        shares = {act: sum(hand.held * hand.acts[act] for hand in alike) / held for act in alike[0].acts}
        yield alike[0].ranks, alike[-1].ranks, held, shares


# --- river -----------------------------------------------------------------------------------------------------------

MEANING_OF_RIVER = (
    "Each table is a decision: who is to act, after what. A row is hands that play alike, from the best to the worst; "
    "`held` is how often the player has one of them when the river begins, whatever was done since, and the other "
    "columns are how often they then check, bet, fold, call or raise. Both play well with what the other may hold, and "
    "mix so that the other gains nothing by playing otherwise. `Exploitable` is what the worse of both would lose to a "
    "perfect opponent; decisions that hardly ever come up are rough."
)


def run_river(
    hand: First,
    against: Second,
    *,
    pot: Annotated[float, typer.Option(help="The pot before the river, in big bets.", show_default=False)],
    cap: Annotated[int, typer.Option(help="How many bets and raises are possible.")] = 4,
    dead: Dead = "",
    pool: Annotated[
        str | None, typer.Option(help="The database whose players' hands `pool pat` stands for.", metavar="FILE")
    ] = None,
    pictures: Pictures = Pictures(),
    format: Format = "table",
) -> int:
    """Solve a fixed-limit river: how often each hand checks, bets, calls, raises or folds when both play well.

    `histparse help notation` has the ways to write hands and ranges; fewer than five cards draw once before the river.
    Neither player could lose more than 0.01 % of the pot to a perfect opponent; the answer says how much.

    `pool pat`, `pool 1` and `pool 2` are the hands that players in a database showed after they stood pat in the last
    draw, drew one card, or drew more, against somebody who drew what the other side draws. Players who folded are
    assumed to have held less.

    **Examples**

    - `histparse river "pat T8-" 2347 --pot 6`
    - `histparse river 2347 "2358, pat 9-@0.3" --pot 4.5 --cap 5 --format json`
    - `histparse river "pool pat" 2347 --pool poker.duckdb --pot 6`
    - `histparse river "pat 9-" "one-card 8-" --pot 6 --svg charts`
    """
    with progress("Solving"):
        answer = solve_river(hand, against, pot=pot, cap=cap, dead=dead, pool=pool or None)
    decisions = {_river_decision_title(spot): spot.hands for spot in answer.spots}
    lost = answer.exploitable
    shares = " and ".join(f"{PLAYERS[player]} gets {value:.3f}" for player, value in enumerate(answer.values, 1))
    introduction = f"Of a pot of {pot:g} big bets {shares}; exploitable for {lost:.4%} of it."
    print_solution(answer, decisions, {"exploitable": lost}, (introduction, MEANING_OF_RIVER), format)
    write_solution_pictures_if_wanted(
        decisions, f"percent; below: of all hands;\n{lost:.2%} of the pot exploitable", pictures
    )
    return 0


def _river_decision_title(spot: RiverSpot) -> str:
    after = f" after {', '.join(spot.after)}" if spot.after else ""
    return f"{PLAYERS[spot.player]}{after}"


# --- street ----------------------------------------------------------------------------------------------------------

RARE = 0.001
"""Decisions that come less often are only in the JSON."""
MEANING_OF_STREET = (
    "Each table is a decision that comes in one of a thousand hands or more. A row is hands that play alike, from the "
    "best to the worst; `held` is how often the player has one of them before this betting round, whatever was done "
    "since, and the other columns are how often they then do it. To stand pat on a pair, a straight or high cards is a "
    "snow, to draw from a pat hand is to break it. What is shown is near an equilibrium of a stated model: heads-up, "
    "the last two streets, these ranges, which both know. How these ranges came about is no part of it."
)


def run_street(
    hand: First,
    against: Second,
    *,
    pot: Annotated[float, typer.Option(help="The pot before that, in big bets.", show_default=False)],
    cap: Annotated[
        int | None, typer.Option(help="How many bets and raises a round has; default: 4.", show_default=False)
    ] = None,
    house: Annotated[
        str | None,
        typer.Option(help="A house or a TOML file: its cap for two.", metavar="NAME", show_default=False),
    ] = None,
    dead: Dead = "",
    pictures: Pictures = Pictures(),
    format: Format = "table",
) -> int:
    """Solve the third betting round, the last draw and the river between two players, in fixed limit.

    `histparse help notation` has the ways to write hands and ranges. Five cards are held as the betting begins; fewer
    are those a player keeps in the second draw, and are filled up first. The first to act also draws first, and the
    other sees how many cards that were.

    The answer says what the worse of both would lose to a perfect opponent in the model's own game, at most 0.1 % of
    the pot, and what players can win beyond it with real cards, which is measured hand by hand. Both are also in the
    rows of `--format csv` and on the pictures.

    **Examples**

    - `histparse street 2347 2347 --pot 6`
    - `histparse street Jc8d6h5s3s "one-card 7-" --pot 5 --house pokerstars`
    - `histparse street "pat 9-" "2347, 2358@0.5" --pot 6 --format json`
    - `histparse street "pat T8-" "one-card 7-" --pot 6 --png charts`
    - `histparse street "pat J, 2347" "pat J, 2347" --pot 6 --format csv`
    """
    with progress("Solving") as advance:
        answer = solve_street(hand, against, pot=pot, cap=cap, house=house, dead=dead, progress=advance)
    decisions = {_street_title(spot): spot.hands for spot in answer.spots if spot.comes >= RARE}
    lost, with_real = answer.exploitable, answer.with_real_cards
    real = {f"real_cards_{player}": loss.more for player, loss in enumerate(with_real, 1)}
    introduction = "\n".join(_street_introduction(answer, pot))
    print_solution(answer, decisions, {"exploitable": lost, **real}, (introduction, MEANING_OF_STREET), format)
    more = " and ".join(f"{loss.more:.2%}" for loss in with_real)
    error = f"percent; below: of all hands; of the pot\n{lost:.2%} exploitable, with real cards {more} more"
    write_solution_pictures_if_wanted(decisions, error, pictures)
    return 0


def _street_introduction(answer: StreetAnswer, pot: float) -> Iterator[str]:
    """Say what both players get, and what they could lose."""
    shares = " and ".join(f"{PLAYERS[player]} gets {value:.3f}" for player, value in enumerate(answer.values, 1))
    yield f"Of a pot of {pot:g} big bets {shares}.\n"
    yield f"In the model's own game the worse of both can lose {answer.exploitable:.3%} of the pot."
    for player, loss in enumerate(answer.with_real_cards, 1):
        of_sample = f" (a sample of hands, standard error {loss.error:.3%})" if loss.error else ""
        yield f"With real cards {PLAYERS[player]} could win {loss.more:.3%} more than so{of_sample}."


def _street_title(spot: StreetSpot) -> str:
    verb = "draws" if spot.is_draw else "acts"
    after = f" after {', '.join(spot.after)}" if spot.after else ""
    opponent = (
        ""
        if spot.drawn is None
        else ", the other standing pat"
        if not spot.drawn
        else f", the other drawing {spot.drawn}"
    )
    return f"{PLAYERS[spot.player]} {verb}{after}{opponent} ({spot.comes:.1%} of hands)"
