"""Odds: what players write, in the one spelling that `notation` reads, and the cards and ranks that it names, as masks.

`T8 pat`, `T8s` and `pat T-8` become `pat T8`; `2-3-4-7` becomes `2347`; `D1` `one-card`; `wheel` and `#1` `75432`;
`pat 8 or better` `pat 8-`. What is wrong with a text is said in one sentence about the whole of it, with the nearest
form that can be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import combinations

import numpy as np

from histparse.model.cards import DECK, RANKS, SUITS, Card
from histparse.model.errors import HistparseError, quoted, similar
from histparse.model.ranking import describe
from histparse.odds.card_sets import HAND, Masks, mask_of, suits_of
from histparse.odds.chances import UNPAIRED

_CARD = re.compile(r"(10|[^\W_])([cdhs♣♦♥♠])", re.IGNORECASE)
_SYMBOLS = str.maketrans("♣♦♥♠", SUITS)


class NotationError(HistparseError):
    """Text that stands for no hand or range."""


class UnclearError(NotationError):
    """Text that was meant otherwise: a form near it may be what was meant."""


def named(text: str, whole: str) -> Masks:
    """The cards of `2c 3d`, or all suits of `23`. Raises NotationError."""
    if not text.strip():
        raise UnclearError(f"{quoted(whole)} names no card")
    return np.array([cards_named(text, whole)]) if begins_with_card(text) else of_ranks(ranks_named(text, whole))


def begins_with_card(text: str) -> bool:
    """Whether cards are named, not ranks alone."""
    return _CARD.match(_squeezed(text)) is not None


def cards_named(text: str, whole: str) -> int:
    """Cards as one mask. Raises NotationError."""
    squeezed = _squeezed(text)
    cards = [
        Card(rank.replace("10", "T").upper() + suit.lower().translate(_SYMBOLS))
        for rank, suit in _CARD.findall(squeezed)
    ]
    rest = _CARD.sub("", squeezed)
    strange = [*filter(None, [rest]), *(card for card in cards if card not in DECK)]
    if strange:
        raise UnclearError(f"{quoted(strange[0])} in {quoted(whole)} is not a card like Ts or 2c")
    repeated = [card for card in cards if cards.count(card) > 1]
    if repeated:
        raise NotationError(f"{repeated[0]} is twice in {quoted(whole)}")
    return mask_of(cards)


def ranks_named(text: str, whole: str) -> str:
    """Ranks from the highest down. Raises NotationError."""
    ranks = _squeezed(text).upper().replace("10", "T")
    strange = [letter for letter in ranks if letter not in RANKS]
    if strange:
        raise UnclearError(f"{quoted(strange[0])} in {quoted(whole)} is not a rank")
    if len(ranks) > HAND:
        raise NotationError(f"{quoted(whole)} names {len(ranks)} cards: a hand has five")
    if surplus := [rank for rank in ranks if ranks.count(rank) > len(SUITS)]:
        raise NotationError(f"{quoted(whole)}: there are four cards of rank {surplus[0]}")
    return "".join(sorted(ranks, key=RANKS.index, reverse=True))


@cache
def of_ranks(ranks: str) -> Masks:
    """All hands of these ranks, except those in one suit. A single card has every suit."""
    choices = [_suits_of_rank(rank, ranks.count(rank)) for rank in sorted(set(ranks))]
    masks = reduce(np.bitwise_or.outer, choices).ravel()
    several = (suits_of(masks) > 0).sum(0) > 1
    return masks if len(ranks) == 1 else masks[several]


def _suits_of_rank(rank: str, number: int) -> Masks:
    cards = [mask_of([Card(rank + suit)]) for suit in SUITS]
    return np.array([sum(chosen) for chosen in combinations(cards, number)])


def _squeezed(text: str) -> str:
    return re.sub(r"[\s,]", "", text)


# --- the words --------------------------------------------------------------------------------------------------------

KEEP_SIZES = {"pat": 5, "one-card": 4, "two-card": 3, "three-card": 2, "four-card": 1}
"""Cards kept, by the words for kinds of hands."""
WORDS = (*KEEP_SIZES, "any", "best", "draws", "wheel")
_NUMBERS = ("zero", "one", "two", "three", "four")
_RANK = "(?:10|[2-9TJQKA])"
_OR_BETTER = re.compile(r"(?<=\S)\s+(?:or\s+(?:better|lower)\b|-(?=\s|$))", re.IGNORECASE)
_DRAWN = re.compile(rf"\bD([0-4])\b|\b({'|'.join(_NUMBERS)}|[0-4])[ -]?cards?\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?:#|\bnumber\s)\s*(\d+)", re.IGNORECASE)
_WHEEL = re.compile(r"\bwheels?\b", re.IGNORECASE)
_DASHED = re.compile(rf"(?<![\w-])(?:{_RANK}-)+{_RANK}(?=s?-?(?![\w-]))", re.IGNORECASE)
_KIND_LAST = re.compile(rf"(.*\S)\s+({'|'.join(KEEP_SIZES)})(?:\s+draws?)?(-?)", re.IGNORECASE)
_SEVERAL = re.compile(rf"(?:pat\s+({_RANK}+)s|({_RANK}{{2,5}})s|({_RANK}{{5}})(?=-))(-?)", re.IGNORECASE)
_DRAW = re.compile(rf"({_RANK}{{3,4}})\s+draws?", re.IGNORECASE)
_STRANGE = re.compile(rf"(?!{_RANK})[^-]", re.IGNORECASE)
_LONG_WORD = re.compile(r"\b[^\W\d_]{3}[\w-]*")


def spelled(text: str) -> str:
    """The notation in one spelling. Raises NotationError for a number that no hand has."""
    text = _OR_BETTER.sub("-", text.strip())
    text = _DRAWN.sub(lambda match: _kind(match[1] or match[2]), text)
    text = _WHEEL.sub(describe(1).ranks, _NUMBER.sub(_numbered, text))
    text = _DASHED.sub(lambda match: match[0].replace("-", ""), text)
    if last := _KIND_LAST.fullmatch(text):
        text = f"{last[2]} {last[1]}{last[3]}"
    if several := _SEVERAL.fullmatch(text):
        text = f"pat {''.join(filter(None, several.groups()))}"
    return draw[1] if (draw := _DRAW.fullmatch(text)) else text


def _kind(drawn: str) -> str:
    """`one-card` for `1` or `one`."""
    number = int(drawn) if drawn.isdigit() else _NUMBERS.index(drawn.lower())
    return f"{_NUMBERS[number]}-card" if number else "pat"


def _numbered(match: re.Match[str]) -> str:
    number = int(match[1])
    if not 1 <= number <= UNPAIRED:
        raise NotationError(f"#{number} is not a hand without a pair: those are #1 to #{UNPAIRED}")
    return describe(number).ranks


def nearest(text: str, is_understood: Callable[[str], bool]) -> str | None:
    """The nearest form that is understood, if one is near."""
    return next(filter(is_understood, _near(spelled(text))), None)


def _near(text: str) -> Iterator[str]:
    """Forms that may have been meant: another word, another kind, only what are ranks."""
    words = _LONG_WORD.sub(lambda word: next(iter(similar(word[0], WORDS, 1)), ""), text).strip()
    yield words
    yield f"one-card {words}" if "draw" in words else f"pat {words}"
    yield text.replace("-", " ")
    yield " ".join(word if word in WORDS else _STRANGE.sub("", word) for word in words.split())
