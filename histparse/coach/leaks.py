"""Coach, leaks: what each kind of mistake costs a player, in big bets per 100 hands, with its interval.

It is the worth at showdown against this pool of hands, in the pot as it stood: no bets to come, and nobody bluffed.
The interval has the error of the player's own hands and that of the ranges together: everything is counted again
without each of the parts of the database in turn (the jackknife), and Student's t has as many degrees of freedom.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from histparse.coach.kinds import KINDS, Kind
from histparse.coach.mistakes import HALVES, Mistakes, by_halves, draw_mistakes, halves, river_mistakes
from histparse.coach.observed import DRAW_LINES, PARTS, RIVER_LINES, Observed
from histparse.odds.best_draws import Floats

STUDENT = 2.000298
"""Of 95 % of Student's distribution with 60 degrees of freedom."""


class Leak(Struct, frozen=True):
    """One kind of mistake: what it costs in big bets per 100 hands, and the 95 % interval."""

    kind: Kind
    price: float
    low: float
    high: float
    mistakes: int
    decisions: int
    """How many decisions there were, draws or rivers."""

    @property
    def is_shown(self) -> bool:
        """Whether these hands show that it costs something."""
        return self.low > 0


class Leaks(Struct, frozen=True):
    """All leaks, those that are shown first and the most expensive of these first."""

    leaks: tuple[Leak, ...]
    together: Leak
    draws: Mistakes
    rivers: Mistakes


def find_leaks(observed: Observed) -> Leaks:
    """Price every decision of the player."""
    draws, rivers = draw_mistakes(observed), river_mistakes(observed)
    of_draws = _without_each(draws, observed.draw_range, DRAW_LINES)
    counted = (of_draws + _without_each(rivers, observed.river_range, RIVER_LINES)) * 100 / _hands(observed)[:, None]
    made = np.bincount(np.concatenate([draws.kind, rivers.kind]), minlength=len(KINDS))
    sizes = [len(observed.rivers.part) if "river" in kind.title else len(observed.draws.part) for kind in KINDS]
    leaks = [_leak(kind, *found) for kind, *found in zip(KINDS, counted.T, made.tolist(), sizes, strict=True)]
    every = Kind("all", "all of these", "")
    together = _leak(every, counted.sum(1), int(made.sum()), len(observed.draws.part) + len(observed.rivers.part))
    ranked = sorted(leaks, key=lambda leak: (leak.is_shown, leak.price), reverse=True)
    return Leaks(tuple(ranked), together, draws, rivers)


def _hands(observed: Observed) -> Floats:
    """The player's hands, all and without each part."""
    return np.asarray(np.maximum(observed.hands.sum() - np.append(0, observed.hands), 1), np.float64)


def _without_each(mistakes: Mistakes, counts: Floats, lines: tuple[int, int]) -> Floats:
    """The losses by kind, all and without each part of the hands: an array of those by kinds."""
    found = np.zeros((PARTS + 1, len(KINDS)))
    whole = halves(counts)
    found[0] = np.bincount(mistakes.kind, mistakes.losses(by_halves(whole, lines)), len(KINDS))
    for part in range(PARTS):
        left = whole.copy()
        left[part % HALVES] -= counts[part]
        losses = mistakes.losses(by_halves(left, lines)) * (mistakes.part != part)
        found[part + 1] = np.bincount(mistakes.kind, losses, len(KINDS))
    return found


def _leak(kind: Kind, counted: Floats, mistakes: int, decisions: int) -> Leak:
    price, without = counted[0], counted[1:]
    error = np.sqrt((PARTS - 1) / PARTS * ((without - without.mean()) ** 2).sum())
    low, high = price - STUDENT * error, price + STUDENT * error
    return Leak(kind, float(price), float(low), float(high), mistakes, decisions)
