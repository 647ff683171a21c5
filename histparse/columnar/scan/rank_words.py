"""The fast lane: ranks in the site's words for a hand - lists like `8,7,5,4,3` or `8-7-5-4-3`, and names (`Kings`)."""

from __future__ import annotations

import numpy as np

from histparse.columnar.compiled import Ints, compiled
from histparse.model import ranking
from histparse.model.cards import RANKS

COMMA, DASH, CAPITAL_A, CAPITAL_Z, SMALL_A, SMALL_E, SMALL_S, SMALL_Z = (ord(letter) for letter in ",-AZaesz")
LAST_ASCII = 127
RANK = np.zeros(256, np.bool_)
"""Which letters are ranks."""
RANK[[ord(rank) for rank in RANKS]] = True
IN_LIST = 5
_NAMES = [name.capitalize() for name in (*ranking.WORDS, "deuce")]
WORDS = np.zeros((len(_NAMES), 8), np.uint8)
"""What sites call the ranks, with a capital; ended by a nought."""
for _place, _name in enumerate(_NAMES):
    WORDS[_place, : len(_name)] = list(_name.encode())


@compiled
def ranks_end(text: Ints, at: int, end: int) -> int:
    """The end of a list of five ranks (`8,7,5,4,3`), or of the name of a rank (`Kings`); `at` where neither stands."""
    if at + 1 < end and text[at + 1] in (COMMA, DASH):
        return _list_end(text, at, end, text[at + 1])
    if CAPITAL_A <= text[at] <= CAPITAL_Z and at > 0 and not is_letter(text[at - 1]):
        return _word_end(text, at, end)
    return at


@compiled
def _list_end(text: Ints, at: int, end: int, between: int) -> int:
    """The end of five ranks with commas or dashes between them, and none before or behind."""
    last = at + 2 * IN_LIST - 1
    if last > end or (last < end and text[last] == between) or (at > 0 and text[at - 1] == between):
        return at
    for place in range(IN_LIST):
        if not RANK[text[at + 2 * place]] or (place and text[at + 2 * place - 1] != between):
            return at
    return last


@compiled
def _word_end(text: Ints, at: int, end: int) -> int:
    """The end of the name of a rank, in the plural or not."""
    for word in range(len(WORDS)):
        after = at + _common(text, at, end, word)
        if after > at:
            if after + 1 < end and text[after] == SMALL_E and text[after + 1] == SMALL_S:
                after += 1
            if after < end and text[after] == SMALL_S:
                after += 1
            return at if after < end and is_letter(text[after]) else after
    return at


@compiled
def _common(text: Ints, at: int, end: int, word: int) -> int:
    """The length of the word, if it stands there; else 0."""
    for length in range(WORDS.shape[1]):
        if not WORDS[word, length]:
            return length
        if at + length >= end or text[at + length] != WORDS[word, length]:
            return 0
    return 0


@compiled
def is_letter(letter: int) -> bool:
    """Whether it is a letter of any alphabet: bytes beyond ASCII are parts of such letters."""
    return bool(CAPITAL_A <= letter <= CAPITAL_Z or SMALL_A <= letter <= SMALL_Z or letter > LAST_ASCII)
