"""Coach: the last two streets as they are played - what the plans of both come to, and what these are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct
from scipy.sparse import csr_array

from histparse.coach.betting import Betting, Ends, Reals, bets
from histparse.odds.best_draws import Floats
from histparse.odds.removal import Meeting
from histparse.odds.types import Cells, Types

Drawn = tuple[int, int]
"""How many cards both draw."""
_NONE = np.zeros((0, 1), np.float32)


class Game(Struct, frozen=True):
    """What both may hold, and for what they play."""

    types: tuple[Types, Types]
    together: Floats
    """How often types are held together, of 1: an array of the first player's by the second's."""
    deck: Cells
    pot: float
    caps: tuple[int, int] = (4, 4)
    """How many bets and raises there are before the draw, and on the river."""


class Plan(Struct):
    """What one player does."""

    third: Reals
    """Rows as in `Betting`, by types."""
    draw: Reals
    """How often each way is chosen: by closings, for the second player also by what the first drew, and ways."""
    rivers: dict[tuple[int, int], Reals]
    """By how many cards both drew: rows as in `Betting`, by closings, by places."""


class Reach(Struct, frozen=True):
    """How often a player comes to lines, as far as it depends on them."""

    third: Ends
    ways: Reals
    """As `Plan.draw`, times how often the type comes there."""
    rivers: dict[tuple[int, int], Ends]


class Values(Struct, frozen=True):
    """What types of a player get, times how often they are held and the other comes there."""

    all: Reals
    ends: Ends
    """After the third round."""
    ways: Reals
    """After the draw."""


class Played:
    """The game, as far as plans need it."""

    def __init__(
        self,
        game: Game,
        drawn: Sequence[list[int]],
        removal: Mapping[Drawn, Meeting],
        comes: Mapping[Drawn, Sequence[csr_array]],
    ) -> None:
        """`drawn`: how many cards each may draw. By both: how final hands meet; how often ways of each end in them."""
        self.game, self.drawn, self.removal, self.comes = game, drawn, removal, comes
        self.third, self.river = Betting(game.caps[0]), Betting(game.caps[1])
        self._stakes = np.array([[game.pot / 2 + bets(line)] for line in self.third.closings], np.float32)
        self._together = game.together.astype(np.float32)

    def nothing(self, player: int) -> Plan:
        """Zeros in the shape of a plan."""
        types, closings = self.game.types[player], len(self.third.closings)
        before = (closings, len(self.drawn[0])) if player else (closings,)
        return Plan(
            np.zeros((self.third.height[player], len(types.weight)), np.float32),
            np.zeros((*before, len(types.drawn)), np.float32),
            {
                drawn: np.zeros((self.river.height[player], closings, comes[player].shape[1]), np.float32)
                for drawn, comes in self.comes.items()
            },
        )

    def in_proportion(self, player: int, amounts: Plan) -> Plan:
        """The plan that does everything as often as the amounts say."""
        way_type = self.game.types[player].way_type
        total = self.by_type(player, amounts.draw, np.add)[..., way_type]
        even = (1 / np.bincount(way_type)[way_type]).astype(np.float32)
        draw = np.where(total > 0, amounts.draw / np.where(total > 0, total, 1), even)
        return Plan(
            self.third.in_proportion(player, amounts.third),
            draw,
            {drawn: self.river.in_proportion(player, some) for drawn, some in amounts.rivers.items()},
        )

    def by_type(self, player: int, values: Reals, how: np.ufunc) -> Reals:
        """The values of the ways of each type, put together."""
        first = np.flatnonzero(np.diff(self.game.types[player].way_type, prepend=-1))
        return np.asarray(how.reduceat(values, first, axis=-1))

    def reach(self, player: int, plan: Plan) -> Reach:
        """How often a player comes to all lines, as far as it depends on them."""
        types = self.game.types[player]
        third = self.third.reaches(player, plan.third, np.ones(len(types.weight), np.float32))
        closed = np.stack([third[line] for line in self.third.closings])[..., types.way_type]
        ways = (closed[:, None] if player else closed) * plan.draw
        rivers = {}
        for drawn, river in plan.rivers.items():
            some = ways[:, self.drawn[0].index(drawn[0])] if player else ways
            begin = np.ascontiguousarray((self.comes[drawn][player].T @ some.T).T)
            rivers[drawn] = self.river.reaches(player, river, begin)
        return Reach(third, ways, rivers)

    def values(self, player: int, theirs: Reach, plan: Plan | None, gains: Plan | None = None) -> Values:
        """What each type gets beyond half of the pot, times how often it is held; without a plan, by the best answer.

        `gains` are filled with how much more everything else would win.
        """
        types = self.game.types[player]
        before = (len(self.drawn[0]),) if player else ()
        ways = np.zeros((len(self._stakes), *before, len(types.drawn)), np.float32)
        for drawn, removal in self.removal.items():
            ends = self._ends(player, theirs.rivers[drawn], removal)
            worth = self.river.worths(
                player, plan.rivers[drawn] if plan else None, ends, gains.rivers[drawn] if gains else None
            )
            into = ways[:, self.drawn[0].index(drawn[0])] if player else ways
            into += (self.comes[drawn][player] @ worth.T).T
        after = self.by_type(player, plan.draw * ways, np.add) if plan else self.by_type(player, ways, np.maximum)
        if gains:
            gains.draw = ways - after[..., types.way_type]
        closed = after.sum(1) if player else after
        ends = dict(zip(self.third.closings, closed, strict=True))
        for line in self.third.folds:
            weight = theirs.third[line] @ (self._together if player else self._together.T)
            ends[line] = weight * self._lost(line, player, self.game.pot / 2)
        return Values(
            self.third.worths(player, plan.third if plan else None, ends, gains.third if gains else None), ends, ways
        )

    def _ends(self, player: int, theirs: Ends, removal: Meeting) -> Ends:
        folds, closings = self.river.folds, self.river.closings
        met = removal.met(player, np.concatenate([theirs[line] for line in folds])) if folds else _NONE
        won = removal.won(player, np.concatenate([theirs[line] for line in closings]))
        ends = {
            line: weight * self._lost(line, player, self._stakes)
            for line, weight in zip(folds, np.split(met, max(len(folds), 1)), strict=False)
        }
        shown = zip(closings, np.split(won, len(closings)), strict=True)
        return ends | {line: weight * (self._stakes + bets(line)) for line, weight in shown}

    def _lost(self, line: str, player: int, stakes: Reals | float) -> Reals | float:
        """What the player gets where somebody folds."""
        return (stakes + bets(line) - 1) * (1 if len(line) % 2 == player else -1)
