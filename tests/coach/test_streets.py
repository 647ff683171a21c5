"""The last two streets as solved, judged with real cards by the referee, and beside the river alone.

The referee is itself judged by a linear program.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
import pytest
from msgspec import structs

from histparse.coach.real_hands import measure_gain_beyond_plan
from histparse.coach.river import River
from histparse.coach.streets import Game, Solution, Streets
from histparse.odds.card_sets import EVERY_CARD, Masks, hand_rank_numbers, mask_to_cards
from histparse.odds.final_hands import Held, combine_final_hands, hands_after_draw
from histparse.odds.notation import parse_range
from histparse.odds.types import Cells, Types, deck_by_card, deck_by_rank, number_hands_by_type
from tests.coach.as_real import as_real
from tests.coach.ev_errors import ev_errors, percentile
from tests.coach.hands import masks
from tests.coach.real_streets import Plans, RealStreets
from tests.coach.streets_program import Program

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
POT = 6.0


def draw_hands(text: str, count: int, seed: int) -> str:
    """Hands of a range, card by card; those of fewer than five cards are filled up."""
    random, keeps = np.random.default_rng(seed), parse_range(text).keeps
    hands: set[int] = set()
    while len(hands) < count:
        hand = int(random.choice(keeps))
        while hand.bit_count() < 5:
            hand |= 1 << int(random.integers(52))
        hands.add(hand)
    return ", ".join("".join(mask_to_cards(hand)) for hand in sorted(hands))


def build_game(
    ranges: Sequence[str], deck: Cells, pot: float = POT, caps: tuple[int, int] = (4, 4)
) -> tuple[Game, list[list[Held]]]:
    (ours, first), (theirs, second) = (
        number_hands_by_type([*hands_after_draw(parse_range(text))], deck) for text in ranges
    )
    combined = combine_final_hands(ours, theirs)
    joint_shares = np.zeros((len(first.weight), len(second.weight)))
    joint_shares[np.ix_(*combined.numbers)] = combined.joint_shares
    return Game((first, second), joint_shares, deck, pot, caps), [ours, theirs]


Judged = tuple[RealStreets, Streets, Solution, list[list[Held]]]


def solve(ranges: Sequence[str], deck: Cells, exploitable: float = 0.001) -> Judged:
    game, held = build_game(ranges, deck)
    streets = Streets(game)
    real = RealStreets((held[0][0].cards.tolist(), held[1][0].cards.tolist()), POT)
    return real, streets, streets.solve(exploitable), held


def real_plans(
    game: RealStreets, streets: Streets, solution: Solution, types: tuple[Masks, Masks]
) -> tuple[Plans, Plans]:
    """What both do, as plans of real cards."""
    first, second = (as_real(game, streets, types[player], solution.plans[player], player) for player in (0, 1))
    return first, second


# -- the river alone -------------------------------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.parametrize("texts", [("pat 8-", "pat 8-"), ("pat T8-", "pat 9-")] if SOAK else [("pat 8-", "pat 8-")])
def test_without_bets_before_the_draw_it_is_the_river(texts: tuple[str, str]) -> None:
    """Both stand pat, as ranges do that cannot draw; flushes and suits come in."""
    game, held = build_game(texts, deck_by_rank(0), caps=(0, 4))
    pat = structs.replace(game, types=(standing(game.types[0]), standing(game.types[1])))
    solution = Streets(pat).solve(0.0001)
    river = River(combine_final_hands(after_draw_held(held[0]), after_draw_held(held[1])), POT).solve()
    assert solution.exploitable <= 0.0001
    assert solution.values[0] == pytest.approx(river.values[0], abs=0.0001 * POT)


def standing(types: Types) -> Types:
    """Types that only stand pat."""
    stands_pat = types.drawn == 0
    return structs.replace(
        types,
        way_type=types.way_type[stands_pat],
        keeps=types.keeps[stands_pat],
        drawn=types.drawn[stands_pat],
        suited=types.suited[stands_pat],
    )


def after_draw_held(held: list[Held]) -> list[Held]:
    """The hands with their rank numbers instead of types."""
    return [structs.replace(hand, numbers=hand_rank_numbers(hand.cards)) for hand in held]


# -- suits not told apart --------------------------------------------------------------------------------------

WHOLE = [("2347", "2347"), ("Jc8d6h5s3s", "2347"), ("pat 9-", "2347"), ("237", "2347"), ("pat T8-", "one-card 7-")]


@pytest.mark.nightly
@pytest.mark.parametrize(("first", "second"), WHOLE if SOAK else WHOLE[:1])
def test_whole_ranges_lose_little_with_real_cards(first: str, second: str) -> None:
    """Suits matter little where all suits of a hand are in the range: single hands find no better answer."""
    game, held = build_game((first, second), deck_by_rank(0))
    streets = Streets(game)
    solution = streets.solve()
    assert solution.exploitable <= 0.001
    for player in (0, 1):
        gain = measure_gain_beyond_plan(streets, solution, player, held, 0)
        assert gain.more + 2 * gain.error <= 0.002


@pytest.mark.nightly
def test_what_is_overlooked_is_measured() -> None:
    """Of single hands suits tell much: what they win beyond the plan is what the referee says they do."""
    texts = draw_hands("pat 9-", 8, 1), draw_hands("2347", 8, 101)
    real, streets, solution, held = solve(texts, deck_by_rank(0))
    types = held[0][0].numbers, held[1][0].numbers
    plans = real_plans(real, streets, solution, types)
    more = [gains / POT for gains in real.judged(plans)[1]]
    gains = [measure_gain_beyond_plan(streets, solution, player, held, 0).more for player in (0, 1)]
    assert max(more) > 3 * solution.exploitable
    assert gains == pytest.approx(more, rel=0.1, abs=0.0005)


# -- card by card ----------------------------------------------------------------------------------------------

SMALL = [("pat 9-", "2347", 4, 2), ("one-card 8-", "one-card 8-", 6, 1)]
LARGER = [("pat T8-", "pat T-", 12, 5)]


@pytest.mark.nightly
@pytest.mark.parametrize(("first", "second", "count", "seed"), [*SMALL, *LARGER] if SOAK else SMALL[:1])
def test_small_ranges_with_real_cards(first: str, second: str, count: int, seed: int) -> None:
    """At most 0.5 % of the pot is lost to a perfect opponent, and differences between actions are as the referee's."""
    texts = draw_hands(first, count, seed), draw_hands(second, count, seed + 100)
    real, streets, solution, held = solve(texts, deck_by_card(0), 0.0005)
    types = held[0][0].numbers, held[1][0].numbers
    plans = real_plans(real, streets, solution, types)
    value, more = real.judged(plans)
    assert max(more) <= 0.005 * POT
    assert value == pytest.approx(solution.values[0], abs=0.001 * POT)
    for player in (0, 1):
        gain = measure_gain_beyond_plan(streets, solution, player, held, 0)
        assert gain.more <= more[player] / POT + 0.0005  # less where the referee draws what nobody should
        assert not gain.error
    errors = ev_errors(real, plans, streets, solution, types)
    assert np.average(errors[0], weights=errors[1]) <= 0.05
    assert percentile(errors, 0.95) <= 0.15


