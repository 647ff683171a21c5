"""Rivers: as solved by hand, by trying every pure answer in a tree of its own, and the hands both can have."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from histparse.coach.river import River
from histparse.model.cards import DECK, parse_cards
from histparse.model.ranking import number
from histparse.odds.card_sets import mask_to_cards, remove_blocked_hands_or_refuse
from histparse.odds.final_hands import FinalHands, combine_final_hands, hands_after_draw
from histparse.odds.notation import parse_range

Plan = dict[tuple[str, int], dict[str, float]]
"""How often each act is chosen, by line and hand."""

NUTS, CATCHER, AIR = 1, 50, 3000


def hands(first: list[int], second: list[int], weights: list[list[float]]) -> FinalHands:
    table = np.array(weights)
    return FinalHands((np.array(first), np.array(second)), table / table.sum())


# -- by hand ---------------------------------------------------------------------------------------------------


@pytest.mark.nightly(1)
@pytest.mark.parametrize("pot", [1, 2, 6])
def test_nuts_or_air_against_a_bluff_catcher(pot: float) -> None:
    """One bluff for each 1 + pot bets of value, so that a call gains nothing; as many calls as bluffs gain none."""
    answer = River(hands([NUTS, AIR], [CATCHER], [[1], [1]]), pot, cap=1).solve()
    assert answer.exploitable <= 0.0001
    _, bets = answer.frequencies[""]
    folds, calls = answer.frequencies["b"][:, 0]
    assert bets == pytest.approx([1, 1 / (1 + pot)], abs=0.02)
    assert (calls, folds) == pytest.approx((pot / (1 + pot), 1 / (1 + pot)), abs=0.02)
    # The nuts win the pot, and a bet when they are called as often as that; air wins nothing.
    assert answer.values[0] == pytest.approx((pot + pot / (1 + pot)) / 2, abs=0.001 * pot)
    assert sum(answer.values) == pytest.approx(pot)


def test_equal_hands_split_the_pot() -> None:
    answer = River(hands([CATCHER], [CATCHER], [[1]]), 4).solve()
    assert answer.values == pytest.approx((2, 2), abs=0.001)


# -- every pure answer -----------------------------------------------------------------------------------------


def acts(line: str, cap: int) -> str:
    bets = line.count("b") + line.count("r")
    return "xb" if not bets else "fcr" if bets < cap else "fc"


def lines(cap: int, line: str = "") -> Iterator[str]:
    if line not in {"xx"} and not line.endswith(("f", "c")):
        yield line
        for act in acts(line, cap):
            yield from lines(cap, line + act)


def mean_gain(
    line: str, pair: tuple[int, int], numbers: tuple[int, int], plans: tuple[Plan, Plan], pot: float, cap: int
) -> float:
    """What the first player gets on average after that line."""
    bets = line.count("b") + line.count("r")
    if line.endswith("f"):
        return pot + bets - 1 if len(line) % 2 == 0 else -(bets - 1)
    if line == "xx" or line.endswith("c"):
        return pot / 2 if numbers[0] == numbers[1] else pot + bets if numbers[0] < numbers[1] else -bets
    turn = len(line) % 2
    chosen = plans[turn][line, pair[turn]]
    return sum(share * mean_gain(line + act, pair, numbers, plans, pot, cap) for act, share in chosen.items() if share)


def game_value(game: FinalHands, plans: tuple[Plan, Plan], pot: float, cap: int) -> float:
    first_numbers, second_numbers = (numbers.tolist() for numbers in game.numbers)
    return float(
        sum(
            share * mean_gain("", (first, second), (first_numbers[first], second_numbers[second]), plans, pot, cap)
            for first, row in enumerate(game.joint_shares.tolist())
            for second, share in enumerate(row)
        )
    )


def pure_plans(player: int, count: int, cap: int) -> Iterator[Plan]:
    """Every plan without chance."""
    spots = [(line, hand) for line in lines(cap) if len(line) % 2 == player for hand in range(count)]
    for choice in product(*(acts(line, cap) for line, _ in spots)):
        yield {spot: {act: 1.0} for spot, act in zip(spots, choice, strict=True)}


@pytest.mark.nightly(2)
@pytest.mark.parametrize(
    ("first", "second", "weights"),
    [
        ([NUTS, AIR], [CATCHER, AIR], [[1, 1], [1, 1]]),
        ([NUTS, CATCHER], [NUTS, AIR], [[1, 3], [2, 1]]),
        ([CATCHER, AIR], [NUTS, CATCHER], [[0, 2], [1, 1]]),
    ],
)
def test_no_pure_answer_wins_more_than_it_says(first: list[int], second: list[int], weights: list[list[float]]) -> None:
    game, pot, cap = hands(first, second, weights), 3.0, 2
    answer = River(game, pot, cap).solve()
    plans: tuple[Plan, Plan] = ({}, {})
    for line, names in answer.acts.items():
        for hand, shares in enumerate(answer.frequencies[line].T.tolist()):
            plans[len(line) % 2][line, hand] = dict(zip(names, shares, strict=True))
    reached = game_value(game, plans, pot, cap)
    assert answer.values == pytest.approx((reached, pot - reached), abs=1e-9)
    best = max(game_value(game, (plan, plans[1]), pot, cap) for plan in pure_plans(0, 2, cap))
    worst = min(game_value(game, (plans[0], plan), pot, cap) for plan in pure_plans(1, 2, cap))
    assert max(best - reached, reached - worst) / pot == pytest.approx(answer.exploitable, abs=1e-9)
    assert answer.exploitable <= 0.0001


# -- the hands -------------------------------------------------------------------------------------------------


def combine_ranges(first: str, second: str, dead: int = 0) -> FinalHands:
    first_hands, second_hands = (
        [*hands_after_draw(remove_blocked_hands_or_refuse(parse_range(text), dead), dead)] for text in (first, second)
    )
    return combine_final_hands(first_hands, second_hands, dead)


def test_hands_after_the_last_draw_tried_out() -> None:
    ours, theirs = parse_cards("2c 3d 4h 7s"), parse_cards("2d 3h 5s 8c 9c")
    combined = combine_ranges("2c3d4h7s", "2d3h5s8c9c")
    unseen = [card for card in DECK if card not in {*ours, *theirs}]
    made = [number((*ours, card)) for card in unseen]
    assert combined.numbers[0].tolist() == sorted({*made})
    assert combined.numbers[1].tolist() == [number(theirs)]
    expected = [Fraction(made.count(rank_number), len(made)) for rank_number in sorted({*made})]
    assert combined.joint_shares[:, 0].tolist() == pytest.approx([float(share) for share in expected])


def test_both_draw_from_one_deck() -> None:
    """With every five but one gone, both cannot make a wheel."""
    combined = combine_ranges("2c3d4h7s", "2d3h4s7c", 0b1000 | 0b1000 << 13 | 0b1000 << 26)
    wheel = [numbers.tolist().index(1) for numbers in combined.numbers]
    assert combined.joint_shares[wheel[0], wheel[1]] == 0
    assert combined.joint_shares[wheel[0]].sum() == pytest.approx(1 / 41)
    assert combined.joint_shares.sum() == pytest.approx(1)


def test_ranges_tried_out() -> None:
    """Pairs of hands one by one, some of half the weight; who draws has thrown a card that the other cannot have."""
    ours, theirs = "9d8d7h6s4c, 9h8d7h6s4c, 8h6d5h4s2h@0.5", "9c8d7c6c2c, 9c8c7c6d2h, 2c3d5s8s/9h"
    first, second, combined = parse_range(ours), parse_range(theirs), combine_ranges(ours, theirs)
    pairs: dict[tuple[int, int], float] = {}
    for hand, weight in zip(map(mask_to_cards, first.keeps.tolist()), first.weight.tolist(), strict=True):
        for keep, thrown in zip(
            map(mask_to_cards, second.keeps.tolist()), map(mask_to_cards, second.thrown.tolist()), strict=True
        ):
            unseen = [card for card in DECK if card not in {*hand, *keep, *thrown}]
            finals = [(*keep, card) for card in unseen] if thrown else [keep]
            for final in finals if not {*hand} & {*keep, *thrown} else []:
                key = number(hand), number(final)
                pairs[key] = pairs.get(key, 0) + weight / len(finals)
    assert [numbers.tolist() for numbers in combined.numbers] == [
        sorted({key[side] for key in pairs}) for side in (0, 1)
    ]
    expected = [
        [pairs.get((row, column), 0) for column in combined.numbers[1].tolist()] for row in combined.numbers[0].tolist()
    ]
    assert combined.joint_shares == pytest.approx(np.array(expected) / sum(pairs.values()), abs=1e-12)


@pytest.mark.nightly
def test_nines_against_nines_are_solved() -> None:
    """Three thousand million pairs of hands: fifty-two numbers a side."""
    answer = River(combine_ranges("pat 9-", "pat 9-"), 6).solve()
    assert answer.frequencies[""].shape == (2, 52)
    assert answer.exploitable <= 0.0001


MANY_RIVERS = """
from hashlib import sha256
import numpy as np
from histparse.coach.river import RiverOfClasses

shares = np.random.default_rng(1).dirichlet(np.ones(120), (2, 60)).astype(np.float32)
solution = RiverOfClasses([*shares], np.full(60, 6.0)).solve(0.001)
print(sha256(b"".join(plan.tobytes() for plan in solution.plans)).hexdigest())
"""


@pytest.mark.nightly
def test_many_rivers_are_solved_alike_by_one_thread_and_by_two() -> None:
    """To the last digit: a product with a matrix, as these sums once were, is rounded otherwise by two threads."""
    by_one_thread, by_two_threads = (
        subprocess.run(
            [sys.executable, "-c", MANY_RIVERS],
            env={**os.environ, "OPENBLAS_NUM_THREADS": threads},
            capture_output=True,
            check=True,
        ).stdout
        for threads in ("1", "2")
    )
    assert by_one_thread == by_two_threads
