"""Audit: whether cards drawn are of each suit as often as cards of that rank are left in it.

What others hold depends on ranks and not on suits: given the rank of a card that comes, all its suits that the player
has not seen are equally likely, whoever holds which cards. So this test needs to know nothing of the others.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from histparse.audit.chi_square import counts
from histparse.audit.dealt import Drawn
from histparse.audit.measured import Measured, enough
from histparse.audit.names import SUIT_NAMES
from histparse.model.cards import RANKS, SUITS
from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import suits_of

_CODES = 1 << len(SUITS)
LEAST = 100
RARER = 0.05
THROWN = range(RANKS.index("J"), len(RANKS))
"""Ranks of which nobody keeps one and throws another: which of a pair of sevens is thrown may well depend on the suit.

Where the player threw one, too, nothing is said: whether own discards come back is a rule of the house.
"""


def suits_left(draws: Iterable[Drawn], *, unit: str, of_discards: bool) -> Measured:
    """The test over these draws. `of_discards`: from a deck of discards only `THROWN` ranks can tell."""
    tally = sum((_tally(some, of_discards=of_discards) for some in draws), np.zeros((_CODES, _CODES)))
    seen, expected, covariance = np.zeros(len(SUITS)), np.zeros(len(SUITS)), np.zeros((len(SUITS), len(SUITS)))
    for left, came in zip(*tally.nonzero(), strict=True):
        there, many = _suits(int(left)), tally[left, came]
        deck, drawn = there.sum(), int(came).bit_count()
        share = there / deck
        seen += many * _suits(int(came))
        expected += many * drawn * share
        if deck > 1:
            covariance += many * drawn * (deck - drawn) / (deck - 1) * (np.diag(share) - np.outer(share, share))
    cards = int(seen.sum())
    enough(cards, LEAST, unit)
    rarer = expected * RARER * expected[0] / expected[1:].sum()
    rarer[0] = -RARER * expected[0]
    return counts(seen, expected, covariance, SUIT_NAMES, sample=cards, unit=unit, fault="clubs 5 % rarer", shift=rarer)


def _tally(some: Drawn, *, of_discards: bool) -> Floats:
    """How often which suits of a rank were left and which of them came: an array of sets of suits by sets of suits."""
    seen, came, thrown = (suits_of(cards) for cards in (some.seen, some.received, some.thrown))
    found = np.zeros(_CODES * _CODES)
    for rank in THROWN if of_discards else range(len(RANKS)):
        gone, now, out = (_code(cards, rank) for cards in (seen, came, thrown))
        counting = (now > 0) & (now & gone == 0) & ((out == 0) | (not of_discards))
        found += np.bincount(((_CODES - 1 - gone) * _CODES + now)[counting], minlength=len(found))
    return found.reshape(_CODES, _CODES)


def _code(
    suits: np.ndarray[tuple[int, ...], np.dtype[np.int64]], rank: int
) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """The suits in which a card of that rank is there, a bit each."""
    return np.asarray(((suits >> rank & 1) << np.arange(len(SUITS))[:, None]).sum(0))


def _suits(code: int) -> Floats:
    return np.array([code >> suit & 1 for suit in range(len(SUITS))], np.float64)
