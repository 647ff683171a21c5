"""The fast lane: texts without blanks at line ends and empty lines, of which judging/duplicates.py makes digests."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, Ints, compiled, entry_point
from histparse.columnar.replay.records import Records
from histparse.columnar.replay.workspace import Block
from histparse.judging.duplicates import digest, digest_of_bytes

SPACE, TAB, NEWLINE, DELETE = 32, 9, 10, 127
BLANKS = ((0xC2, 0x85), (0xC2, 0xA0), (0xE1, 0x9A), (0xE2, 0x80), (0xE2, 0x81), (0xE3, 0x80))
"""How letters begin in UTF-8 that may be blanks or end a line."""


@entry_point
def clean(block: Block, records: Records, cleaned: Ints) -> None:
    """Write the clean text of each plain hand, and note where; NOBODY where only Python knows what is blank."""
    at = 0
    for number in range(records.ends.hands):
        hand = records.hands[number]
        hand.clean_begin = at
        end = _clean(block.text, block.start[hand.index], block.end[hand.index], cleaned, at)
        hand.clean_end = end
        if end != NOBODY:
            at = end


@compiled
def _clean(text: Ints, begin: int, end: int, cleaned: Ints, out: int) -> int:
    """Where the clean text ends that was written from `out` on; NOBODY if it cannot be known."""
    first, kept = out, out
    for at in range(begin, end):
        letter = text[at]
        if letter == NEWLINE:
            out = kept
            if out > first and cleaned[out - 1] != NEWLINE:
                cleaned[out] = letter
                out += 1
            kept = out
        else:
            if _may_be_blank(text, at, letter):
                return NOBODY
            cleaned[out] = letter
            out += 1
            if letter != SPACE and letter != TAB:
                kept = out
    return kept - 1 if kept > first and cleaned[kept - 1] == NEWLINE else kept


@compiled
def _may_be_blank(text: Ints, at: int, letter: int) -> bool:
    if letter < DELETE:
        return letter < SPACE and letter != TAB
    for first, second in BLANKS:
        if letter == first and text[at + 1] == second:
            return True
    return False


def text_digest(text: str, own: str, cleaned: bytes, place: tuple[int, int]) -> int:
    """The digest of the hand's own lines; of all of them if possible from the place of the cleaned text."""
    begin, end = place
    return digest(own) if end == NOBODY or own is not text else digest_of_bytes(cleaned[begin:end])
