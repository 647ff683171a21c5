"""Coach, leaks: what each kind of mistake costs a player, in big bets per 100 hands, with its interval.

It is the worth at showdown against this pool of hands, in the pot as it stood: no bets to come, and nobody bluffed.
The interval has the error of the player's own hands and that of the ranges together: everything is counted again
without each of the parts of the database in turn (the jackknife).
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct, structs

from histparse.coach.kinds import KINDS, Kind
from histparse.coach.mistakes import HALVES, Mistakes, draw_mistakes, halves, river_mistakes
from histparse.coach.observed import DRAW_LINES, PARTS, RIVER_LINES, Observed
from histparse.odds.best_draws import Floats
from histparse.stats.significance import SMALL

FEWEST = 10
"""The fewest mistakes from which something is claimed: fewer do not tell how much they vary."""
_TAIL = 0.975


class Leak(Struct, frozen=True):
    """One kind of mistake: what it costs in big bets per 100 hands, and the 95 % interval."""

    kind: Kind
    price: float
    low: float
    high: float
    mistakes: int
    spots: int
    """In how many decisions it could be made."""
    others: float | None = None
    """What it costs the other players whose cards are known as theirs are; None: there are too few."""

    @property
    def is_shown(self) -> bool:
        """Whether these hands show that it costs something."""
        return self.low > 0 and self.mistakes >= FEWEST


class Leaks(Struct, frozen=True):
    """All leaks, those that are shown first and the most expensive of these first."""

    leaks: tuple[Leak, ...]
    together: Leak
    """The sum of all kinds with enough mistakes, whether each is shown or not."""
    draws: Mistakes
    rivers: Mistakes
    lost: tuple[Floats, Floats]
    """In big bets, by each mistake in draws and on rivers."""


def find_leaks(observed: Observed, others: Observed | None = None) -> Leaks:
    """Price every decision of the player, and beside it those of the others, by the same ranges."""
    found = _priced(observed)
    if others is None:
        return found
    beside = {leak.kind: leak.price for leak in _priced(others).leaks if leak.spots >= SMALL}
    leaks = tuple(structs.replace(leak, others=beside.get(leak.kind)) for leak in found.leaks)
    return structs.replace(found, leaks=leaks)


def price_like(observed: Observed, like: Leaks) -> Leaks:
    """Price a few decisions of the player as the many were that gave these leaks: each costs the same in both."""
    return _priced(observed, like)


def _priced(observed: Observed, like: Leaks | None = None) -> Leaks:
    draws, rivers = draw_mistakes(observed), river_mistakes(observed)
    of_draws = _losses(draws, observed.draw_range, DRAW_LINES, like.draws if like else None)
    of_rivers = _losses(rivers, observed.river_range, RIVER_LINES, like.rivers if like else None)
    counted = (_by_kind(of_draws, draws) + _by_kind(of_rivers, rivers)) * 100 / _hands(observed)[:, None]
    made = np.bincount(np.concatenate([draws.kind, rivers.kind]), minlength=len(KINDS))
    spots = (draws.spots + rivers.spots).tolist()
    leaks = [_leak(kind, *found) for kind, *found in zip(KINDS, counted.T, made.tolist(), spots, strict=True)]
    often = made >= FEWEST
    every = Kind("all", "all kinds with ten mistakes or more", "")
    decisions = len(observed.draws.part) + len(observed.rivers.part)
    together = _leak(every, counted[:, often].sum(1), int(made[often].sum()), decisions)
    ranked = sorted(leaks, key=lambda leak: (leak.is_shown, leak.price), reverse=True)
    return Leaks(tuple(ranked), together, draws, rivers, (of_draws[0], of_rivers[0]))


def _hands(observed: Observed) -> Floats:
    """The player's hands, all and without each part."""
    return np.asarray(np.maximum(observed.hands.sum() - np.append(0, observed.hands), 1), np.float64)


def _losses(mistakes: Mistakes, counts: Floats, lines: tuple[int, int], like: Mistakes | None) -> Floats:
    """What each mistake lost, by all hands and without each part of them: an array of those by mistakes.

    Few hands make ranges more alike than they are, which without a part of them is so a little more: by as much as the
    parts together make a difference, the losses by all hands are corrected.
    """
    whole = halves(counts)
    found = np.empty((PARTS + 1, len(mistakes.part)))
    found[0] = mistakes.losses(whole, lines, like=like)
    for part in range(PARTS):
        left = whole.copy()
        left[part % HALVES] -= counts[part]
        found[part + 1] = mistakes.losses(left, lines, part, like)
    found[0] += (PARTS - 1) * (found[0] - found[1:].mean(0))
    found[1:][mistakes.part == np.arange(PARTS)[:, None]] = 0
    return found


def _by_kind(losses: Floats, mistakes: Mistakes) -> Floats:
    return np.stack([np.bincount(mistakes.kind, of, len(KINDS)) for of in losses])


def _leak(kind: Kind, counted: Floats, mistakes: int, spots: int) -> Leak:
    price = float(counted[0])
    reach = _reach(counted[1:])
    high = price * np.exp(reach / price) if price > reach else price + reach  # what errs grows with the price
    return Leak(kind, price, price - reach, float(high), mistakes, spots)


def _reach(without: Floats) -> float:
    """How far the interval reaches, from the prices without each part.

    The error is itself uncertain, the more so if few parts make it: Student's t has as many degrees of freedom as its
    own spread tells (Satterthwaite's).
    """
    from scipy.special import stdtrit  # noqa: PLC0415 - every report knows of leaks, and most need none of it

    squares = (without - without.mean()) ** 2
    error = np.sqrt((PARTS - 1) / PARTS * squares.sum())
    spread = (squares**2).sum() - squares.sum() ** 2 / PARTS
    freedom = 2 * squares.sum() ** 2 / spread if spread > 0 else np.inf
    return float(stdtrit(np.clip(freedom, 1, PARTS - 1), _TAIL) * error)
