"""The ranking of five cards: number 1 is the wheel, 7462 the royal flush, and the lower number wins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement

from msgspec import Struct

from histparse.model.cards import DECK, RANKS, UNKNOWN, Cards

WORST = 7462
"""The number of the royal flush, and of hands that differ in rank."""


class HandRank(Struct, frozen=True):
    """What five cards make."""

    number: int
    """1 (best) to 7462."""
    category: str
    """`seven-low` ... `ace-low`, then `pair`, `two pair`, `trips` and so on to `straight flush`."""
    name: str
    """Its common name: `wheel`, `Number 2`, `nut 8`, `rough 9`, `pair of fives`."""
    ranks: str
    """The five ranks, the most frequent first, then from high to low: `86432`, `55874`."""


def number(cards: Cards) -> int:
    """Where five known cards stand among the 7,462 hands; 1 is best. Raises KeyError for an unknown card."""
    a, b, c, d, e = cards
    key = _WEIGHT[a] + _WEIGHT[b] + _WEIGHT[c] + _WEIGHT[d] + _WEIGHT[e]
    if a[1] == b[1] == c[1] == d[1] == e[1]:
        return _SUITED[key]
    return _MIXED[key]


def strength(cards: Cards | None) -> int | None:
    """The same of any cards; None where they are not five, all known and different."""
    if cards is None or len(cards) != 5 or UNKNOWN in cards or len(set(cards)) != 5:
        return None
    return number(cards)


@cache
def describe(number: int) -> HandRank:
    """The hand of that number. Raises IndexError outside 1-7462."""
    if not 1 <= number <= WORST:
        raise IndexError(f"no hand has number {number}")
    ranks, suited = _HANDS[number - 1]
    shape = _shape(ranks, suited)
    category = f"{WORDS[RANKS.index(ranks[0])]}-low" if shape == "no pair" else shape
    return HandRank(number, category, _name(number, shape, ranks), ranks)


WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
"""The ranks in words, in the order of RANKS."""

_SHAPES = ("no pair", "pair", "two pair", "trips", "straight", "flush", "full house", "quads", "straight flush")
"""From best to worst."""

_BY_COUNTS = {
    (1, 1, 1, 1, 1): "no pair",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two pair",
    (3, 1, 1): "trips",
    (3, 2): "full house",
    (4, 1): "quads",
}

_PLACE = {rank: place for place, rank in enumerate(RANKS)}
_RANK_WEIGHT = {rank: 5**place for rank, place in _PLACE.items()}
"""A hand holds a rank at most four times, so a sum of these weights identifies its ranks."""
_WEIGHT = {card: _RANK_WEIGHT[card[0]] for card in DECK}


def _shape(ranks: str, suited: bool) -> str:
    counts = tuple(sorted(map(ranks.count, set(ranks)), reverse=True))
    straight = len(counts) == 5 and ranks in RANKS[::-1]
    if suited:
        return "straight flush" if straight else "flush"
    return "straight" if straight else _BY_COUNTS[counts]


def _sorted_ranks(ranks: tuple[str, ...]) -> str:
    return "".join(sorted(ranks, key=lambda rank: (-ranks.count(rank), -_PLACE[rank])))


def _order(hand: tuple[str, bool]) -> tuple[int, list[int]]:
    ranks, suited = hand
    return _SHAPES.index(_shape(ranks, suited)), [_PLACE[rank] for rank in ranks]


def _every_hand() -> Iterator[tuple[str, bool]]:
    for ranks in combinations_with_replacement(RANKS, 5):
        if len(set(ranks)) > 1:
            yield _sorted_ranks(ranks), False
    for ranks in combinations(RANKS, 5):
        yield _sorted_ranks(ranks), True


_HANDS = sorted(_every_hand(), key=_order)


def _numbers(suited: bool) -> dict[int, int]:
    return {
        sum(_RANK_WEIGHT[rank] for rank in ranks): place
        for place, (ranks, in_suit) in enumerate(_HANDS, start=1)
        if in_suit == suited
    }


_MIXED = _numbers(suited=False)
_SUITED = _numbers(suited=True)


def _word(rank: str) -> str:
    return WORDS[RANKS.index(rank)]


def _many(rank: str) -> str:
    word = _word(rank)
    return f"{word}es" if word == "six" else f"{word}s"


def _low_name(number: int, ranks: str) -> str:
    if number == 1:
        return "wheel"
    if ranks[0] == "7":
        return f"Number {number}"
    top = ranks[0] if ranks[0] in "89" else _word(ranks[0])
    if ranks.endswith("5432"):
        return f"nut {top}"
    # People call a low rough when its second card stands right below its first: 8-7, 9-8, T-9.
    rough = RANKS.index(ranks[0]) - RANKS.index(ranks[1]) == 1
    return f"{'rough' if rough else 'smooth'} {top}"


def _name(number: int, shape: str, ranks: str) -> str:
    names = {
        "no pair": lambda: _low_name(number, ranks),
        "pair": lambda: f"pair of {_many(ranks[0])}",
        "two pair": lambda: f"two pair, {_many(ranks[0])} and {_many(ranks[2])}",
        "trips": lambda: f"three {_many(ranks[0])}",
        "straight": lambda: f"straight, {_word(ranks[4])} to {_word(ranks[0])}",
        "flush": lambda: f"flush, {_word(ranks[0])} high",
        "full house": lambda: f"full house, {_many(ranks[0])} over {_many(ranks[3])}",
        "quads": lambda: f"four {_many(ranks[0])}",
        "straight flush": lambda: f"straight flush, {_word(ranks[4])} to {_word(ranks[0])}",
    }
    return names[shape]()
