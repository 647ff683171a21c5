"""Coach: solves the last two streets of fixed limit heads-up - a betting round, the last draw, and the river.

Counterfactual regret minimisation (CFR+), as on the river. Hands are types (`odds.types`): those that differ only in
suits are played alike. Types are held together as often as their cards allow; what is drawn is not what either has
seen, and both draw from one deck (`odds.removal`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import comb

import numpy as np
from msgspec import Struct
from scipy.sparse import csr_array

from histparse.coach.betting import Reals
from histparse.coach.played import Drawn, Game, Plan, Played
from histparse.odds.best_draws import Floats
from histparse.odds.card_sets import HAND
from histparse.odds.ranges import TooManyError
from histparse.odds.removal import Removal
from histparse.odds.types import Counts, finals_of

EXPLOITABLE = 0.001
"""The part of the pot to which an answer must be exact in its own game."""
_CHECKED = 20
_MOST_ROUNDS = 2_000
_LATER = 2
"""The power of its number by which a round counts."""
_MOST_PAIRS = 45_000_000
"""Pairs of final hands of which a table is made at a time: 180 MB."""
_NONE = np.zeros((0, 1), np.float32)


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
            {drawn: finals_of(types, drawn, game.deck) for drawn in numbers[side]}
            for side, types in enumerate(game.types)
        ]
        for drawn in product(*numbers):
            first, second = (self.finals[side][drawn[side]].number for side in (0, 1))
            if len(first) * len(second) > _MOST_PAIRS:
                raise TooManyError("there are too many hands after the draw to look at: name fewer hands")
        removal = {
            drawn: Removal((self.finals[0][drawn[0]], self.finals[1][drawn[1]]), _beside_suits(game, drawn), game.deck)
            for drawn in product(*numbers)
        }
        self.places = {drawn: some.places for drawn, some in removal.items()}
        comes = {drawn: [self._comes(side, drawn) for side in (0, 1)] for drawn in removal}
        super().__init__(game, numbers, removal, comes)
        self._regrets, self._sums = ([self.nothing(player) for player in (0, 1)] for _ in range(2))
        self._plans = [self.in_proportion(player, self._regrets[player]) for player in (0, 1)]
        self._reaches = [self.reach(player, self._plans[player]) for player in (0, 1)]

    def solved(self, exploitable: float = EXPLOITABLE, told: Callable[[int], None] = lambda _: None) -> Solution:
        """An answer that is at most so exploitable, or the best after many rounds; `told` of each round."""
        for rounds in range(1, _MOST_ROUNDS + 1):
            for player in (0, 1):
                self._learn(player, rounds)
            told(1)
            if rounds % _CHECKED == 0 and (found := self.average(rounds)).exploitable <= exploitable:
                return found
        return self.average(_MOST_ROUNDS)

    def average(self, rounds: int) -> Solution:
        """What was done so far, later rounds counting more."""
        first, second = (self.in_proportion(player, self._sums[player]) for player in (0, 1))
        reaches = self.reach(0, first), self.reach(1, second)
        value = float(self.values(0, reaches[1], first).all.sum())
        more = [float(self.values(player, reaches[1 - player], None).all.sum()) for player in (0, 1)]
        half = self.game.pot / 2
        exploitable = max(more[0] - value, more[1] + value) / self.game.pot
        return Solution((first, second), (half + value, half - value), exploitable, rounds)

    def _learn(self, player: int, rounds: int) -> None:
        """One player regrets what they did not do; later rounds count more."""
        gains = self.nothing(player)
        self.values(player, self._reaches[1 - player], self._plans[player], gains)
        for so_far, more in zip(_arrays(self._regrets[player]), _arrays(gains), strict=True):
            np.maximum(np.add(so_far, more, out=so_far), 0, out=so_far)
        self._plans[player] = self.in_proportion(player, self._regrets[player])
        self._reaches[player] = reach = self.reach(player, self._plans[player])
        weight = float(rounds) ** _LATER
        self.third.add(player, self._sums[player].third, reach.third, weight)
        self._sums[player].draw += weight * reach.ways
        for drawn, river in reach.rivers.items():
            self.river.add(player, self._sums[player].rivers[drawn], river, weight)

    def _comes(self, side: int, drawn: tuple[int, int]) -> csr_array:
        """How often ways end in each place."""
        comes = self.finals[side][drawn[side]].comes.tocoo()
        places = self.places[drawn][side]
        column = places.place_of[comes.coords[1]]
        return csr_array(
            (comes.data.astype(np.float32), (comes.coords[0], column)), shape=(comes.shape[0], places.hands.size)
        )


def _arrays(plan: Plan) -> Iterator[Reals]:
    yield plan.third
    yield plan.draw
    yield from plan.rivers.values()


def _beside_suits(game: Game, drawn: Drawn) -> Floats:
    """How often the ranks of both are held and so many cards drawn, beside what it would be with cards of any suits."""
    first, second = game.types
    one = [np.unique(types.ranks, return_index=True)[1] for types in game.types]
    known = [types.known[some] for types, some in zip(game.types, one, strict=True)]
    rows, columns = (
        csr_array((np.ones(len(types.ranks)), (types.ranks, np.arange(len(types.ranks))))) for types in game.types
    )
    alike = game.deck.apart(*known) * np.outer(rows @ first.weight, columns @ second.weight)
    together = rows @ game.together @ columns.T
    beside = np.divide(together, alike, out=np.zeros_like(together), where=alike > 0)
    return np.asarray(beside * chance_of_pairs(int(game.deck.there.sum()), drawn, [some.sum(1) for some in known]))


def chance_of_pairs(deck: int, drawn: tuple[int, int], known: Sequence[Counts]) -> Floats:
    """How much likelier draws are when as many cards as that are known to both, as long as these are not drawn."""
    ways = np.array([[comb(left, some) for some in range(HAND + 1)] for left in range(deck + 1)], np.float64)
    alone = ways[deck - known[0], drawn[0]][:, None] * ways[deck - known[1], drawn[1]]
    left = deck - known[0][:, None] - known[1]
    return np.asarray(alone / (ways[left, drawn[0]] * ways[left - drawn[0], drawn[1]]))
