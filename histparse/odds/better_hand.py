"""The exact chance that a draw makes a better hand than the one held before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from histparse.model.cards import DECK, RANKS, SUITS, Cards
from histparse.model.ranking import number, number_of_ranks

_HAND = 5


def chance_of_better(held: Cards, thrown: Cards, seen: Iterable[str] = ()) -> float:
    """The chance, from 0 to 1, that throwing these of five cards makes a hand of a lower number.

    The cards to come are all those the player has not seen: not held now, nor among `seen`, discarded before.
    """
    kept = tuple(card for card in held if card not in thrown)
    unseen = [card for card in DECK if card not in held and card not in set(seen)]
    made, best = number(held), 0
    for ranks, ways in _hands(kept, unseen):
        best += ways * (number_of_ranks(ranks, in_suit=False) < made)
    for ranks in _flushes(kept, unseen):
        best += (number_of_ranks(ranks, in_suit=True) < made) - (number_of_ranks(ranks, in_suit=False) < made)
    return best / comb(len(unseen), len(thrown))


def best_one_card(held: Cards, seen: Iterable[str] = ()) -> float:
    """The chance of a better hand with the single discard that makes it largest: what standing pat forgoes."""
    seen = tuple(seen)
    return max(chance_of_better(held, (card,), seen) for card in held)


def _hands(kept: Cards, unseen: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The ranks of each hand that can come, and the number of ways in which they do, whatever the suits."""
    left = Counter(card[0] for card in unseen)
    own = "".join(card[0] for card in kept)
    for ranks in combinations_with_replacement(RANKS, _HAND - len(kept)):
        ways = prod(comb(left[rank], often) for rank, often in Counter(ranks).items())
        if ways:
            yield own + "".join(ranks), ways


def _flushes(kept: Cards, unseen: Sequence[str]) -> Iterator[str]:
    """The ranks of each hand of one suit that can come; each comes in one way."""
    own = "".join(card[0] for card in kept)
    for suit in {card[1] for card in kept} or set(SUITS):
        if all(card[1] == suit for card in kept):
            left = "".join(card[0] for card in unseen if card[1] == suit)
            yield from (own + "".join(ranks) for ranks in combinations(left, _HAND - len(kept)))
