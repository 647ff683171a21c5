"""`histparse street`: solves the last two streets - who bets, stands pat, breaks and draws with what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from histparse.api.street import StreetAnswer, StreetSpot, solve_street
from histparse.cli.messages import progress
from histparse.cli.odds_options import Dead, Pictures
from histparse.cli.strategies import WHO, Format, draw_solution, show_solution

RARE = 0.001
"""Decisions that come less often are only in the JSON."""
PANEL = "Study"
NEEDS_ARGUMENTS = True
MEANING = (
    "Each table is a decision that comes in one of a thousand hands or more. A row is hands that play alike, from the "
    "best to the worst; `held` is how often the player has one of them before this betting round, whatever was done "
    "since, and the other columns are how often they then do it. To stand pat on a pair, a straight or high cards is a "
    "snow, to draw from a pat hand is to break it. What is shown is near an equilibrium of a stated model: heads-up, "
    "the last two streets, these ranges, which both know. How these ranges came about is no part of it."
)


def run(
    hand: Annotated[str, typer.Argument(help="What the first to act holds.", show_default=False)],
    against: Annotated[str, typer.Argument(help="What the other holds.", show_default=False)],
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
    were kept in the second draw, and are filled up first. The first to act also draws first, and the other sees how
    many cards that were.

    The answer says what the worse of both would lose to a perfect opponent in the model's own game, at most 0.1 % of
    the pot, and what players can win beyond it with real cards, which is measured hand by hand. Both stand beside the
    rows of `--format csv` and on the pictures too.

    **Examples**

    - `histparse street 2347 2347 --pot 6`
    - `histparse street Jc8d6h5s3s "one-card 7-" --pot 5 --house pokerstars`
    - `histparse street "pat 9-" "2347, 2358@0.5" --pot 6 --format json`
    - `histparse street "pat T8-" "one-card 7-" --pot 6 --png charts`
    - `histparse street "pat J, 2347" "pat J, 2347" --pot 6 --format csv`
    """
    with progress("Solving") as told:
        answer = solve_street(hand, against, pot=pot, cap=cap, house=house, dead=dead, told=told)
    decisions = {_title(spot): spot.hands for spot in answer.spots if spot.comes >= RARE}
    lost, with_real = answer.exploitable, answer.with_real_cards
    real = {f"real_cards_{player}": loss.more for player, loss in enumerate(with_real, 1)}
    above = "\n".join(_above(answer, pot))
    show_solution(answer, decisions, {"exploitable": lost, **real}, (above, MEANING), format)
    more = " and ".join(f"{loss.more:.2%}" for loss in with_real)
    error = f"percent; below: of all hands; of the pot\n{lost:.2%} exploitable, with real cards {more} more"
    draw_solution(decisions, error, pictures)
    return 0


def _above(answer: StreetAnswer, pot: float) -> Iterator[str]:
    """What both get, and what they could lose."""
    shares = " and ".join(f"{WHO[player]} gets {value:.3f}" for player, value in enumerate(answer.values, 1))
    yield f"Of a pot of {pot:g} big bets {shares}.\n"
    yield f"In the model's own game the worse of both can lose {answer.exploitable:.3%} of the pot."
    for player, loss in enumerate(answer.with_real_cards, 1):
        of_sample = f" (a sample of hands, standard error {loss.error:.3%})" if loss.error else ""
        yield f"With real cards {WHO[player]} could win {loss.more:.3%} more than so{of_sample}."


def _title(spot: StreetSpot) -> str:
    what = "draws" if spot.is_draw else "acts"
    after = f" after {', '.join(spot.after)}" if spot.after else ""
    seen = (
        ""
        if spot.drawn is None
        else ", the other standing pat"
        if not spot.drawn
        else f", the other drawing {spot.drawn}"
    )
    return f"{WHO[spot.player]} {what}{after}{seen} ({spot.comes:.1%} of hands)"