# -- the referee -----------------------------------------------------------------------------------------------


TINY = [
    # a pat hand that may break against draws that hold its cards
    (["8c 7d 5h 4s 2c", "8d 6h 5s 3c 2d"], ["7c 5d 3h 2s Kd", "6c 4d 3s 2h 8s"], "9c 9d"),
    (["7c 5d 3h 2s 2c", "9d 7h 5s 4c 3d"], ["7s 5c 4h 2d 8s", "8d 5h 4d 3c 8h"], "6s 9c"),
    (["8c 7d 5h 4s 2c"], ["7c 5d 3h 2s Kd", "6c 4d 3s 2h Ks", "Kc Kh 4c 3c 2d"], "9c 6d 5s"),
]


@pytest.mark.nightly
@pytest.mark.parametrize(("first", "second", "left"), TINY if SOAK else TINY[2:])
def test_the_linear_program_agrees(first: list[str], second: list[str], left: str) -> None:
    """A deck of the cards of both ranges and a few more: all is listed, with recall and removal."""
    ours, theirs, others = (masks(*hands).tolist() for hands in (first, second, [left]))
    deck = int(np.bitwise_or.reduce([*ours, *theirs, *others]))
    game = RealStreets((ours, theirs), 3, cap=2, dead=EVERY_CARD & ~deck, precise=True)
    value, plans = Program(game).solve()
    reached, more = game.judged(plans)
    assert reached == pytest.approx(value, abs=1e-6 * game.pot)
    assert max(more) <= 1e-6 * game.pot
    # What acts win more than a plan, as often as another plan comes to them, is what that plan wins more.
    uniform = game.uniform_plans()
    for player, both in enumerate(((uniform[0], plans[1]), (plans[0], uniform[1]))):
        best = game.pot / 2 + (-1) ** player * game.walk(player, both, best=True).sum()
        assert best == pytest.approx(value, abs=1e-6 * game.pot)
    for player, changed in enumerate(((plans[0], uniform[1]), (uniform[0], plans[1]))):
        old, new = (game.walk(player, both).sum() for both in (uniform, changed))
        assert gains_of_acts(game, player, uniform, plans[player]) == pytest.approx(new - old, abs=1e-9)


def gains_of_acts(game: RealStreets, player: int, plans: tuple[Plans, Plans], new: Plans) -> float:
    """What the acts of another plan of the player win more than these plans, added up."""
    gains = game.zero_plans(player)
    game.walk(player, plans, gains=gains)
    third, _, ways, rivers = game.reach(new, player)
    streets = [(third, new.third, gains.third)]
    streets += [(rivers[drawn], plan, gains.rivers[drawn]) for drawn, plan in new.rivers.items()]
    acts = sum(float((reach[line] * plan[line] * gain[line]).sum()) for reach, plan, gain in streets for line in plan)
    return acts + float((ways * gains.draw).sum())
