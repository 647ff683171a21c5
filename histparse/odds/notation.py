"""Odds: the notation of hands and ranges - `2347`, `2c3d4h7s/Kc`, `pat 8-`, `one-card 8 draws`, `any`, and weights.

See docs/equities.md. Ranks alone stand for all their suits except all of one suit, which is written with cards.

However players write it, it is first put into one spelling: `T8 pat`, `T8s` and `pat T-8` become `pat T8`; `2-3-4-7`
becomes `2347`; `D1` `one-card`; `wheel` and `#1` `75432`; `pat 8 or better` `pat 8-`. What is wrong with a text is said
in one sentence about the whole of it, with the nearest form that can be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import combinations

import numpy as np
from msgspec import structs

from histparse.model.cards import DECK, RANKS, SUITS, Card
from histparse.model.errors import HistparseError, count, quoted, similar_names
from histparse.model.ranking import describe
from histparse.odds.card_sets import (
    HAND,
    SUIT_BITS,
    Masks,
    Range,
    all_draws,
    cards_to_mask,
    concatenate_rows,
    mask_to_cards,
    split_by_suit,
)
from histparse.odds.chances import UNPAIRED

_CARD = re.compile(r"(?i)(10|[^\W_])([cdhs♣♦♥♠])")
_SYMBOLS = str.maketrans("♣♦♥♠", SUITS)


class NotationError(HistparseError):
    """Text that stands for no hand or range."""


class UnclearError(NotationError):
    """Text that was meant otherwise: a form near it may be what was meant."""


def parse_cards_or_ranks(text: str, whole_text: str) -> Masks:
    """The cards of `2c 3d`, or all suits of `23`. Raises NotationError."""
    if not text.strip():
        raise UnclearError(f"{quoted(whole_text)} names no card")
    return (
        np.array([parse_cards_as_one_mask(text, whole_text)])
        if has_suits(text)
        else non_flush_hands_with_ranks(parse_ranks(text, whole_text))
    )


def has_suits(text: str) -> bool:
    """Whether cards are named, not ranks alone."""
    return _CARD.match(_remove_separators(text)) is not None


def parse_cards_as_one_mask(text: str, whole_text: str) -> int:
    """Cards as one mask. Raises NotationError."""
    squeezed = _remove_separators(text)
    cards = [
        Card(rank.replace("10", "T").upper() + suit.lower().translate(_SYMBOLS))
        for rank, suit in _CARD.findall(squeezed)
    ]
    rest = _CARD.sub("", squeezed)
    strange = [*filter(None, [rest]), *(card for card in cards if card not in DECK)]
    if strange:
        raise UnclearError(f"{quoted(strange[0])} in {quoted(whole_text)} is not a card like Ts or 2c")
    repeated = [card for card in cards if cards.count(card) > 1]
    if repeated:
        raise NotationError(f"{repeated[0]} is twice in {quoted(whole_text)}")
    return cards_to_mask(cards)


def parse_ranks(text: str, whole_text: str) -> str:
    """Ranks from the highest down. Raises NotationError."""
    ranks = _remove_separators(text).upper().replace("10", "T")
    strange = [letter for letter in ranks if letter not in RANKS]
    if strange:
        raise UnclearError(f"{quoted(strange[0])} in {quoted(whole_text)} is not a rank")
    if len(ranks) > HAND:
        raise NotationError(f"{quoted(whole_text)} names {len(ranks)} cards: a hand has five")
    if surplus := [rank for rank in ranks if ranks.count(rank) > len(SUITS)]:
        raise NotationError(f"{quoted(whole_text)}: there are four cards of rank {surplus[0]}")
    return "".join(sorted(ranks, key=RANKS.index, reverse=True))


@cache
def non_flush_hands_with_ranks(ranks: str) -> Masks:
    """All hands of these ranks, except those in one suit. A single card has every suit."""
    choices = [
        all_draws(cards_to_mask(Card(rank + suit) for suit in SUITS), ranks.count(rank)) for rank in sorted(set(ranks))
    ]
    masks = reduce(np.bitwise_or.outer, choices).ravel()
    several = (split_by_suit(masks) > 0).sum(0) > 1
    return masks if len(ranks) == 1 else masks[several]


def _remove_separators(text: str) -> str:
    return re.sub(r"[\s,]", "", text)


# --- the words --------------------------------------------------------------------------------------------------------

KEEP_SIZES = {"pat": 5, "one-card": 4, "two-card": 3, "three-card": 2, "four-card": 1}
"""Cards kept, by the words for kinds of hands."""
WORDS = (*KEEP_SIZES, "any", "best", "draws", "wheel")
_NUMBERS = ("zero", "one", "two", "three", "four")
_RANK = "(?:10|[2-9TJQKA])"
_OR_BETTER = re.compile(r"(?i)(?<=\S)\s+(?:or\s+(?:better|lower)\b|-(?=\s|$))")
_DRAWN = re.compile(rf"(?i)\bD([0-4])\b|\b({'|'.join(_NUMBERS)}|[0-4])[ -]?cards?\b")
_NUMBER = re.compile(r"(?i)(?:#|\bnumber\s)\s*(\d+)")
_WHEEL = re.compile(r"(?i)\bwheels?\b")
_DASHED = re.compile(rf"(?i)(?<![\w-])(?:{_RANK}-)+{_RANK}(?=s?-?(?![\w-]))")
_KIND_LAST = re.compile(rf"(?i)(.*\S)\s+({'|'.join(KEEP_SIZES)})(?:\s+draws?)?(-?)")
_SEVERAL = re.compile(rf"(?i)(?:pat\s+({_RANK}+)s|({_RANK}{{2,5}})s|({_RANK}{{5}})(?=-))(-?)")
_DRAW = re.compile(rf"(?i)({_RANK}{{3,4}})\s+draws?")
_STRANGE = re.compile(rf"(?i)(?!{_RANK})[^-]")
_LONG_WORD = re.compile(r"\b[^\W\d_]{3}[\w-]*")


def normalise_notation(text: str) -> str:
    """The notation in one spelling. Raises NotationError for a number that no hand has."""
    text = _OR_BETTER.sub("-", text.strip())
    text = _DRAWN.sub(lambda match: _format_draw_kind(match[1] or match[2]), text)
    text = _WHEEL.sub(describe(1).ranks, _NUMBER.sub(_ranks_of_matched_number, text))
    text = _DASHED.sub(lambda match: match[0].replace("-", ""), text)
    if last := _KIND_LAST.fullmatch(text):
        text = f"{last[2]} {last[1]}{last[3]}"
    if several := _SEVERAL.fullmatch(text):
        text = f"pat {''.join(filter(None, several.groups()))}"
    return draw[1] if (draw := _DRAW.fullmatch(text)) else text


def _format_draw_kind(cards_drawn: str) -> str:
    """`one-card` for `1` or `one`."""
    number = int(cards_drawn) if cards_drawn.isdigit() else _NUMBERS.index(cards_drawn.lower())
    return f"{_NUMBERS[number]}-card" if number else "pat"


def _ranks_of_matched_number(match: re.Match[str]) -> str:
    number = int(match[1])
    if not 1 <= number <= UNPAIRED:
        raise NotationError(f"#{number} is not a hand without a pair: those are #1 to #{UNPAIRED}")
    return describe(number).ranks


def find_nearest_notation(text: str, is_understood: Callable[[str], bool]) -> str | None:
    """The nearest form that is understood, if one is near."""
    return next(filter(is_understood, _guess_notations(normalise_notation(text))), None)


def _guess_notations(text: str) -> Iterator[str]:
    """Forms that may have been meant: another word, another kind, only what are ranks."""
    words = _LONG_WORD.sub(lambda word: next(iter(similar_names(word[0], WORDS, 1)), ""), text).strip()
    yield words
    yield f"one-card {words}" if "draw" in words else f"pat {words}"
    yield text.replace("-", " ")
    yield " ".join(word if word in WORDS else _STRANGE.sub("", word) for word in words.split())


# --- hands and ranges -------------------------------------------------------------------------------------------------

EXAMPLES = "write cards (2c3d4h7s), ranks (2347), `pat 8-`, `one-card 8 draws` or `any`"
_DRAW_AT_END = re.compile(r"(?i)(?<!\s)\s*+draws?(?=-?$)")
_WORD = re.compile(r"[a-z-]{3,}")
_ONE_CARD_EACH = re.compile(r"(?i)\s*(?:10|\w)[cdhs♣♦♥♠]\s*(?:,\s*(?:10|\w)[cdhs♣♦♥♠]\s*)+")
_GOOD_DRAW = "8-"
"""What is drawn to where nothing else is said."""


def parse_range(text: str) -> Range:
    """The hands that the text stands for. Raises NotationError."""
    parts = [text] if _ONE_CARD_EACH.fullmatch(text) else text.split(",")
    return structs.replace(concatenate_rows([_parse_or_suggest(part.strip()) for part in parts]), text=text)


def parse_dead_cards(text: str) -> int:
    """Cards by name, as a mask. Raises NotationError."""
    try:
        return parse_cards_as_one_mask(text, text) if text.strip() else 0
    except UnclearError as error:
        raise NotationError(f"{error}: a dead card has a suit") from None


def parse_target_number(text: str) -> int:
    """The number of the worst hand without a pair that `8`, `T8`, `87542` or `#4` stands for. Raises NotationError."""
    top = normalise_notation(text).replace("10", "T").upper()
    high_first = "".join(sorted(top, key=RANKS.find, reverse=True))
    matching = [number for ranks, number in _unpaired_hand_numbers().items() if top and ranks.startswith(high_first)]
    if not matching:
        raise NotationError(
            f"{quoted(text)} is no hand to draw to: write its highest ranks (8, T8) or all five (87542), "
            "without pairs and straights"
        )
    return matching[-1]


def _parse_or_suggest(text: str) -> Range:
    try:
        return _parse_range_part(text)
    except UnclearError as error:
        near = find_nearest_notation(text, _is_understood)
        raise NotationError(f"{error}: {f'did you mean {quoted(near)}?' if near else EXAMPLES}") from None


def _is_understood(text: str) -> bool:
    try:
        _parse_range_part(text)
    except NotationError:
        return False
    return True


def _parse_range_part(text: str) -> Range:
    hand, at_sign, weight = text.partition("@")
    keeps, thrown, chooses = _parse_keeps_thrown_and_choice(normalise_notation(hand), hand.strip())
    share = _parse_weight(weight.strip(), text) if at_sign else 1.0
    return Range(text, keeps, thrown, np.full(len(keeps), int(chooses)), np.full(len(keeps), share))


def _parse_weight(text: str, whole_text: str) -> float:
    try:
        weight = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        weight = -1
    if not 0 < weight < float("inf"):
        raise NotationError(f"{quoted(text)} in {quoted(whole_text)} is not a weight: write it like @0.5 or @50%")
    return weight


def _parse_keeps_thrown_and_choice(text: str, whole_text: str) -> tuple[Masks, Masks, bool]:
    """The cards kept, those thrown, and whether a policy is to choose."""
    word, _, rest = text.partition(" ")
    match word.lower():
        case "any" if not rest:
            return (hands := _all_five_card_hands()), np.zeros_like(hands), True
        case "best":
            keeps, thrown = _parse_keep_and_thrown(rest, whole_text)
            if keeps[0].item().bit_count() != HAND or thrown.any():
                raise NotationError(f"{quoted(whole_text)}: `best` needs five cards")
            return keeps, thrown, True
        case kind if kind in KEEP_SIZES:
            keeps = _parse_hands_of_kind(kind, _DRAW_AT_END.sub("", rest.strip()), whole_text)
            return keeps, np.zeros_like(keeps), False
        case kind if _WORD.fullmatch(kind) and set(kind.upper()) - {*RANKS, *SUITS.upper()}:
            raise UnclearError(f"there is no kind of hand {quoted(word)}")
    return *_parse_keep_and_thrown(text, whole_text), False


def _parse_keep_and_thrown(text: str, whole_text: str) -> tuple[Masks, Masks]:
    """Cards or ranks kept, and thrown after a slash: each combination of both."""
    first, slash, second = text.partition("/")
    keeps = parse_cards_or_ranks(first, whole_text)
    thrown = parse_cards_or_ranks(second, whole_text) if slash else np.zeros(1, np.int64)
    keeps, thrown = np.repeat(keeps, len(thrown)), np.tile(thrown, len(keeps))
    size = int(keeps[0]).bit_count() + int(thrown[0]).bit_count()
    if size > HAND or (slash and size != HAND):
        raise NotationError(f"{quoted(whole_text)} names {count(size, 'card')}: a hand has five")
    is_disjoint = keeps & thrown == 0
    if not is_disjoint.any():
        raise NotationError(
            f"{quoted(whole_text)}: {mask_to_cards(int(keeps[0] & thrown[0]))[0]} cannot be both held and thrown"
        )
    return keeps[is_disjoint], thrown[is_disjoint]


def _parse_hands_of_kind(kind: str, text: str, whole_text: str) -> Masks:
    """The hands of that kind with these highest ranks, or with these cards; after a minus, all lower ones too."""
    size = KEEP_SIZES[kind]
    if has_suits(text) and (cards := parse_cards_as_one_mask(text, whole_text)).bit_count() == size:
        return np.array([cards])
    text = text or ("" if size == HAND else _GOOD_DRAW)
    top = parse_ranks(text.removesuffix("-"), whole_text)
    if not top or len(top) > size:
        raise NotationError(f"{quoted(whole_text)} needs 1 to {size} ranks: write it like {quoted(f'{kind} 8-')}")
    rank_sets = [
        ranks for ranks in _unpaired_rank_sets(size) if _has_top_ranks(ranks, top, or_lower=text.endswith("-"))
    ]
    if not rank_sets:
        raise NotationError(f"{quoted(whole_text)} stands for no hand: it would be paired or a straight")
    return np.concatenate([non_flush_hands_with_ranks(ranks) for ranks in rank_sets])


def _has_top_ranks(ranks: str, top_ranks: str, *, or_lower: bool) -> bool:
    held, limits = ([RANKS.index(rank) for rank in part] for part in (ranks[: len(top_ranks)], top_ranks))
    return held <= limits if or_lower else held == limits


def _unpaired_rank_sets(size: int) -> Iterator[str]:
    """Different ranks, from the highest down; five of them no straight."""
    for ranks in combinations(RANKS[::-1], size):
        if size < HAND or "".join(ranks) not in RANKS[::-1]:
            yield "".join(ranks)


@cache
def _unpaired_hand_numbers() -> dict[str, int]:
    return {describe(number).ranks: number for number in range(1, UNPAIRED + 1)}


@cache
def _all_five_card_hands() -> Masks:
    cards = np.array([1 << place for place in range(len(SUITS) * SUIT_BITS)])
    hands = np.zeros(1, np.int64)
    for _ in range(HAND):
        larger = hands[:, None] | cards
        hands = larger[cards > hands[:, None]]
    return hands
