"""Odds: the notation of hands and ranges - `2347`, `2c3d4h7s/Kc`, `pat 8-`, `one-card 8 draws`, `any`, and weights.

See docs/coach.md. Ranks alone stand for all their suits except all of one suit, which is written with cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, reduce
from itertools import combinations

import numpy as np

from histparse.model.absent import absent
from histparse.model.cards import DECK, RANKS, SUITS, Card
from histparse.model.errors import HistparseError
from histparse.model.plain import count, quoted
from histparse.odds.card_masks import SUIT_BITS, Masks, cards_of, mask_of, suits_of
from histparse.odds.card_sets import HAND
from histparse.odds.ranges import Range, put_together

KEPT = {"pat": 5, "one-card": 4, "two-card": 3, "three-card": 2}
"""Cards kept, by the words for classes of hands."""
EXAMPLES = "write cards (2c3d4h7s), ranks (2347), `pat 8-`, `one-card 8 draws` or `any`"
_CARD = re.compile(r"(10|[^\W_])([cdhs♣♦♥♠])", re.IGNORECASE)
_DRAW = re.compile(r"(?<!\s)\s*+draws?$", re.IGNORECASE)
_WORD = re.compile(r"[a-z-]{3,}")
_SYMBOLS = str.maketrans("♣♦♥♠", SUITS)


class NotationError(HistparseError):
    """Text that stands for no hand or range."""


def parse_range(text: str) -> Range:
    """The hands that the text stands for. Raises NotationError."""
    parts = [_part(part.strip()) for part in text.split(",")]
    return put_together(text, parts)


def parse_dead(text: str) -> int:
    """Cards by name, as a mask. Raises NotationError."""
    return _cards(text, text) if text.strip() else 0


def _part(text: str) -> Range:
    hand, at, weight = text.partition("@")
    kept, thrown, chooses = _hands(hand.strip())
    share = _weight(weight.strip(), text) if at else 1.0
    return Range(text, kept, thrown, np.full(len(kept), int(chooses)), np.full(len(kept), share))


def _weight(text: str, whole: str) -> float:
    try:
        weight = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        weight = -1
    if not 0 < weight < float("inf"):
        raise NotationError(f"{quoted(text)} in {quoted(whole)} is not a weight: write it like @0.5 or @50%")
    return weight


def _hands(text: str) -> tuple[Masks, Masks, bool]:
    """The cards kept, those thrown, and whether a policy is to choose."""
    word, _, rest = text.partition(" ")
    match word.lower():
        case "any" if not rest:
            return (every := _every_hand()), np.zeros_like(every), True
        case "best":
            kept, thrown = _keep(rest.strip(), text)
            if kept[0].item().bit_count() != HAND or thrown.any():
                raise NotationError(f"{quoted(text)}: the best draw is chosen of five cards")
            return kept, thrown, True
        case kind if kind in KEPT:
            kept = _class(kind, _DRAW.sub("", rest.strip()), text)
            return kept, np.zeros_like(kept), False
        case kind if _WORD.fullmatch(kind) and set(kind.upper()) - {*RANKS, *SUITS.upper()}:
            raise NotationError(absent("kind of hand", word, [*KEPT, "any", "best"]))
    return *_keep(text, text), False


def _keep(text: str, whole: str) -> tuple[Masks, Masks]:
    """Cards or ranks kept, and thrown after a slash: each combination of both."""
    first, slash, second = text.partition("/")
    kept, thrown = _named(first, whole), _named(second, whole) if slash else np.zeros(1, np.int64)
    kept, thrown = np.repeat(kept, len(thrown)), np.tile(thrown, len(kept))
    size = int(kept[0]).bit_count() + int(thrown[0]).bit_count()
    if size > HAND or (slash and size != HAND):
        raise NotationError(f"{quoted(whole)} names {count(size, 'card')}: a hand has five")
    apart = kept & thrown == 0
    if not apart.any():
        raise NotationError(f"{quoted(whole)}: {cards_of(int(kept[0] & thrown[0]))[0]} is kept and thrown")
    return kept[apart], thrown[apart]


def _named(text: str, whole: str) -> Masks:
    """The cards of `2c 3d`, or all suits of `23`."""
    squeezed = re.sub(r"[\s]", "", text).replace("10", "T")
    if not squeezed:
        raise NotationError(f"{quoted(whole)} names no card: {EXAMPLES}")
    if _CARD.match(squeezed):
        return np.array([_cards(text, whole)])
    return of_ranks(_ranks(squeezed, whole))


def _cards(text: str, whole: str) -> int:
    squeezed = re.sub(r"[\s,]", "", text)
    pairs = _CARD.findall(squeezed)
    found = [Card(rank.replace("10", "T").upper() + suit.lower().translate(_SYMBOLS)) for rank, suit in pairs]
    rest = _CARD.sub("", squeezed)
    strange = [*filter(None, [rest]), *(card for card in found if card not in DECK)]
    if strange:
        raise NotationError(f"{quoted(strange[0])} in {quoted(whole)} is not a card: write it like Ts or 2c")
    twice = [card for card in found if found.count(card) > 1]
    if twice:
        raise NotationError(f"{twice[0]} is twice in {quoted(whole)}")
    return mask_of(found)


def _ranks(text: str, whole: str) -> str:
    """Ranks from the highest down."""
    ranks = text.upper()
    strange = [letter for letter in ranks if letter not in RANKS]
    if strange:
        raise NotationError(f"{quoted(strange[0])} in {quoted(whole)} is not a rank: {EXAMPLES}")
    if len(ranks) > HAND:
        raise NotationError(f"{quoted(whole)} names {len(ranks)} cards: a hand has five")
    if many := [rank for rank in ranks if ranks.count(rank) > len(SUITS)]:
        raise NotationError(f"{quoted(whole)}: there are four cards of rank {many[0]}")
    return "".join(sorted(ranks, key=RANKS.index, reverse=True))


@cache
def of_ranks(ranks: str) -> Masks:
    """These ranks in all suits, except all in one suit. A single card has every suit."""
    choices = [_suits_of_rank(rank, ranks.count(rank)) for rank in sorted(set(ranks))]
    masks = reduce(np.bitwise_or.outer, choices).ravel()
    several = (suits_of(masks) > 0).sum(0) > 1
    return masks if len(ranks) == 1 else masks[several]


def _suits_of_rank(rank: str, number: int) -> Masks:
    cards = [mask_of([Card(rank + suit)]) for suit in SUITS]
    return np.array([sum(some) for some in combinations(cards, number)])


def _class(kind: str, text: str, whole: str) -> Masks:
    """All hands of that kind whose highest ranks are these; after a minus, all lower ones too."""
    size, or_lower = KEPT[kind], text.endswith("-")
    top = _ranks(text.removesuffix("-").strip(), whole)
    if not top or len(top) > size:
        raise NotationError(f"{quoted(whole)} needs 1 to {size} ranks: write it like {quoted(f'{kind} 8-')}")
    found = [ranks for ranks in _rank_sets(size) if _fits(ranks, top, or_lower=or_lower)]
    if not found:
        raise NotationError(f"{quoted(whole)} stands for no hand: it would be paired or a straight")
    return np.concatenate([of_ranks(ranks) for ranks in found])


def _fits(ranks: str, top: str, *, or_lower: bool) -> bool:
    held, asked = ([RANKS.index(rank) for rank in some] for some in (ranks[: len(top)], top))
    return held <= asked if or_lower else held == asked


def _rank_sets(size: int) -> Iterator[str]:
    """Different ranks, from the highest down; five of them no straight."""
    for ranks in combinations(RANKS[::-1], size):
        if size < HAND or "".join(ranks) not in RANKS[::-1]:
            yield "".join(ranks)


@cache
def _every_hand() -> Masks:
    """All hands of five cards."""
    cards = np.array([1 << place for place in range(len(SUITS) * SUIT_BITS)])
    hands = np.zeros(1, np.int64)
    for _ in range(HAND):
        larger = hands[:, None] | cards
        hands = larger[cards > hands[:, None]]
    return hands
