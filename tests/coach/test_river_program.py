"""Rivers against a linear program: the game in sequence form, whose value no answer can exceed."""

from __future__ import annotations

import os

import numpy as np
import pytest
from scipy.optimize import linprog

from histparse.coach.river import River
from histparse.odds.card_sets import Floats
from histparse.odds.final_hands import FinalHands
from tests.coach.test_river import acts, hands, lines, mean_gain

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
Sequence = tuple[int, str]
"""A hand, and the line up to its player's last act; empty before the first."""


def sequences(player: int, held: int, cap: int) -> dict[Sequence, int]:
    """The number of each sequence of a player."""
    ends = ["", *(line + act for line in lines(cap) if len(line) % 2 == player for act in acts(line, cap))]
    return {(hand, end): place for place, (hand, end) in enumerate((hand, end) for hand in range(held) for end in ends)}


def last_act_of(line: str, player: int) -> str:
    """The line up to the player's last act."""
    ends = [line[: place + 1] for place in range(len(line)) if place % 2 == player]
    return ends[-1] if ends else ""


def rules(player: int, numbers: dict[Sequence, int], held: int, cap: int) -> tuple[Floats, Floats]:
    """The equations of a plan: what is done at a point adds up to how often it is reached; each hand begins once."""
    points = [(hand, line) for hand in range(held) for line in lines(cap) if len(line) % 2 == player]
    left, right = np.zeros((held + len(points), len(numbers))), np.zeros(held + len(points))
    for hand in range(held):
        left[hand, numbers[hand, ""]], right[hand] = 1, 1
    for row, (hand, line) in enumerate(points, start=held):
        left[row, numbers[hand, last_act_of(line, player)]] = -1
        for act in acts(line, cap):
            left[row, numbers[hand, line + act]] = 1
    return left, right


def value_by_program(game: FinalHands, pot: float, cap: int) -> float:
    """What the first player gets if both play perfectly."""
    sizes = game.joint_shares.shape
    own_sequences, opponent_sequences = (sequences(player, sizes[player], cap) for player in (0, 1))
    open_lines = set(lines(cap))
    ends = [line + act for line in open_lines for act in acts(line, cap) if line + act not in open_lines]
    pays = np.zeros((len(own_sequences), len(opponent_sequences)))
    for own_hand, opponent_hand in np.ndindex(*sizes):
        numbers = int(game.numbers[0][own_hand]), int(game.numbers[1][opponent_hand])
        for line in ends:
            pair = (
                own_sequences[own_hand, last_act_of(line, 0)],
                opponent_sequences[opponent_hand, last_act_of(line, 1)],
            )
            pays[pair] += game.joint_shares[own_hand, opponent_hand] * mean_gain(
                line, (own_hand, opponent_hand), numbers, ({}, {}), pot, cap
            )
    (own_rules, begin_own), (opponent_rules, begin_opponent) = (
        rules(player, numbers, sizes[player], cap) for player, numbers in enumerate((own_sequences, opponent_sequences))
    )
    # The plan of the first, and the values of the second's points: the best that the second can hold it to.
    program = linprog(
        np.concatenate([np.zeros(len(own_sequences)), -begin_opponent]),
        A_ub=np.hstack([-pays.T, opponent_rules.T]),
        b_ub=np.zeros(len(opponent_sequences)),
        A_eq=np.hstack([own_rules, np.zeros((len(own_rules), len(opponent_rules)))]),
        b_eq=begin_own,
        bounds=[(0, None)] * len(own_sequences) + [(None, None)] * len(opponent_rules),
    )
    assert program.success
    return float(-program.fun)


@pytest.mark.nightly(2)
@pytest.mark.parametrize("cap", [1, 2, 4])
@pytest.mark.parametrize("seed", range(20 if SOAK else 2))
def test_an_answer_has_the_value_of_the_program(cap: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    first, second = (sorted(random.choice(12, size, replace=False).tolist()) for size in (4, 5))
    game = hands(first, second, (random.random((4, 5)) * (random.random((4, 5)) > 0.2)).tolist())
    pot = float(random.choice([1, 2, 5]))
    answer = River(game, pot, cap).solve()
    assert answer.exploitable <= 0.0001
    assert answer.values[0] == pytest.approx(value_by_program(game, pot, cap), abs=2e-4 * pot)
