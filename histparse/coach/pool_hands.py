"""Coach: what the players of a database hold on the river, by the cards that both drew last.

Hands that were folded are not shown. They are taken to lose to all that were, so nothing else is said of them.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from histparse.coach.ranges import corrected
from histparse.model.cards import RANKS, SUITS, Card
from histparse.model.errors import HistparseError
from histparse.model.ranking import WORST, describe
from histparse.odds.card_sets import HAND, Floats, Masks, mask_of
from histparse.odds.final_hands import Held
from histparse.odds.spelling import of_ranks
from histparse.stats import Filters
from histparse.stats.run import rows_of
from histparse.store import Database

FOLDED = WORST + 1
"""The number of a hand that was folded: any other beats it."""
MOST = 2
"""Draws of two cards and more are one line."""
WORDS = ("stood pat", "drew one card", "drew two cards or more")


def pool_hands(database: Database, drawn: int, theirs: int, dead: int = 0) -> list[Held]:
    """The hands of those who drew that many cards against somebody who drew `theirs`. Raises HistparseError.

    `dead`: cards that they cannot hold, as a mask.
    """
    shares = corrected(_counts(database, min(drawn, MOST)))[min(theirs, MOST)]
    numbers = np.flatnonzero(shares[:FOLDED])
    if not len(numbers):
        raise HistparseError(f"no hand is shown of players who {WORDS[min(drawn, MOST)]} with one opponent left")
    shown = [_shown(int(number), float(shares[number]), dead) for number in numbers]
    number, cards, weight = (np.concatenate(parts) for parts in zip(*shown, strict=True))
    folded = Held(np.array([FOLDED]), np.zeros(1, np.int64), shares[FOLDED:], 0, 0, hidden=HAND)
    return [Held(number, cards, weight, HAND, 0), folded]


def _counts(database: Database, drawn: int) -> Floats:
    """Hands by the cards the opponent drew, and by outcomes as in `corrected`, each number being a hand."""
    rows = rows_of(database, "leaks/final_hands", None, Filters(), drawn=drawn)
    seen, bet_last = pl.col("number"), pl.col("bet_last").cast(pl.Int64)
    shown = pl.when(seen.is_not_null()).then(seen + FOLDED * bet_last).otherwise(2 * FOLDED + 1 + bet_last)
    outcome = rows.select(pl.when("folded").then(2 * FOLDED).otherwise(shown).cast(pl.Int64)).to_series()
    counts = np.zeros((MOST + 1, 2 * FOLDED + 3))
    np.add.at(counts, (rows["theirs"].to_numpy(), outcome.to_numpy()), rows["hands"].to_numpy())
    return counts


def _shown(number: int, share: float, dead: int) -> tuple[Masks, Masks, Floats]:
    """All hands with that number, equally often."""
    cards = _cards(number)
    left = cards[cards & dead == 0]
    return np.full(len(left), number), left, np.full(len(left), share / len(cards))


def _cards(number: int) -> Masks:
    hand = describe(number)
    if "flush" in hand.category:
        return np.array([mask_of(Card(rank + suit) for rank in hand.ranks) for suit in SUITS])
    return of_ranks("".join(sorted(hand.ranks, key=RANKS.index, reverse=True)))
