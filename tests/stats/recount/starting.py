"""Starting hands by their kind, told apart once more."""

from __future__ import annotations

from collections.abc import Iterable

from histparse.model.cards import RANKS

TOPS = {"seven": "7", "eight": "8", "nine": "9"}


def is_low(cards: Iterable[str], top: str) -> bool:
    """No pair, no straight, no flush, nothing above the top."""
    hand = list(cards)
    ranks = sorted({RANKS.index(card[0]) for card in hand})
    in_a_row = len(ranks) == 5 and ranks[4] - ranks[0] == 4
    return len(ranks) == 5 and not in_a_row and ranks[4] <= RANKS.index(top) and len({card[1] for card in hand}) > 1


def kind_of(cards: Iterable[str]) -> tuple[str, str | None]:
    """Its kind and what is worth keeping: for a pat hand its class."""
    hand = list(cards)
    for name, top in TOPS.items():
        if is_low(hand, top):
            return "pat", name
    low = sorted({card[0] for card in hand} & set("2345678"))[:4]
    if len(low) < 2:
        return "other", None
    return ("one card", "two cards", "three cards")[4 - len(low)], "".join(low)
