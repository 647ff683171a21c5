"""`histparse river`: solves a heads-up river - who bets, calls and raises with what."""

from __future__ import annotations

from typing import Annotated

import typer

from histparse.api.river import RiverSpot, solve_river
from histparse.cli.messages import progress
from histparse.cli.odds_options import Dead, Pictures
from histparse.cli.strategies import WHO, Format, draw_solution, show_solution

PANEL = "Study"
NEEDS_ARGUMENTS = True
MEANING = (
    "Each table is a decision: who is to act, after what. A row is hands that play alike, from the best to the worst; "
    "`held` is how often the player has one of them when the river begins, whatever was done since, and the other "
    "columns are how often they then check, bet, fold, call or raise. Both play well with what the other may hold, and "
    "mix so that the other gains nothing by playing otherwise. `Exploitable` is what the worse of both would lose to a "
    "perfect opponent; decisions that hardly ever come up are rough."
)


def run(
    hand: Annotated[str, typer.Argument(help="What the first to act holds.", show_default=False)],
    against: Annotated[str, typer.Argument(help="What the other holds.", show_default=False)],
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
    decisions = {_title(spot): spot.hands for spot in answer.spots}
    lost = answer.exploitable
    shares = " and ".join(f"{WHO[player]} gets {value:.3f}" for player, value in enumerate(answer.values, 1))
    above = f"Of a pot of {pot:g} big bets {shares}; exploitable for {lost:.4%} of it."
    show_solution(answer, decisions, {"exploitable": lost}, (above, MEANING), format)
    draw_solution(decisions, f"percent; below: of all hands;\n{lost:.2%} of the pot exploitable", pictures)
    return 0


def _title(spot: RiverSpot) -> str:
    after = f" after {', '.join(spot.after)}" if spot.after else ""
    return f"{WHO[spot.player]}{after}"
