"""Coach: solves the last two streets of fixed limit heads-up - a betting round, the last draw, and the river.

Counterfactual regret minimisation (CFR+), as on the river. Hands are types (`odds.types`): those that differ only in
suits are played alike. Types are held together as often as their cards allow; what is drawn is not what either has
seen, and both draw from one deck (`odds.removal`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.sparse import csr_array

from histparse.coach.betting import Betting, HandsByLine, Reals, count_bets
from histparse.odds.card_sets import Floats, TooManyError, divide_or_zero
from histparse.odds.hand_sums import CHOOSE
from histparse.odds.removal import Meeting, Removal
from histparse.odds.types import Cells, Types, compute_final_hands

Drawn = tuple[int, int]
"""How many cards both draw."""
_NONE = np.zeros((0, 1), np.float32)


class Game(Struct, frozen=True):
    """The hands that both may hold, and the stakes."""

    types: tuple[Types, Types]
    joint_shares: Floats
    """How often types are held together, of 1: an array of the first player's by the second's."""
    deck: Cells
    pot: float
    caps: tuple[int, int] = (4, 4)
    """How many bets and raises there are before the draw, and on the river."""


class Plan(Struct):
    """The strategy of one player."""

    third: Reals
    """Rows as in `Betting`, by types."""
    draw: Reals
    """How often each way is chosen: by closings, for the second player also by what the first drew, and ways."""
    rivers: dict[Drawn, Reals]
    """By how many cards both drew: rows as in `Betting`, by closings, by places."""


class Reach(Struct, frozen=True):
    """The frequency with which a player comes to lines, as far as that depends on them."""

    third: HandsByLine
    ways: Reals
    """As `Plan.draw`, times how often the type comes there."""
    rivers: dict[Drawn, HandsByLine]


class Played:
    """The game, as far as plans need it."""

    def __init__(
        self,
        game: Game,
        drawn: Sequence[list[int]],
        removal: Mapping[Drawn, Meeting],
        way_chances: Mapping[Drawn, Sequence[csr_array]],
    ) -> None:
        """`drawn`: how many cards each may draw. By both: how final hands meet; how often ways of each end in them."""
        self.game, self.drawn, self.removal, self.way_chances = game, drawn, removal, way_chances
        self.third, self.river = Betting(game.caps[0]), Betting(game.caps[1])
        self._stakes = np.array([[game.pot / 2 + count_bets(line)] for line in self.third.closings], np.float32)
        self._joint_shares = game.joint_shares.astype(np.float32)

    def zero_plan(self, player: int) -> Plan:
        """Zeros in the shape of a plan."""
        types, closings = self.game.types[player], len(self.third.closings)
        leading = (closings, len(self.drawn[0])) if player else (closings,)
        return Plan(
            np.zeros((self.third.height[player], len(types.weight)), np.float32),
            np.zeros((*leading, len(types.drawn)), np.float32),
            {
                drawn: np.zeros((self.river.height[player], closings, chances[player].shape[1]), np.float32)
                for drawn, chances in self.way_chances.items()
            },
        )

    def normalise_plan(self, player: int, amounts: Plan) -> Plan:
        """The plan that does everything as often as the amounts say."""
        way_type = self.game.types[player].way_type
        total = self.reduce_by_type(player, amounts.draw, np.add)[..., way_type]
        even = (1 / np.bincount(way_type)[way_type]).astype(np.float32)
        draw = np.where(total > 0, amounts.draw / np.where(total > 0, total, 1), even)
        return Plan(
            self.third.normalise_plan(player, amounts.third),
            draw,
            {drawn: self.river.normalise_plan(player, river) for drawn, river in amounts.rivers.items()},
        )

    def reduce_by_type(self, player: int, values: Reals, reducer: np.ufunc) -> Reals:
        """The values of the ways of each type, put together."""
        first = np.flatnonzero(np.diff(self.game.types[player].way_type, prepend=-1))
        return reducer.reduceat(values, first, axis=-1)

    def compute_reach(self, player: int, plan: Plan) -> Reach:
        """Compute how often a player comes to all lines, as far as that depends on them."""
        types = self.game.types[player]
        third = self.third.reach_by_line(player, plan.third, np.ones(len(types.weight), np.float32))
        closed = np.stack([third[line] for line in self.third.closings])[..., types.way_type]
        ways = (closed[:, None] if player else closed) * plan.draw
        rivers = {}
        for drawn, river in plan.rivers.items():
            reached = ways[:, self.drawn[0].index(drawn[0])] if player else ways
            begin = np.ascontiguousarray((self.way_chances[drawn][player].T @ reached.T).T)
            rivers[drawn] = self.river.reach_by_line(player, river, begin)
        return Reach(third, ways, rivers)

    def value_types(
        self, player: int, opponent_reach: Reach, plan: Plan | None, gains_to_fill: Plan | None = None
    ) -> Reals:
        """Value each type beyond half of the pot, times how often it is held; without a plan, by the best answer.

        `gains_to_fill` are filled with how much more everything else would win.
        """
        types = self.game.types[player]
        leading = (len(self.drawn[0]),) if player else ()
        ways = np.zeros((len(self._stakes), *leading, len(types.drawn)), np.float32)
        for drawn, removal in self.removal.items():
            ends = self._river_end_values(player, opponent_reach.rivers[drawn], removal)
            river_worths = self.river.hand_worths(
                player,
                plan.rivers[drawn] if plan else None,
                ends,
                gains_to_fill.rivers[drawn] if gains_to_fill else None,
            )
            into = ways[:, self.drawn[0].index(drawn[0])] if player else ways
            into += (self.way_chances[drawn][player] @ river_worths.T).T
        after = (
            self.reduce_by_type(player, plan.draw * ways, np.add)
            if plan
            else self.reduce_by_type(player, ways, np.maximum)
        )
        if gains_to_fill:
            gains_to_fill.draw = ways - after[..., types.way_type]
        closed = after.sum(1) if player else after
        ends = dict(zip(self.third.closings, closed, strict=True))
        for line in self.third.folds:
            weight = opponent_reach.third[line] @ (self._joint_shares if player else self._joint_shares.T)
            ends[line] = weight * self._fold_result(line, player, self.game.pot / 2)
        return self.third.hand_worths(
            player, plan.third if plan else None, ends, gains_to_fill.third if gains_to_fill else None
        )

    def _river_end_values(self, player: int, opponent_reach: HandsByLine, removal: Meeting) -> HandsByLine:
        folds, closings = self.river.folds, self.river.closings
        fold_rates = (
            removal.meet_rates(player, np.concatenate([opponent_reach[line] for line in folds])) if folds else _NONE
        )
        won = removal.net_wins(player, np.concatenate([opponent_reach[line] for line in closings]))
        ends = {
            line: weight * self._fold_result(line, player, self._stakes)
            for line, weight in zip(folds, np.split(fold_rates, max(len(folds), 1)), strict=False)
        }
        shown = zip(closings, np.split(won, len(closings)), strict=True)
        return ends | {line: weight * (self._stakes + count_bets(line)) for line, weight in shown}

    def _fold_result(self, line: str, player: int, stakes: Reals | float) -> Reals | float:
        return (stakes + count_bets(line) - 1) * (1 if len(line) % 2 == player else -1)


# --- the solution -----------------------------------------------------------------------------------------------------

EXPLOITABLE = 0.001
"""The part of the pot to which an answer must be exact in its own game."""
_CHECKED = 20
_MOST_ROUNDS = 2_000
_LATER = 2
"""The power of its number by which a round counts."""
_MOST_PAIRS = 45_000_000
"""Pairs of final hands of which a table is made at a time: 180 MB."""


class Solution(Struct, frozen=True):
    """An answer for both players."""

    plans: tuple[Plan, Plan]
    values: tuple[float, float]
    """What each gets of the pot and the bets, less what they put in from here on; together the pot."""
    exploitable: float
    """What the worse of both can lose in this game, as a share of the pot."""
    rounds: int


class Streets(Played):
    """The game, and what was learnt of it."""

    def __init__(self, game: Game) -> None:
        numbers = [np.unique(types.drawn).tolist() for types in game.types]
        self.finals = [
            {drawn: compute_final_hands(types, drawn, game.deck) for drawn in numbers[side]}
            for side, types in enumerate(game.types)
        ]
        for drawn in product(*numbers):
            first, second = (self.finals[side][drawn[side]].number for side in (0, 1))
            if len(first) * len(second) > _MOST_PAIRS:
                raise TooManyError("there are too many hands after the draw to look at: name fewer hands")
        # Without the cards that both hold, an answer was 2.6 to 3.7 % of the pot exploitable.
        removal = {
            drawn: Removal(
                (self.finals[0][drawn[0]], self.finals[1][drawn[1]]),
                _joint_chance_ratios_of_suits(game, drawn),
                game.deck,
            )
            for drawn in product(*numbers)
        }
        self.places = {drawn: meeting.places for drawn, meeting in removal.items()}
        way_chances = {drawn: [self._final_place_chances_by_way(side, drawn) for side in (0, 1)] for drawn in removal}
        super().__init__(game, numbers, removal, way_chances)
        self._regrets, self._sums = ([self.zero_plan(player) for player in (0, 1)] for _ in range(2))
        self._plans = [self.normalise_plan(player, self._regrets[player]) for player in (0, 1)]
        self._reaches = [self.compute_reach(player, self._plans[player]) for player in (0, 1)]

    def solve(self, exploitable: float = EXPLOITABLE, progress: Callable[[int], None] = lambda _: None) -> Solution:
        """An answer that is at most so exploitable, or the best after many rounds; `progress` of each round."""
        for rounds in range(1, _MOST_ROUNDS + 1):
            for player in (0, 1):
                self._update_regrets_and_plan(player, rounds)
            progress(1)
            if rounds % _CHECKED == 0 and (solution := self.average_solution(rounds)).exploitable <= exploitable:
                return solution
        return self.average_solution(_MOST_ROUNDS)

    def average_solution(self, rounds: int) -> Solution:
        """Average the play of all rounds so far, later rounds counting more."""
        first, second = (self.normalise_plan(player, self._sums[player]) for player in (0, 1))
        reaches = self.compute_reach(0, first), self.compute_reach(1, second)
        value = float(self.value_types(0, reaches[1], first).sum())
        more = [float(self.value_types(player, reaches[1 - player], None).sum()) for player in (0, 1)]
        half = self.game.pot / 2
        exploitable = max(more[0] - value, more[1] + value) / self.game.pot
        return Solution((first, second), (half + value, half - value), exploitable, rounds)

    def _update_regrets_and_plan(self, player: int, round_number: int) -> None:
        """One player regrets what they did not do; later rounds count more."""
        gains = self.zero_plan(player)
        self.value_types(player, self._reaches[1 - player], self._plans[player], gains)
        # CFR+: beside discounted and predictive CFR it needed the fewest rounds.
        for regrets, more in zip(_plan_arrays(self._regrets[player]), _plan_arrays(gains), strict=True):
            np.maximum(np.add(regrets, more, out=regrets), 0, out=regrets)
        self._plans[player] = self.normalise_plan(player, self._regrets[player])
        self._reaches[player] = reach = self.compute_reach(player, self._plans[player])
        weight = float(round_number) ** _LATER
        self.third.add_plan_to_sums(player, self._sums[player].third, reach.third, weight)
        self._sums[player].draw += weight * reach.ways
        for drawn, river in reach.rivers.items():
            self.river.add_plan_to_sums(player, self._sums[player].rivers[drawn], river, weight)

    def _final_place_chances_by_way(self, player: int, drawn: Drawn) -> csr_array:
        chances = self.finals[player][drawn[player]].way_chances.tocoo()
        places = self.places[drawn][player]
        column = places.hand_places[chances.coords[1]]
        return csr_array(
            (chances.data.astype(np.float32), (chances.coords[0], column)), shape=(chances.shape[0], places.hands.size)
        )


def _plan_arrays(plan: Plan) -> Iterator[Reals]:
    yield plan.third
    yield plan.draw
    yield from plan.rivers.values()


def _joint_chance_ratios_of_suits(game: Game, drawn: Drawn) -> Floats:
    """The chance that both hold these ranks and draw so many cards, relative to that with cards of any suits."""
    first, second = game.types
    samples = [np.unique(types.ranks, return_index=True)[1] for types in game.types]
    known = [types.known[sample] for types, sample in zip(game.types, samples, strict=True)]
    rows, columns = (
        csr_array((np.ones(len(types.ranks)), (types.ranks, np.arange(len(types.ranks))))) for types in game.types
    )
    alike = game.deck.chances_disjoint(*known) * np.outer(rows @ first.weight, columns @ second.weight)
    ratio = divide_or_zero(rows @ game.joint_shares @ columns.T, alike)
    return np.asarray(ratio * pair_draw_factors(int(game.deck.sizes.sum()), drawn, [counts.sum(1) for counts in known]))


def pair_draw_factors(deck_size: int, drawn: Drawn, cards_known: Sequence[NDArray[np.int64]]) -> Floats:
    """The factor by which draws are likelier for the number of cards known to both, as long as these are not drawn."""
    separate = CHOOSE[deck_size - cards_known[0], drawn[0]][:, None] * CHOOSE[deck_size - cards_known[1], drawn[1]]
    left = deck_size - cards_known[0][:, None] - cards_known[1]
    return np.asarray(separate / (CHOOSE[left, drawn[0]] * CHOOSE[left - drawn[0], drawn[1]]))
