"""Coach: solves a heads-up river of fixed limit - who bets, calls and raises with what, and how exploitable that is.

Counterfactual regret minimisation (CFR+): both sides play against each other many times, each time more often what
would have been better, and the average of all strategies comes near an equilibrium. How near is computed, not hoped:
by what the best answer to it would win.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from histparse.odds.best_draws import Floats
from histparse.odds.final_hands import FinalHands

EXPLOITABLE = 0.0001
"""The part of the pot to which an answer must be exact."""
_CHECKED = 25
"""Rounds after which it is looked how near the answer is."""
_MOST_ROUNDS = 20_000
_NONE = np.zeros(1)


class Spot(Struct, frozen=True):
    """Where a player decides: all that was done on the river before."""

    line: str
    """One letter an act, `x` for check, `b` bet, `r` raise: `xbr` is the first player's turn."""

    @property
    def player(self) -> int:
        """0 is first to act."""
        return len(self.line) % 2

    @property
    def bets(self) -> int:
        """Bets and raises so far."""
        return len(self.line.replace("x", ""))

    def acts(self, cap: int) -> str:
        """What can be done: `xb`, or `fcr`, without the raise at the cap."""
        return "xb" if not self.bets else "fcr" if self.bets < cap else "fc"


class Solution(Struct, frozen=True):
    """An answer for both players."""

    acts: dict[Spot, str]
    """Where players decide, and what can be done there."""
    frequencies: dict[str, Floats]
    """For each line, how often each act is chosen (rows, as in `acts`) with each hand (columns)."""
    values: tuple[float, float]
    """What each gets of the pot and the bets, less what they put in on the river; together the pot."""
    exploitable: float
    """What the worse of both can lose: how much more than these a perfect opponent would win, as a share of the pot."""
    rounds: int


class _Asked(Struct, frozen=True):
    """What is to be computed: the values of a player's hands when both play so."""

    player: int
    plans: dict[str, Floats]
    learning: bool = False
    """Whether the player regrets what they did not do."""
    best: bool = False
    """Whether the player gives the best answer instead."""


class River:
    """The game: hands, pot, size of the bets and their cap."""

    def __init__(self, hands: FinalHands, pot: float, bet: float, cap: int = 4) -> None:
        numbers = hands.numbers
        better = np.sign(numbers[1] - numbers[0][:, None]).astype(np.float64)
        self._weights = hands.together, hands.together.T.copy()
        self._won = hands.together * better, -(hands.together * better).T.copy()
        self._pot, self._bet, self._cap = pot, bet, cap
        self._regrets = {
            spot.line: np.zeros((len(spot.acts(cap)), len(self._weights[spot.player]))) for spot in self.spots()
        }
        self._sums = {line: np.zeros_like(regrets) for line, regrets in self._regrets.items()}

    def spots(self, spot: Spot = Spot("")) -> Iterator[Spot]:  # noqa: B008 - it is frozen
        """All decisions, each before those that follow it."""
        yield spot
        for act in spot.acts(self._cap):
            if act in "br" or (act == "x" and not spot.line):
                yield from self.spots(Spot(spot.line + act))

    def solved(self, exploitable: float = EXPLOITABLE) -> Solution:
        """An answer that is at most so exploitable, or the best after many rounds."""
        for rounds in range(1, _MOST_ROUNDS + 1):
            for player in (0, 1):
                self._learn(player, rounds)
            if rounds % _CHECKED == 0 and (found := self._average(rounds)).exploitable <= exploitable:
                return found
        return self._average(_MOST_ROUNDS)

    def _learn(self, player: int, rounds: int) -> None:
        """One player regrets what they did not do; later rounds count more."""
        plans = {line: _in_proportion(regrets) for line, regrets in self._regrets.items()}
        sizes = [len(weights) for weights in self._weights]
        self._values(Spot(""), _Asked(player, plans, learning=True), np.ones(sizes[1 - player]))
        self._add(Spot(""), player, np.ones(sizes[player]), plans, rounds)

    def _add(self, spot: Spot, player: int, reach: Floats, plans: dict[str, Floats], weight: float) -> None:
        """Add the plan to the average, as often as it comes into play."""
        plan = plans[spot.line]
        if spot.player == player:
            self._sums[spot.line] += weight * reach * plan
        for often, act in zip(plan, spot.acts(self._cap), strict=True):
            if act in "br" or (act == "x" and not spot.line):
                comes = reach * often if spot.player == player else reach
                self._add(Spot(spot.line + act), player, comes, plans, weight)

    def _values(self, spot: Spot, asked: _Asked, others: Floats) -> Floats:
        """What each hand of the player gets, weighted by how often the other's hands come here (`others`)."""
        plan, acts = asked.plans[spot.line], spot.acts(self._cap)
        if spot.player != asked.player:
            return sum(
                (self._after(spot, act, asked, others * often) for act, often in zip(acts, plan, strict=True)), _NONE
            )
        worths = np.stack([self._after(spot, act, asked, others) for act in acts])
        if asked.best:
            return np.asarray(worths.max(0))
        value = np.asarray((plan * worths).sum(0))
        if asked.learning:
            self._regrets[spot.line] = np.maximum(self._regrets[spot.line] + worths - value, 0)
        return value

    def _after(self, spot: Spot, act: str, asked: _Asked, others: Floats) -> Floats:
        """What each hand is worth after the act."""
        if act == "f":
            lost = self._bet * (spot.bets - 1)
            gets = -lost if spot.player == asked.player else self._pot + lost
            return np.asarray(self._weights[asked.player] @ others * gets)
        if act == "c" or (act == "x" and spot.line):
            half = self._pot / 2
            won = self._won[asked.player] @ others * (half + self._bet * spot.bets)
            return np.asarray(self._weights[asked.player] @ others * half + won)
        return self._values(Spot(spot.line + act), asked, others)

    def _average(self, rounds: int) -> Solution:
        plans = {line: _in_proportion(sums) for line, sums in self._sums.items()}
        values = self._worth(0, plans), self._worth(1, plans)
        more = max(self._worth(player, plans, best=True) - values[player] for player in (0, 1))
        acts = {spot: spot.acts(self._cap) for spot in self.spots()}
        return Solution(acts, plans, values, more / self._pot, rounds)

    def _worth(self, player: int, plans: dict[str, Floats], *, best: bool = False) -> float:
        others = np.ones(len(self._weights[1 - player]))
        return float(self._values(Spot(""), _Asked(player, plans, best=best), others).sum())


def _in_proportion(amounts: Floats) -> Floats:
    """Shares of each column; equal ones where all are zero."""
    total = amounts.sum(0)
    return np.where(total > 0, amounts / np.where(total > 0, total, 1), 1 / len(amounts))
