"""The fast lane: a line of bytes - its name, numbers and cards are taken out, and what is left is its shape."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from histparse.columnar.compiled import NOBODY, Ints, PerPlayer, Record, compiled
from histparse.columnar.scan.rank_words import CAPITAL_A, CAPITAL_Z, COMMA, ranks_end

SLOTS = 12
"""Numbers, and brackets of cards, that are taken out of a line; a line with more is not followed."""
LARGE = 10**15
"""In whole units: no amount is larger, so that those of a whole table can be added up in a word."""
SEED = np.uint64(14695981039346656037)
APART = 1 << 16
"""Shapes of several kinds begin with seeds that differ by multiples of this: by more than two letters can."""
_PRIME = np.uint64(1099511628211)
# What stands in a shape for what was taken out.
_NAME, _NUMBER, _BRACKET, _TALK, _RANKS, _DECIMAL = (np.uint64(256 + index) for index in range(6))
SPACE, QUOTE, POINT, HYPHEN, ZERO, NINE, OPEN, CLOSE = (ord(letter) for letter in ' ".-09[]')

PerSlot = Annotated[Ints, (SLOTS,)]


MAY_BEGIN = np.zeros(256, np.bool_)
"""Which letters a number, a list or name of ranks, a bracket or a quotation may begin with."""
MAY_BEGIN[[*range(ZERO, NINE + 1), *range(CAPITAL_A, CAPITAL_Z + 1), OPEN, QUOTE]] = True


class Line(Record):
    """What was taken out of a line."""

    who: int
    """The place of the seat line of the player it names; NOBODY where it names none."""
    name_end: int
    too_much: int
    """1: more or larger figures than there is room for, or a number that the grammar may read otherwise."""
    numbers: int
    number: PerSlot
    """In 1/100, as amounts are."""
    number_begin: PerSlot
    number_end: PerSlot
    ranks: int
    """Lists and names of ranks, as in the site's words for a hand."""
    ranks_begin: PerSlot
    ranks_end: PerSlot
    brackets: int
    bracket_begin: PerSlot
    bracket_end: PerSlot
    first_card: PerSlot
    """Where in `card` the cards of a bracket begin."""
    cards: PerSlot
    """How many it has."""
    card: PerSlot


class Names(Record):
    """The names of the seated players, by the place of their seat line."""

    count: int
    begin: PerPlayer
    end: PerPlayer
    by_length: PerPlayer
    """The places, the longest name first."""


@compiled
def take_apart(text: Ints, begin: int, end: int, names: Names, codes: Ints, line: Line, shape: np.uint64) -> np.uint64:
    """Take name, numbers and cards out of a line; `shape` with all that is left.

    `codes`: cards by their two letters.
    """
    line.who, line.name_end, line.too_much = NOBODY, begin, 0
    line.numbers = line.brackets = line.ranks = 0
    return take_on(text, begin, end, names, codes, line, shape)


@compiled
def take_on(text: Ints, begin: int, end: int, names: Names, codes: Ints, line: Line, shape: np.uint64) -> np.uint64:
    """Take them out of a further part of the line too."""
    at = begin
    while at < end:
        letter = text[at]
        if line.who == NOBODY and (at == begin or text[at - 1] == SPACE) and _name_at(text, at, end, names, line):
            shape = mixed(shape, _NAME)
            at = line.name_end
        elif MAY_BEGIN[letter]:
            piece, after = _piece_at(text, at, end, codes, line)
            shape = mixed(shape, piece)
            at = after
        else:
            shape = mixed(shape, np.uint64(letter))
            at += 1
    return shape


@compiled
def _piece_at(text: Ints, at: int, end: int, codes: Ints, line: Line) -> tuple[np.uint64, int]:
    """What stands in the shape for what is there, and where that ends."""
    letter = text[at]
    after = ranks_end(text, at, end)
    if after > at:
        _keep_ranks(line, at, after)
        return _RANKS, after
    if letter == ZERO and _is_alone(text, at, end):  # to some sites throwing 0 cards is standing pat
        return np.uint64(letter), at + 1
    if is_digit(letter) and not _is_in_word(text, at, end):
        after = _number_at(text, at, end, line)
        return _DECIMAL if _goes_on(text, after, end) and _has_point(text, at, after) else _NUMBER, after
    if letter == QUOTE and text[at - 1] == SPACE:
        return _TALK, _last_quote(text, at, end) + 1
    if letter in (OPEN, QUOTE) and _cards_at(text, at, end, codes, line):
        return _BRACKET, int(line.bracket_end[line.brackets - 1])
    return np.uint64(letter), at + 1


@compiled
def mixed(shape: np.uint64, letter: np.uint64) -> np.uint64:
    """The shape with one letter more."""
    return (shape ^ letter) * _PRIME


