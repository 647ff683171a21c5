"""The last two streets as a linear program in sequence form, for hands and decks so small that all deals are listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from msgspec import Struct, field
from scipy.optimize import linprog
from scipy.sparse import csr_array, hstack

from histparse.odds.card_sets import Floats
from tests.coach.real_streets import Plans, RealStreets, bets
from tests.coach.test_river import acts

Point = tuple[Any, ...]  # Any: of each street something else
"""What a player knows where they decide."""


class Sequences(Struct):
    """What a player can do: numbers of sequences, and the rules how often they are chosen."""

    numbers: dict[tuple[Point, int], int] = field(default_factory=dict)
    points: dict[Point, tuple[int, list[int]]] = field(default_factory=dict)
    """The sequence that leads to each, and those that go on from it."""

    def at(self, point: Point, before: int, choices: int) -> list[int]:
        """The sequences that go on from a point."""
        if point not in self.points:
            new = [len(self.numbers) + 1 + choice for choice in range(choices)]
            self.numbers |= {(point, choice): number for choice, number in enumerate(new)}
            self.points[point] = before, new
        return self.points[point][1]

    def rules(self) -> csr_array:
        """A row for the beginning, which is there once, and for each point: what goes on less what leads there is 0."""
        entries = [(0, 0, 1.0)]
        for row, (before, after) in enumerate(self.points.values(), start=1):
            entries += [(row, before, -1.0), *((row, number, 1.0) for number in after)]
        rows, columns, values = zip(*entries, strict=True)
        return csr_array((values, (rows, columns)), shape=(len(self.points) + 1, len(self.numbers) + 1))


class Program:
    """A game of real cards, each deal of which is walked through."""

    def __init__(self, game: RealStreets) -> None:
        self.game = game
        self.sides = Sequences(), Sequences()
        self.pays: dict[tuple[int, int], float] = {}
        for first, second in zip(*np.nonzero(game.prior), strict=True):
            self._third(int(first), int(second))

    def _third(self, first: int, second: int) -> None:
        game = self.game

        def drawn(line: str, before: tuple[int, int]) -> None:
            closing = game.closings.index(line)
            for one, begun in self._ways(0, first, (closing,), before[0]):
                many = game.draws[0].index(int(game.ways[0].drawn[one]))
                for other, theirs in self._ways(1, second, (closing, many), before[1]):
                    self._rivers(closing, (one, other), (begun, theirs))

        self._street((("third", first), ("third", second)), "", (0, 0), game.pot / 2, game.prior[first, second], drawn)

    def _ways(self, player: int, hand: int, known: tuple[int, ...], before: int) -> Iterator[tuple[int, int]]:
        """The ways of a hand, with the sequences that end in them."""
        there = np.flatnonzero(self.game.ways[player].hand == hand).tolist()
        return zip(there, self.sides[player].at(("draw", hand, *known), before, len(there)), strict=True)

    def _rivers(self, closing: int, ways: tuple[int, int], before: tuple[int, int]) -> None:
        game = self.game
        drawn = int(game.ways[0].drawn[ways[0]]), int(game.ways[1].drawn[ways[1]])
        mine, others = (
            np.flatnonzero(game.finals[player][drawn[player]].way == ways[player]).tolist() for player in (0, 1)
        )
        stake = game.pot / 2 + bets(game.closings[closing])
        for one in mine:
            for other in others:
                weight, won = float(game.together[drawn][one, other]), float(game.won[drawn][one, other])
                if weight:

                    def shown(line: str, after: tuple[int, int], won: float = won) -> None:
                        self.pays[after] = self.pays.get(after, 0) + won * (stake + bets(line))

                    points = ("river", closing, drawn, one), ("river", closing, drawn, other)
                    self._street(points, "", before, stake, weight, shown)

    def _street(
        self,
        known: tuple[Point, Point],
        line: str,
        before: tuple[int, int],
        stake: float,
        weight: float,
        closed: Callable[[str, tuple[int, int]], None],
    ) -> None:
        player, names = len(line) % 2, acts(line, self.game.cap)
        after = self.sides[player].at((*known[player], line), before[player], len(names))
        for act, number in zip(names, after, strict=True):
            now = (before[0], number) if player else (number, before[1])
            if line + act in self.game.folds:
                lost = (stake + bets(line) - 1) * (1 if player else -1)
                self.pays[now] = self.pays.get(now, 0) + weight * lost
            elif line + act in self.game.closings:
                closed(line + act, now)
            else:
                self._street(known, line + act, now, stake, weight, closed)

    def solve(self) -> tuple[float, Floats]:
        """What the first player gets, half of the pot included, and how often each of its sequences is played."""
        mine, others = (side.rules() for side in self.sides)
        (rows, columns), values = zip(*self.pays, strict=True), [*self.pays.values()]
        pays = csr_array((values, (rows, columns)), shape=(mine.shape[1], others.shape[1]))
        begin = np.zeros(others.shape[0])
        begin[0] = 1
        found = linprog(
            np.concatenate([np.zeros(mine.shape[1]), -begin]),
            A_ub=hstack([-pays.T, others.T]).tocsr(),
            b_ub=np.zeros(others.shape[1]),
            A_eq=hstack([mine, csr_array((mine.shape[0], others.shape[0]))]).tocsr(),
            b_eq=np.eye(1, mine.shape[0])[0],
            bounds=[(0, None)] * mine.shape[1] + [(None, None)] * others.shape[0],
        )
        assert found.success
        return float(-found.fun) + self.game.pot / 2, found.x[: mine.shape[1]]

    def plans(self, played: Floats) -> Plans:
        """The plans of the first player whose sequences are played that often."""
        game, found = self.game, self.game.even()[0]
        for point, (_, numbers) in self.sides[0].points.items():
            total = played[numbers].sum()
            often = played[numbers] / total if total > 0 else np.full(len(numbers), 1 / len(numbers))
            match point:
                case "third", hand, line:
                    found.third[line][:, hand] = often
                case "draw", hand, closing:
                    found.draw[closing, game.ways[0].hand == hand] = often
                case "river", closing, drawn, final, line:
                    found.rivers[drawn][line][:, closing, final] = often
        return found
