"""The last two streets as a linear program in sequence form, for hands and decks so small that all deals are listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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


def solve_program(sides: tuple[Sequences, Sequences], pays: Mapping[tuple[int, int], float]) -> tuple[float, Floats]:
    """What the first player gets of these payments by pair of sequences, and how often each of theirs is played.

    Its variables are the plan of the first, and the values of the second's points: the best that the second can hold it
    to.
    """
    own_rules, opponent_rules = (side.rules() for side in sides)
    (points, own), (opponent_points, opponents) = own_rules.shape, opponent_rules.shape
    (rows, columns), values = zip(*pays, strict=True), [*pays.values()]
    solution = linprog(
        np.concatenate([np.zeros(own), -np.eye(1, opponent_points)[0]]),
        A_ub=hstack([-csr_array((values, (rows, columns)), shape=(own, opponents)).T, opponent_rules.T]).tocsr(),
        b_ub=np.zeros(opponents),
        A_eq=hstack([own_rules, csr_array((points, opponent_points))]).tocsr(),
        b_eq=np.eye(1, points)[0],
        bounds=[(0, None)] * own + [(None, None)] * opponent_points,
    )
    assert solution.success
    return float(-solution.fun), solution.x[:own]


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

    def solve(self) -> tuple[float, tuple[Plans, Plans]]:
        """What the first player gets, half of the pot included, and plans of both that no answer beats."""
        value, first = solve_program(self.sides, self.pays)
        pays = {pair[::-1]: -amount for pair, amount in self.pays.items()}
        _, second = solve_program((self.sides[1], self.sides[0]), pays)
        return value + self.game.pot / 2, (self._plans(0, first), self._plans(1, second))

    def _plans(self, player: int, played: Floats) -> Plans:
        """The plans of a player whose sequences are played that often."""
        game, plans = self.game, self.game.uniform_plans()[player]
        for point, (_, numbers) in self.sides[player].points.items():
            total = played[numbers].sum()
            often = played[numbers] / total if total > 0 else np.full(len(numbers), 1 / len(numbers))
            match point:
                case "third", hand, line:
                    plans.third[line][:, hand] = often
                case "draw", hand, *known:
                    plans.draw[*known, game.ways[player].hand == hand] = often
                case "river", closing, drawn, final, line:
                    plans.rivers[drawn][line][:, closing, final] = often
        return plans
