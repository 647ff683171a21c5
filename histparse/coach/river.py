"""Coach: solves a heads-up river of fixed limit - who bets, calls and raises with what, and how exploitable that is.

Counterfactual regret minimisation (CFR+): both sides play against each other many times, each time more often what
would have been better, and the average of all strategies comes near an equilibrium. How near is computed, not hoped:
by what the best answer to it would win. Many rivers between the same hands are solved side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import numpy as np
from msgspec import Struct

from histparse.coach.betting import Betting, HandsByLine, Reals, RowsByHand, count_bets
from histparse.odds.card_sets import Flags
from histparse.odds.final_hands import FinalHands

EXPLOITABLE = 0.0001
"""The part of the pot to which an answer must be exact."""
_CHECKED = 25
"""Rounds after which it is looked how near the answer is."""
_MOST_ROUNDS = 20_000
_LEAST = 1e-12


LinesByRiverAndHand = Reals
PlansValuesExploitability = tuple[tuple[Reals, Reals], Reals, Reals]


class Solution(Struct, frozen=True):
    """An answer for both players."""

    acts: dict[str, str]
    """What can be done at each line: the first player's turn where its length is even."""
    plans: tuple[RowsByHand, RowsByHand]
    """What each does: rows as in `Betting`, by rivers, by hands."""
    frequencies: dict[str, Reals]
    """For each line, how often each act is chosen (rows, as in `acts`) with each hand (columns)."""
    values: Reals
    """What each gets of the pot and the bets, less what they put in on the river; together the pot: by player."""
    exploitable: float
    """What the worse of both can lose: how much more than these a perfect opponent would win, as a share of the pot."""
    rounds: int


class Losses(Struct, frozen=True):
    """The losses of a player's acts against an answer of the other, who would play on as well as possible."""

    lost: RowsByHand
    """In big bets, beside the best act of this hand: rows as in `Betting`, by rivers, by hands."""
    reached: dict[str, Reals]
    """How often the other comes to each line of the player, as far as it depends on the other: by rivers, by hands."""
    made: Reals
    """How often the player does it in the answer, of all times that they hold anything: rows, by rivers."""


class River:
    """The game: hands, pot in big bets, and the cap of bets.

    `hands.joint_shares` and the pot may be those of many rivers, which come before the hands.
    """

    def __init__(self, hands: FinalHands, pot: float | Reals, cap: int = 4) -> None:
        numbers, joint_shares = hands.numbers, hands.joint_shares
        won = joint_shares * np.sign(numbers[1] - numbers[0][:, None])
        self._weights = joint_shares, np.ascontiguousarray(joint_shares.swapaxes(-1, -2))
        self._more = won, np.ascontiguousarray(-won.swapaxes(-1, -2))
        self._set_up_betting_and_regrets(
            [np.ones((*joint_shares.shape[:-2], len(some)), joint_shares.dtype) for some in numbers], pot, cap
        )

    def _set_up_betting_and_regrets(self, hand_ones: list[Reals], pot: float | Reals, cap: int) -> None:
        """`hand_ones`: ones for the hands of both."""
        self.betting = Betting(cap)
        self._pot = np.asarray(pot, hand_ones[0].dtype)[..., None]
        self._all = hand_ones
        self._regrets, self._sums = (
            [np.zeros((self.betting.height[side], *hands.shape), hands.dtype) for side, hands in enumerate(hand_ones)]
            for _ in range(2)
        )
        self._plans = [self.betting.normalise_plan(side, self._regrets[side]) for side in (0, 1)]

    def solve(self, exploitable: float = EXPLOITABLE, most_rounds: int = _MOST_ROUNDS) -> Solution:
        """An answer that is at most so exploitable, in each of the rivers, or the best after so many rounds."""
        for rounds in range(1, most_rounds + 1):
            for player in (0, 1):
                self._update_regrets_and_plan(player, rounds)
            if rounds % _CHECKED == 0 and (average := self._average_solution(rounds)).exploitable <= exploitable:
                return average
        return self._average_solution(most_rounds)

    def price_acts(self, player: int, solution: Solution) -> Losses:
        """Price each act of the player, with each hand, if the other plays the answer."""
        reach = self._reach_lines(1 - player, solution.plans[1 - player])
        gains = np.zeros_like(solution.plans[player])
        self.betting.hand_worths(player, None, self._end_values(player, reach), gains)
        held = self._opponent_weights(player, self._all[1 - player][None])[0]
        reach_of_player = self._reach_lines(player, solution.plans[player])
        made = np.empty(gains.shape[:-1])
        reached = {}
        for line in self.betting.decision_lines(player):
            weights = self._opponent_weights(player, reach[line][None])[0]
            rows = self.betting.rows[line]
            gains[rows] /= np.maximum(weights, _LEAST)
            reached[line] = weights / np.maximum(held, _LEAST)
            made[rows] = [(held * reach_of_player[line + act]).sum(-1) for act in self.betting.acts[line]]
        return Losses(-gains, reached, made)

    def _update_regrets_and_plan(self, player: int, round_number: int) -> None:
        """One player regrets what they did not do; later rounds count more."""
        reach, gains = self._reach_lines(1 - player, self._plans[1 - player]), np.zeros_like(self._regrets[player])
        self.betting.hand_worths(player, self._plans[player], self._end_values(player, reach), gains)
        regrets = self._regrets[player]
        np.maximum(np.add(regrets, gains, out=regrets), 0, out=regrets)
        self._plans[player] = self.betting.normalise_plan(player, regrets)
        self.betting.add_plan_to_sums(
            player, self._sums[player], self._reach_lines(player, self._plans[player]), round_number
        )

    def _reach_lines(self, player: int, plan: RowsByHand) -> HandsByLine:
        return self.betting.reach_by_line(player, plan, self._all[player])

    def _end_values(self, player: int, reach: HandsByLine) -> HandsByLine:
        """The value of each hand of the player at the ends, weighted by how often the other's hands come there."""
        folds, closings = self.betting.folds, self.betting.closings
        hands = np.stack([reach[line] for line in (*folds, *closings)])
        weights, margins = self._opponent_weights(player, hands), self._win_margins(player, hands[len(folds) :])
        ends: HandsByLine = {}
        for line, weight in zip(folds, weights, strict=False):
            lost = count_bets(line) - 1
            ends[line] = weight * (self._pot + lost if len(line) % 2 == player else -lost)
        half = self._pot / 2
        for line, weight, margin in zip(closings, weights[len(folds) :], margins, strict=True):
            ends[line] = weight * half + margin * (half + count_bets(line))
        return ends

    def _opponent_weights(self, player: int, hands: LinesByRiverAndHand) -> LinesByRiverAndHand:
        """The weight of the other's hands beside each of the player's: lines by rivers by hands."""
        return _sum_weights(self._weights[player], hands)

    def _win_margins(self, player: int, hands: LinesByRiverAndHand) -> LinesByRiverAndHand:
        return _sum_weights(self._more[player], hands)

    def _average_solution(self, rounds: int) -> Solution:
        plans, values, exploitable = self._evaluate_averages()
        return self._build_solution(plans, values, float(exploitable.max()), rounds)

    def _evaluate_averages(self) -> PlansValuesExploitability:
        """The average plans, their values, and how exploitable they are: the last two by rivers."""
        first, second = (self.betting.normalise_plan(side, self._sums[side]) for side in (0, 1))
        plans = first, second
        ends = [self._end_values(side, self._reach_lines(1 - side, plans[1 - side])) for side in (0, 1)]
        values, best = (
            np.stack([self.betting.hand_worths(side, plan, ends[side]).sum(-1) for side, plan in enumerate(pair)])
            for pair in (plans, (None, None))
        )
        return plans, values, ((best - values) / self._pot[..., 0]).max(0)

    def _build_solution(
        self, plans: tuple[RowsByHand, RowsByHand], values: Reals, exploitable: float, rounds: int
    ) -> Solution:
        frequencies = {line: plans[len(line) % 2][rows] for line, rows in self.betting.rows.items()}
        return Solution(self.betting.acts, plans, frequencies, values, exploitable, rounds)


