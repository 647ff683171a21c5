"""The ranking of five cards: number 1 is the wheel, 7462 the royal flush, and the lower number wins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations

from msgspec import Struct

from histparse.model.cards import DECK, RANKS, UNKNOWN, Cards

WORST = 7462
"""The number of the royal flush, and of hands that differ in rank."""


class HandRank(Struct, frozen=True):
    """The rank of five cards."""

    number: int
    """1 (best) to 7462."""
    category: str
    """`seven-low` ... `ace-low`, then `pair`, `two pair`, `trips` and so on to `straight flush`."""
    name: str
    """The common name of the hand: `wheel`, `Number 2`, `nut 8`, `rough 9`, `pair of fives`."""
    ranks: str
    """The five ranks, the most frequent first, then from high to low: `86432`, `55874`."""


def number(cards: Cards) -> int:
    """Where five known cards stand among the 7,462 hands; 1 is best. Raises KeyError for an unknown card."""
    a, b, c, d, e = cards
    key = _WEIGHT[a] + _WEIGHT[b] + _WEIGHT[c] + _WEIGHT[d] + _WEIGHT[e]
    if a[1] == b[1] == c[1] == d[1] == e[1]:
        return _SUITED[key]
    return _MIXED[key]


def number_by_ranks(ranks: str, *, is_flush: bool) -> int:
    """The number of five ranks in any order, all of one suit or not. Raises KeyError for ranks no five cards have."""
    return (_SUITED if is_flush else _MIXED)[sum(map(_WEIGHTS.__getitem__, ranks))]


@lru_cache(maxsize=1 << 12)
def strength(cards: Cards | None) -> int | None:
    """The number of any cards; None where they are not five, all known and different. Several rules ask for it."""
    if cards is None or len(cards) != 5 or UNKNOWN in cards or len(set(cards)) != 5:
        return None
    return number(cards)


@cache
def describe(number: int) -> HandRank:
    """The hand of that number. Raises IndexError outside 1-7462."""
    if not 1 <= number <= WORST:
        raise IndexError(f"no hand has number {number}")
    ranks, shape = _all_hand_shapes()[number - 1]
    category = f"{WORDS[RANKS.index(ranks[0])]}-low" if shape == "no pair" else shape
    return HandRank(number, category, _hand_name(number, shape, ranks), ranks)


@cache
def best_keep(number: int) -> str:
    """`2347`, `237`, `23`: the best ranks to keep of the hand of that number, none above an eight; from the deuce up.

    Of two equally long choices the one with the lower highest card is better, then the next: the lowest ranks. Empty
    where fewer than two are left.
    """
    ranks = describe(number).ranks
    low = "".join(rank for rank in _KEEPABLE if rank in ranks)[:_MOST_KEPT]
    return low if len(low) >= _FEWEST_KEPT else ""


WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
"""The ranks in words, in the order of RANKS."""

_WEIGHTS = {rank: 5**place for place, rank in enumerate(RANKS)}
"""A hand holds a rank at most four times, so a sum of these weights identifies its ranks."""
_WEIGHT = {card: _WEIGHTS[card[0]] for card in DECK}
_HIGH_TO_LOW = RANKS[::-1]
_IN_SUIT = frozenset({"flush", "straight flush"})
_KEEPABLE = RANKS[: RANKS.index("8") + 1]
_MOST_KEPT, _FEWEST_KEPT = 4, 2


@cache
def _all_hand_shapes() -> list[tuple[str, str]]:
    """The ranks and the category of all hands that differ in rank, from best to worst."""
    straights = [ranks for ranks in _rank_sets(5) if ranks in _HIGH_TO_LOW]
    unconnected = [ranks for ranks in _rank_sets(5) if ranks not in _HIGH_TO_LOW]
    shapes = {
        "no pair": unconnected,
        "pair": _hands_with_repeats(2, 1, kickers=_rank_sets(3)),
        "two pair": _hands_with_repeats(2, 2, kickers=_rank_sets(1)),
        "trips": _hands_with_repeats(3, 1, kickers=_rank_sets(2)),
        "straight": straights,
        "flush": unconnected,
        "full house": _hands_with_repeats(3, 1, kickers=_hands_with_repeats(2, 1)),
        "quads": _hands_with_repeats(4, 1, kickers=_rank_sets(1)),
        "straight flush": straights,
    }
    return [(ranks, shape) for shape, hands in shapes.items() for ranks in hands]


def _rank_sets(size: int) -> list[str]:
    """All sets of that many ranks, from the lowest to the highest; within a set the highest rank comes first."""
    return ["".join(ranks) for ranks in combinations(_HIGH_TO_LOW, size)][::-1]


def _hands_with_repeats(repeats: int, repeated_rank_count: int, kickers: Sequence[str] = ("",)) -> list[str]:
    """Hands in which `repeated_rank_count` ranks occur `repeats` times each, with each of the `kickers`."""
    return [
        "".join(rank * repeats for rank in ranks) + kicker
        for ranks in _rank_sets(repeated_rank_count)
        for kicker in kickers
        if not any(rank in kicker for rank in ranks)
    ]


class _Numbers(dict[int, int]):
    """The number of a hand by the sum of its weights; filled on first use, because most runs need none."""

    def __init__(self, *, in_suit: bool) -> None:
        super().__init__()
        self._in_suit = in_suit

    def __missing__(self, key: int) -> int:
        if not self:
            self.update(
                (sum(map(_WEIGHTS.__getitem__, ranks)), place)
                for place, (ranks, shape) in enumerate(_all_hand_shapes(), start=1)
                if (shape in _IN_SUIT) == self._in_suit
            )
        return dict(self)[key]  # which knows no __missing__


_MIXED = _Numbers(in_suit=False)
_SUITED = _Numbers(in_suit=True)


def _rank_word(rank: str) -> str:
    return WORDS[RANKS.index(rank)]


def _rank_plural(rank: str) -> str:
    word = _rank_word(rank)
    return f"{word}es" if word == "six" else f"{word}s"


def _no_pair_name(number: int, ranks: str) -> str:
    if number == 1:
        return "wheel"
    if ranks[0] == "7":
        return f"Number {number}"
    top = ranks[0] if ranks[0] in "89" else _rank_word(ranks[0])
    if ranks.endswith("5432"):
        return f"nut {top}"
    # People call a low rough when its second card stands right below its first: 8-7, 9-8, T-9.
    rough = RANKS.index(ranks[0]) - RANKS.index(ranks[1]) == 1
    return f"{'rough' if rough else 'smooth'} {top}"


def _hand_name(number: int, shape: str, ranks: str) -> str:
    names = {
        "no pair": lambda: _no_pair_name(number, ranks),
        "pair": lambda: f"pair of {_rank_plural(ranks[0])}",
        "two pair": lambda: f"two pair, {_rank_plural(ranks[0])} and {_rank_plural(ranks[2])}",
        "trips": lambda: f"three {_rank_plural(ranks[0])}",
        "straight": lambda: f"straight, {_rank_word(ranks[4])} to {_rank_word(ranks[0])}",
        "flush": lambda: f"flush, {_rank_word(ranks[0])} high",
        "full house": lambda: f"full house, {_rank_plural(ranks[0])} over {_rank_plural(ranks[3])}",
        "quads": lambda: f"four {_rank_plural(ranks[0])}",
        "straight flush": lambda: f"straight flush, {_rank_word(ranks[4])} to {_rank_word(ranks[0])}",
    }
    return names[shape]()
