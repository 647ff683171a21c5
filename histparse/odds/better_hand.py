"""The exact chance that a draw makes a better hand than the one held before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from histparse.model.cards import DECK, RANKS, SUITS, Cards
from histparse.model.ranking import number, number_of_ranks

_HAND = 5


def chance_of_better(held: Cards, thrown: Cards, discards: Iterable[str] = ()) -> float:
    """The chance, from 0 to 1, that throwing these of five cards makes a hand of a lower number.

    The cards to come are all those the player has not seen: not held now, nor among `discards`, discarded before.
    """
    keep = tuple(card for card in held if card not in thrown)
    unseen = [card for card in DECK if card not in held and card not in set(discards)]
    made, best = number(held), 0
    for ranks, ways in _hands(keep, unseen):
        best += ways * (number_of_ranks(ranks, in_suit=False) < made)
    for ranks in _flushes(keep, unseen):
        best += (number_of_ranks(ranks, in_suit=True) < made) - (number_of_ranks(ranks, in_suit=False) < made)
    return best / comb(len(unseen), len(thrown))


def best_one_card(held: Cards, discards: Iterable[str] = ()) -> float:
    """The chance of a better hand with the single discard that makes it largest: what standing pat forgoes."""
    discards = tuple(discards)
    return max(chance_of_better(held, (card,), discards) for card in held)


def _hands(keep: Cards, unseen: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The ranks of each hand that can come, and the number of ways in which they do, whatever the suits."""
    left = Counter(card[0] for card in unseen)
    kept_ranks = "".join(card[0] for card in keep)
    for ranks in combinations_with_replacement(RANKS, _HAND - len(keep)):
        ways = prod(comb(left[rank], often) for rank, often in Counter(ranks).items())
        if ways:
            yield kept_ranks + "".join(ranks), ways


def _flushes(keep: Cards, unseen: Sequence[str]) -> Iterator[str]:
    """The ranks of each hand of one suit that can come; each comes in one way."""
    kept_ranks = "".join(card[0] for card in keep)
    for suit in {card[1] for card in keep} or set(SUITS):
        if all(card[1] == suit for card in keep):
            left = "".join(card[0] for card in unseen if card[1] == suit)
            yield from (kept_ranks + "".join(ranks) for ranks in combinations(left, _HAND - len(keep)))
