"""Step 4, rules: checks a site's words for a hand (`8,7,5,4,3`, `a pair of Fives`) against the cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from histparse.model.ranking import describe

RANKS = "23456789TJQKA"
WORDS = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
CATEGORIES = (
    ("straight flush", "straight flush"),
    ("royal flush", "straight flush"),
    ("four of a kind", "quads"),
    ("quads", "quads"),
    ("full house", "full house"),
    ("flush", "flush"),
    ("straight", "straight"),
    ("three of a kind", "trips"),
    ("trips", "trips"),
    ("two pair", "two pair"),
    ("pair", "pair"),
)
"""Words and the category they mean; longer ones first."""

WORST_LOW = 1278
"""The rank number of A-K-Q-J-9, the worst hand without a pair."""
_LIST = re.compile(r"[2-9TJQKA]([,-][2-9TJQKA]){4}")
_HIGH_CARD = re.compile(r"high card : (10|[2-9TJQKA])", re.IGNORECASE)
WHEEL_RANKS = set("A5432")
"""Whether a site describes this hand by its five or by its ace is not known."""
_RANK = re.compile(r"\b(" + "|".join((*WORDS, "two", "sixe")) + r")e?s?\b")
_NAMES = (*WORDS, "two", "sixe", "high", "flush", "straight", "house", "quads", "trips", "kind", "pair")
_ENDS = re.compile(r"\b(" + "|".join(_NAMES) + r")e?s?$|: \d+$", re.IGNORECASE)


def may_go_on(says: str) -> bool:
    """Whether a text may have been cut short within these words: they end neither in a fifth rank nor in a name."""
    return not (_LIST.fullmatch(says) or _ENDS.search(says))


@lru_cache(maxsize=1 << 13)
def contradicts(says: str, hand: int) -> bool:
    """Whether the site's words cannot describe the hand with that rank number. Unknown words never contradict."""
    made = describe(hand)
    if _LIST.fullmatch(says):
        return hand > WORST_LOW or says[::2] not in (made.ranks, made.ranks.replace("A5432", "5432A"))
    if high := _HIGH_CARD.fullmatch(says):
        top = high[1].upper().replace("10", "T")
        return hand > WORST_LOW or (top != made.ranks[0] and set(made.ranks) != WHEEL_RANKS)
    words, claimed = next(((words, name) for words, name in CATEGORIES if words in says.lower()), ("", ""))
    if not claimed:
        return False
    rest = says.lower().replace(words, "")
    return claimed != made.category or not _named(rest) <= _nameable_ranks(made.ranks, claimed)


def _named(says: str) -> set[str]:
    """The ranks that the words name."""
    found = set()
    for word in _RANK.findall(says):
        index = {"two": 0, "sixe": 4}.get(word)
        found.add(RANKS[WORDS.index(word) if index is None else index])
    return found


def _nameable_ranks(held: Iterable[str], category: str) -> set[str]:
    """The ranks that words for such a hand may name: the paired ones, or all if none is paired."""
    counts = Counter(held)
    paired = {rank for rank, times in counts.items() if times > 1}
    return paired if category in ("pair", "two pair", "full house", "trips", "quads") else set(counts)
