"""Odds: the notation of hands and ranges - `2347`, `2c3d4h7s/Kc`, `pat 8-`, `one-card 8 draws`, `any`, and weights.

See docs/coach.md, and `spelling` for how else players write the same. Ranks alone stand for all their suits except all
of one suit, which is written with cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np

from histparse.model.cards import RANKS, SUITS
from histparse.model.errors import count, quoted
from histparse.model.ranking import describe
from histparse.odds.card_sets import HAND, SUIT_BITS, Masks, Range, cards_of, put_together
from histparse.odds.chances import UNPAIRED
from histparse.odds.spelling import (
    KEEP_SIZES,
    NotationError,
    UnclearError,
    begins_with_card,
    cards_named,
    named,
    nearest,
    of_ranks,
    ranks_named,
    spelled,
)

EXAMPLES = "write cards (2c3d4h7s), ranks (2347), `pat 8-`, `one-card 8 draws` or `any`"
_DRAW = re.compile(r"(?<!\s)\s*+draws?(?=-?$)", re.IGNORECASE)
_WORD = re.compile(r"[a-z-]{3,}")
_ONE_CARD_EACH = re.compile(r"\s*(?:10|\w)[cdhs♣♦♥♠]\s*(?:,\s*(?:10|\w)[cdhs♣♦♥♠]\s*)+", re.IGNORECASE)
_GOOD_DRAW = "8-"
"""What is drawn to where nothing else is said."""


def parse_range(text: str) -> Range:
    """The hands that the text stands for. Raises NotationError."""
    parts = [text] if _ONE_CARD_EACH.fullmatch(text) else text.split(",")
    return put_together(text, [_part(part.strip()) for part in parts])


def parse_dead(text: str) -> int:
    """Cards by name, as a mask. Raises NotationError."""
    try:
        return cards_named(text, text) if text.strip() else 0
    except UnclearError as error:
        raise NotationError(f"{error}: a dead card has a suit") from None


def parse_number(text: str) -> int:
    """The number of the worst hand without a pair that `8`, `T8`, `87542` or `#4` stands for. Raises NotationError."""
    top = spelled(text).replace("10", "T").upper()
    high_first = "".join(sorted(top, key=RANKS.find, reverse=True))
    matching = [number for ranks, number in _unpaired().items() if top and ranks.startswith(high_first)]
    if not matching:
        raise NotationError(
            f"{quoted(text)} is no hand to draw to: write its highest ranks (8, T8) or all five (87542), "
            "without pairs and straights"
        )
    return matching[-1]


def _part(text: str) -> Range:
    try:
        return _exactly(text)
    except UnclearError as error:
        near = nearest(text, _is_understood)
        raise NotationError(f"{error}: {f'did you mean {quoted(near)}?' if near else EXAMPLES}") from None


def _is_understood(text: str) -> bool:
    try:
        _exactly(text)
    except NotationError:
        return False
    return True


def _exactly(text: str) -> Range:
    hand, at_sign, weight = text.partition("@")
    keeps, thrown, chooses = _hands(spelled(hand), hand.strip())
    share = _weight(weight.strip(), text) if at_sign else 1.0
    return Range(text, keeps, thrown, np.full(len(keeps), int(chooses)), np.full(len(keeps), share))


def _weight(text: str, whole: str) -> float:
    try:
        weight = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        weight = -1
    if not 0 < weight < float("inf"):
        raise NotationError(f"{quoted(text)} in {quoted(whole)} is not a weight: write it like @0.5 or @50%")
    return weight


def _hands(text: str, whole: str) -> tuple[Masks, Masks, bool]:
    """The cards kept, those thrown, and whether a policy is to choose."""
    word, _, rest = text.partition(" ")
    match word.lower():
        case "any" if not rest:
            return (hands := _every_hand()), np.zeros_like(hands), True
        case "best":
            keeps, thrown = _keep(rest, whole)
            if keeps[0].item().bit_count() != HAND or thrown.any():
                raise NotationError(f"{quoted(whole)}: `best` needs five cards")
            return keeps, thrown, True
        case kind if kind in KEEP_SIZES:
            keeps = _of_kind(kind, _DRAW.sub("", rest.strip()), whole)
            return keeps, np.zeros_like(keeps), False
        case kind if _WORD.fullmatch(kind) and set(kind.upper()) - {*RANKS, *SUITS.upper()}:
            raise UnclearError(f"there is no kind of hand {quoted(word)}")
    return *_keep(text, whole), False


def _keep(text: str, whole: str) -> tuple[Masks, Masks]:
    """Cards or ranks kept, and thrown after a slash: each combination of both."""
    first, slash, second = text.partition("/")
    keeps, thrown = named(first, whole), named(second, whole) if slash else np.zeros(1, np.int64)
    keeps, thrown = np.repeat(keeps, len(thrown)), np.tile(thrown, len(keeps))
    size = int(keeps[0]).bit_count() + int(thrown[0]).bit_count()
    if size > HAND or (slash and size != HAND):
        raise NotationError(f"{quoted(whole)} names {count(size, 'card')}: a hand has five")
    is_disjoint = keeps & thrown == 0
    if not is_disjoint.any():
        raise NotationError(f"{quoted(whole)}: {cards_of(int(keeps[0] & thrown[0]))[0]} cannot be both held and thrown")
    return keeps[is_disjoint], thrown[is_disjoint]


def _of_kind(kind: str, text: str, whole: str) -> Masks:
    """The hands of that kind with these highest ranks, or with these cards; after a minus, all lower ones too."""
    size = KEEP_SIZES[kind]
    if begins_with_card(text) and (cards := cards_named(text, whole)).bit_count() == size:
        return np.array([cards])
    text = text or ("" if size == HAND else _GOOD_DRAW)
    top = ranks_named(text.removesuffix("-"), whole)
    if not top or len(top) > size:
        raise NotationError(f"{quoted(whole)} needs 1 to {size} ranks: write it like {quoted(f'{kind} 8-')}")
    rank_sets = [ranks for ranks in _rank_sets(size) if _fits(ranks, top, or_lower=text.endswith("-"))]
    if not rank_sets:
        raise NotationError(f"{quoted(whole)} stands for no hand: it would be paired or a straight")
    return np.concatenate([of_ranks(ranks) for ranks in rank_sets])


def _fits(ranks: str, top: str, *, or_lower: bool) -> bool:
    held, limits = ([RANKS.index(rank) for rank in part] for part in (ranks[: len(top)], top))
    return held <= limits if or_lower else held == limits


def _rank_sets(size: int) -> Iterator[str]:
    """Different ranks, from the highest down; five of them no straight."""
    for ranks in combinations(RANKS[::-1], size):
        if size < HAND or "".join(ranks) not in RANKS[::-1]:
            yield "".join(ranks)


@cache
def _unpaired() -> dict[str, int]:
    """The numbers of all hands without a pair, from the best, by their ranks."""
    return {describe(number).ranks: number for number in range(1, UNPAIRED + 1)}


@cache
def _every_hand() -> Masks:
    """All hands of five cards."""
    cards = np.array([1 << place for place in range(len(SUITS) * SUIT_BITS)])
    hands = np.zeros(1, np.int64)
    for _ in range(HAND):
        larger = hands[:, None] | cards
        hands = larger[cards > hands[:, None]]
    return hands
