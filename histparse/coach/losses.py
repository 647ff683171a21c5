"""Coach, leaks: what each mistake lost, if opponents held such hands, by all of these and without each part of them."""

from __future__ import annotations

import numpy as np

from histparse.coach.kinds import KINDS
from histparse.coach.mistakes import HALVES, Mistakes, halves
from histparse.coach.observed import PARTS
from histparse.coach.ranges import alike, beats, chances, stays
from histparse.odds.best_draws import Floats
from histparse.odds.outcomes import CLASSES

_AS_OTHERS = 4
"""How many opponents are added to those counted, who stay as often as others of their lines."""


def losses(mistakes: Mistakes, counts: Floats, lines: tuple[int, int], like: Mistakes | None = None) -> Floats:
    """In big bets, by all hands and without each part of them: an array of those by mistakes.

    `counts`: what opponents held, by parts, lines and outcomes. `like`: many mistakes that tell how many stay, where
    these are few of them. Few hands make ranges more alike than they are, which
    without a part of them is so a little more: by as much as the parts together make a difference, the losses by all
    hands are corrected.
    """
    priced, whole = _Priced(mistakes, lines), halves(counts)
    telling = priced if like is None or like is mistakes else _Priced(like, lines)
    found = np.empty((PARTS + 1, len(mistakes.part)))

    def set_half(half: int, held: Floats) -> None:
        for one in {priced, telling}:
            one.set_half(half, held)

    for half in range(HALVES):
        set_half(half, whole[half])
    found[0] = priced.lost(telling.staying())
    for part in range(PARTS):
        half = part % HALVES
        set_half(half, whole[half] - counts[part])
        found[part + 1] = priced.lost(telling.staying(part))
        set_half(half, whole[half])
    found[0] += (PARTS - 1) * (found[0] - found[1:].mean(0))
    found[1:][mistakes.part == np.arange(PARTS)[:, None]] = 0
    return found


class _Priced:
    """Mistakes with what they would gain and lose, if opponents of each half of the database held what is set."""

    def __init__(self, mistakes: Mistakes, lines: tuple[int, int]) -> None:
        self._mistakes, self._lines = mistakes, lines
        self._opponents, self._against = alike(mistakes.opponents)
        self._half = mistakes.part % HALVES
        self._single = np.where(mistakes.opponents.sum(1) == 1, mistakes.kind, len(KINDS))
        self._won = np.empty((HALVES, len(self._opponents), CLASSES))
        self._stay = np.empty((HALVES, len(self._opponents)))

    def set_half(self, half: int, counts: Floats) -> None:
        """What opponents of that half held: by lines and outcomes."""
        of_draws = counts.reshape(*self._lines, -1)
        self._won[half] = chances(self._opponents, beats(of_draws))
        self._stay[half] = self._opponents @ stays(of_draws)

    def staying(self, without: int | None = None) -> Floats:
        """How many times as often as others of their lines single opponents stayed, by kind; for several, 1.

        `without`: a part that tells nothing. Who makes a mistake often has a poor hand, bets less, and makes fewer fold
        than others do: how many stayed is seen in their own hands. Only of single opponents: where several are left,
        those who stay for want of a bet hold what loses anyway.
        """
        told, expected = self._mistakes.part != without, self._stay[self._half, self._against]
        sums = (np.bincount(self._single, told * of, len(KINDS) + 1)[:-1] for of in (self._mistakes.stayed, expected))
        stayed, as_many = (of_kind + _AS_OTHERS for of_kind in sums)
        return np.append(stayed / as_many, 1.0)

    def lost(self, more: Floats) -> Floats:
        """In big bets, if so many times as many opponents stay."""
        fewer_fold = more[self._single, None] * (1 - self._won[self._half, self._against])
        won = np.maximum(1 - fewer_fold, 0)
        return np.asarray(self._mistakes.fixed + np.einsum("mc,mc->m", self._mistakes.gains, won))
