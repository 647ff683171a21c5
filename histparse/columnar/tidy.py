"""The fast lane: texts without blanks at line ends or empty lines, whose digest is that of their bytes."""

from __future__ import annotations

from histparse.columnar.compiled import compiled
from histparse.columnar.note_rows import Noted
from histparse.columnar.workspace import Block
from histparse.judging.duplicates import digest, digest_of_bytes

SPACE, NEWLINE, DELETE = 32, 10, 127


@compiled
def look(block: Block, noted: Noted) -> None:
    """Note of each hand whether its text is tidy. One with letters outside ASCII counts as not."""
    for number in range(noted.ends.hands):
        hand = noted.hands[number]
        hand.tidy = _is_tidy(block, block.start[hand.index], block.end[hand.index])


@compiled
def _is_tidy(block: Block, begin: int, end: int) -> bool:
    before = NEWLINE
    for at in range(begin, end):
        letter = block.text[at]
        if letter == NEWLINE:
            if before <= SPACE:
                return False
        elif letter < SPACE or letter >= DELETE:
            return False
        before = letter
    return before > SPACE


def text_digest(text: str, own: str, *, is_tidy: bool) -> int:
    """The digest of the hand's own lines of a text."""
    return digest_of_bytes(own.encode()) if is_tidy and own is text else digest(own)
