"""Step 4, rules: checks a site's words for a hand (`8,7,5,4,3`, `a pair of Fives`) against the cards."""

from __future__ import annotations

import re
from functools import lru_cache

from histparse.model.cards import RANKS
from histparse.model.ranking import WORDS, describe

CATEGORIES = (
    ("straight flush", "straight flush"),
    ("royal flush", "straight flush"),
    ("four of a kind", "quads"),
    ("quads", "quads"),
    ("full house", "full house"),
    ("full of", "full house"),
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
WHEEL = "A5432"
"""Whether a site describes this hand by its five or by its ace is not known."""
_RANKS = dict(zip(WORDS, RANKS, strict=True)) | {"deuce": "2", "sixe": "6", "10": "T"}
_RANKS |= {rank.lower(): rank for rank in RANKS if rank.isdigit()}
_LIST = re.compile(r"[2-9TJQKA]([,-][2-9TJQKA]){4}")
_HIGH_CARD = re.compile(r"high card\W{1,3}(\w+)")
_RANK = re.compile(rf"\b({'|'.join(_RANKS)})s?\b")
_NAMES = (*WORDS, "deuce", "sixe", "high", "flush", "straight", "house", "quads", "trips", "kind", "pair")
_ENDS = re.compile(rf"\b({'|'.join(_NAMES)})s?$|(?<= )(?:[2-9]|10)$", re.IGNORECASE)


def may_go_on(reading: str) -> bool:
    """Whether a text may have been cut short within these words: they end neither in a fifth rank nor in a name."""
    return not (_LIST.fullmatch(reading) or _ENDS.search(reading))


@lru_cache(maxsize=1 << 13)
def contradicts(reading: str, hand: int) -> bool:
    """Whether the site's words cannot describe the hand with that rank number. Unknown words never contradict."""
    made = describe(hand)
    if _LIST.fullmatch(reading):
        return hand > WORST_LOW or reading[::2] not in (made.ranks, made.ranks.replace(WHEEL, "5432A"))
    lowered = reading.lower()
    if high := _HIGH_CARD.fullmatch(lowered):
        top = _RANKS.get(high[1], high[1].upper())
        return hand > WORST_LOW or top not in ("A5" if made.ranks == WHEEL else made.ranks[0])
    words, claimed = next(((words, name) for words, name in CATEGORIES if words in lowered), ("", ""))
    if not claimed:
        return False
    named = "".join(_RANKS[word] for word in _RANK.findall(lowered.replace(words, "")))
    return claimed != made.category or not _is_named(made.ranks, claimed, named)


def _is_named(ranks: str, category: str, named: str) -> bool:
    """Whether those ranks name a hand of that category: its paired ranks, or the highest, or the ends of a straight."""
    distinct = "".join(dict.fromkeys(ranks))
    ends = distinct[:2] if category == "two pair" else distinct[::4] if "straight" in category else ""
    return distinct.startswith(named) or named[::-1] == ends