@compiled
def _name_at(text: Ints, at: int, end: int, names: Names, line: Line) -> bool:
    """Whether a name stands there; the longest is taken."""
    for index in range(names.count):
        place = names.by_length[index]
        length = names.end[place] - names.begin[place]
        if at + length <= end and _same(text, at, names.begin[place], length):
            line.who, line.name_end = place, at + length
            return True
    return False


@compiled
def _same(text: Ints, one: int, other: int, length: int) -> bool:
    for offset in range(length):
        if text[one + offset] != text[other + offset]:
            return False
    return True


@compiled
def _number_at(text: Ints, at: int, end: int, line: Line) -> int:
    """The end of the number that begins there: digits, commas between them, one or two decimals."""
    value: Any = 0  # Any: bytes become numbers
    begin = at
    while at < end and (is_digit(text[at]) or (text[at] == COMMA and at + 1 < end and is_digit(text[at + 1]))):
        if text[at] != COMMA:
            value = min(10 * value + np.int64(text[at]) - ZERO, LARGE)
        at += 1
    value *= 100
    if at + 1 < end and text[at] == POINT and is_digit(text[at + 1]):
        value += 10 * (np.int64(text[at + 1]) - ZERO)
        at += 2
        if at < end and is_digit(text[at]):
            value += np.int64(text[at]) - ZERO
            at += 1
    if line.numbers == SLOTS or value >= 100 * LARGE:
        line.too_much = 1
    else:
        slot = line.numbers
        line.number[slot], line.number_begin[slot], line.number_end[slot] = value, begin, at
        line.numbers += 1
    return at


@compiled
def _goes_on(text: Ints, after: int, end: int) -> bool:
    """Whether the grammar would read what follows as part of a whole number; behind decimals it does not."""
    if after < end and text[after] == COMMA:
        return True
    return bool(after + 1 < end and text[after] == POINT and is_digit(text[after + 1]))


@compiled
def _has_point(text: Ints, begin: int, end: int) -> bool:
    """Whether a number has decimals."""
    return bool(text[end - 2] == POINT or (end - 3 >= begin and text[end - 3] == POINT))


@compiled
def _is_alone(text: Ints, at: int, end: int) -> bool:
    """Whether the digit there is the whole number."""
    joins = at + 1 < end and (is_digit(text[at + 1]) or text[at + 1] in (POINT, COMMA))
    return not joins and not (at > 0 and is_digit(text[at - 1]))


@compiled
def _is_in_word(text: Ints, at: int, end: int) -> bool:
    """Whether the digit there belongs to a word, as in `pot-1` and `1ST`; behind a blank the hyphen is a sign."""
    joined = text[at - 1] == HYPHEN and text[at - 2] != SPACE
    ordinal = at + 1 < end and CAPITAL_A <= text[at + 1] <= CAPITAL_Z
    return bool(joined or ordinal or is_digit(text[at - 1]))


@compiled
def is_digit(letter: int) -> bool:
    """One of ten."""
    return ZERO <= letter <= NINE


@compiled
def are_as_asked(text: Ints, line: Line, idle: int, whole: int) -> bool:
    """Whether the numbers of the line are such as the grammar was asked about.

    A bit for each slot: those of `idle` have one digit, those of `whole` are mere digits.
    """
    for slot in range(line.numbers):
        begin, end = line.number_begin[slot], line.number_end[slot]
        if idle >> slot & 1 and end - begin != 1:
            return False
        if whole >> slot & 1 and not _are_digits(text, begin, end):
            return False
    return not line.too_much


@compiled
def _are_digits(text: Ints, begin: int, end: int) -> bool:
    for at in range(begin, end):
        if not is_digit(text[at]):
            return False
    return True


@compiled
def _cards_at(text: Ints, at: int, end: int, codes: Ints, line: Line) -> bool:
    """Whether known cards stand there: in brackets with blanks between them, or in quotes with commas."""
    between, close = (SPACE, CLOSE) if text[at] == OPEN else (COMMA, QUOTE)
    slot = line.brackets
    first = line.first_card[slot - 1] + line.cards[slot - 1] if slot else 0
    count, begin = 0, at
    while at + 3 < end and first + count < SLOTS:
        code = codes[text[at + 1], text[at + 2]]
        if code < 0:
            return False
        line.card[first + count] = code
        count += 1
        at += 3
        if text[at] == close:
            line.first_card[slot], line.cards[slot] = first, count
            line.bracket_begin[slot], line.bracket_end[slot] = begin, at + 1
            line.brackets += 1
            return True
        if text[at] != between:
            return False
    return False


@compiled
def _keep_ranks(line: Line, begin: int, end: int) -> None:
    if line.ranks == SLOTS:
        line.too_much = 1
        return
    line.ranks_begin[line.ranks], line.ranks_end[line.ranks] = begin, end
    line.ranks += 1


@compiled
def _last_quote(text: Ints, at: int, end: int) -> int:
    last = at
    for other in range(at + 1, end):
        if text[other] == QUOTE:
            last = other
    return last
