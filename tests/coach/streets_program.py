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

    def follow(self, point: Point, sequence: int, choices: int) -> list[int]:
        """The sequences that go on from a point."""
        if point not in self.points:
            new = [len(self.numbers) + 1 + choice for choice in range(choices)]
            self.numbers |= {(point, choice): number for choice, number in enumerate(new)}
            self.points[point] = sequence, new
        return self.points[point][1]

    def rules(self) -> csr_array:
        """A row for the beginning, which is there once, and for each point: what goes on less what leads there is 0."""
        entries = [(0, 0, 1.0)]
        for row, (sequence, following) in enumerate(self.points.values(), start=1):
            entries += [(row, sequence, -1.0), *((row, number, 1.0) for number in following)]
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

        def drawn(line: str, sequences: tuple[int, int]) -> None:
            closing = game.closings.index(line)
            for way, first_sequence in self._ways(0, first, (closing,), sequences[0]):
                count = game.draws[0].index(int(game.ways[0].drawn[way]))
                for other_way, second_sequence in self._ways(1, second, (closing, count), sequences[1]):
                    self._rivers(closing, (way, other_way), (first_sequence, second_sequence))

        self._street((("third", first), ("third", second)), "", (0, 0), game.pot / 2, game.prior[first, second], drawn)

    def _ways(self, player: int, hand: int, known: tuple[int, ...], sequence: int) -> Iterator[tuple[int, int]]:
        """The ways of a hand, with the sequences that end in them."""
        ways = np.flatnonzero(self.game.ways[player].hand == hand).tolist()
        return zip(ways, self.sides[player].follow(("draw", hand, *known), sequence, len(ways)), strict=True)

    def _rivers(self, closing: int, ways: tuple[int, int], sequences: tuple[int, int]) -> None:
        game = self.game
        drawn = int(game.ways[0].drawn[ways[0]]), int(game.ways[1].drawn[ways[1]])
        own_finals, opponent_finals = (
            np.flatnonzero(game.finals[player][drawn[player]].way == ways[player]).tolist() for player in (0, 1)
        )
        stake = game.pot / 2 + bets(game.closings[closing])
        for own_final in own_finals:
            for opponent_final in opponent_finals:
                weight, won = (
                    float(game.joint_shares[drawn][own_final, opponent_final]),
                    float(game.won[drawn][own_final, opponent_final]),
                )
                if weight:

                    def shown(line: str, after: tuple[int, int], won: float = won) -> None:
                        self.pays[after] = self.pays.get(after, 0) + won * (stake + bets(line))

                    points = ("river", closing, drawn, own_final), ("river", closing, drawn, opponent_final)
                    self._street(points, "", sequences, stake, weight, shown)

    def _street(
        self,
        known: tuple[Point, Point],
        line: str,
        sequences: tuple[int, int],
        stake: float,
        weight: float,
        closed: Callable[[str, tuple[int, int]], None],
    ) -> None:
        player, names = len(line) % 2, acts(line, self.game.cap)
        after = self.sides[player].follow((*known[player], line), sequences[player], len(names))
        for act, number in zip(names, after, strict=True):
            now = (sequences[0], number) if player else (number, sequences[1])
            if line + act in self.game.folds:
                lost = (stake + bets(line) - 1) * (1 if player else -1)
                self.pays[now] = self.pays.get(now, 0) + weight * lost
            elif line + act in self.game.closings:
                closed(line + act, now)
            else:
                self._street(known, line + act, now, stake, weight, closed)

    def solve(self) -> tuple[float, Floats]:
        """What the first player gets, half of the pot included, and how often each of its sequences is played."""
        own_rules, opponent_rules = (side.rules() for side in self.sides)
        (rows, columns), values = zip(*self.pays, strict=True), [*self.pays.values()]
        pays = csr_array((values, (rows, columns)), shape=(own_rules.shape[1], opponent_rules.shape[1]))
        begin = np.zeros(opponent_rules.shape[0])
        begin[0] = 1
        solution = linprog(
            np.concatenate([np.zeros(own_rules.shape[1]), -begin]),
            A_ub=hstack([-pays.T, opponent_rules.T]).tocsr(),
            b_ub=np.zeros(opponent_rules.shape[1]),
            A_eq=hstack([own_rules, csr_array((own_rules.shape[0], opponent_rules.shape[0]))]).tocsr(),
            b_eq=np.eye(1, own_rules.shape[0])[0],
            bounds=[(0, None)] * own_rules.shape[1] + [(None, None)] * opponent_rules.shape[0],
        )
        assert solution.success
        return float(-solution.fun) + self.game.pot / 2, solution.x[: own_rules.shape[1]]

    def plans(self, played: Floats) -> Plans:
        """The plans of the first player whose sequences are played that often."""
        game, plans = self.game, self.game.uniform_plans()[0]
        for point, (_, numbers) in self.sides[0].points.items():
            total = played[numbers].sum()
            often = played[numbers] / total if total > 0 else np.full(len(numbers), 1 / len(numbers))
            match point:
                case "third", hand, line:
                    plans.third[line][:, hand] = often
                case "draw", hand, closing:
                    plans.draw[closing, game.ways[0].hand == hand] = often
                case "river", closing, drawn, final, line:
                    plans.rivers[drawn][line][:, closing, final] = often
        return plans