class RiverOfClasses(River):
    """Many rivers of hands without cards: what one holds does not depend on the other's hand. So sums are enough."""

    def __init__(self, shares: Sequence[Reals], pot: Reals, cap: int = 4) -> None:
        """`shares`: of each player's hands, from the best class to the worst, which is the same for both: by rivers."""
        # Without cards a price is right to within about a third, but all rivers of a year can be solved.
        self._shares = shares
        self._set_up_betting_and_regrets([np.ones_like(hands) for hands in shares], pot, cap)

    def solve(self, exploitable: float | Reals = EXPLOITABLE, most_rounds: int = _MOST_ROUNDS) -> Solution:
        """As of one river, each with a limit of its own; those that are solved are left alone, while others go on."""
        plans = np.empty_like(self._sums[0]), np.empty_like(self._sums[1])
        number = len(self._shares[0])
        values, error = np.empty((2, number)), np.empty(number)
        limit = np.broadcast_to(exploitable, number)
        unsolved, rounds, rivers = np.arange(number), 0, self
        while len(unsolved):
            for _ in range(min(_CHECKED, most_rounds - rounds)):
                rounds += 1
                for player in (0, 1):
                    rivers._update_regrets_and_plan(player, rounds)
            averages, values[:, unsolved], error[unsolved] = rivers._evaluate_averages()
            for plan, average in zip(plans, averages, strict=True):
                plan[:, unsolved] = average
            is_open = (error[unsolved] > limit[unsolved]) & (rounds < most_rounds)
            unsolved, rivers = unsolved[is_open], rivers._select_rivers(is_open)
        return self._build_solution(plans, values, float(error.max()), rounds)

    def _select_rivers(self, is_selected: Flags) -> RiverOfClasses:
        """Some of these rivers, as far as they have been played."""
        rivers = copy(self)
        rivers._pot = self._pot[is_selected]
        rivers._shares, rivers._all = ([hands[is_selected] for hands in pair] for pair in (self._shares, self._all))
        rivers._regrets, rivers._sums, rivers._plans = (
            [plan[:, is_selected] for plan in pair] for pair in (self._regrets, self._sums, self._plans)
        )
        return rivers

    def _opponent_weights(self, player: int, hands: LinesByRiverAndHand) -> LinesByRiverAndHand:
        weights = np.einsum("lrh,rh->lr", hands, self._shares[1 - player])
        return np.asarray(self._shares[player] * weights[..., None])

    def _win_margins(self, player: int, hands: LinesByRiverAndHand) -> LinesByRiverAndHand:
        # By running sums, not as a product with a matrix: how BLAS rounds that depends on its number of threads.
        shares = self._shares[1 - player] * hands
        better = shares.cumsum(-1)  # and equal
        return np.asarray(self._shares[player] * (better[..., -1:] - 2 * better + shares))


def _sum_weights(weights: Reals, hands: LinesByRiverAndHand) -> LinesByRiverAndHand:
    return np.moveaxis(weights @ np.moveaxis(hands, 0, -1), -1, 0)
