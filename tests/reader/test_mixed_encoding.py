"""Bytes that are not in the encoding of their file."""

from __future__ import annotations

from pathlib import Path

from histparse.model.findings import Finding, Severity
from histparse.parsing.cutting import read_hand_texts
from histparse.reader import HandText
from tests.parsing.reading import hand_texts_among_findings

FIRST, SECOND = b"PokerStars Hand #1:  Razz\n", b"\n\nPokerStars Hand #2:  Razz\n"


def read(folder: Path, data: bytes) -> tuple[list[str], list[tuple[int, Severity]]]:
    """The second lines of the hands; lines and severities of the findings."""
    file = folder / "x.txt"
    file.write_bytes(data)
    hands = [hand.text.split("\n")[1] for hand in hand_texts_among_findings(file)]
    return hands, [(piece.line, piece.severity) for piece in read_hand_texts(file) if isinstance(piece, Finding)]


def test_old_letters_are_one_note_in_a_file(tmp_path: Path) -> None:
    data = FIRST + b"Ren\xe9 bets \x80 1" + SECOND + b"Ren\xe9 folds"
    assert read(tmp_path, data) == (["René bets € 1", "René folds"], [(2, Severity.NOTE)])


def test_only_the_lines_that_need_it_are_read_so(tmp_path: Path) -> None:
    data = FIRST + "Blåveis folds".encode() + SECOND + b"Ren\xe9 folds"
    assert read(tmp_path, data) == (["Blåveis folds", "René folds"], [(5, Severity.NOTE)])


def test_bytes_without_meaning_are_a_warning_for_each_hand(tmp_path: Path) -> None:
    data = FIRST + b"Ren\x81 folds\n" + SECOND + b"Ren\x9d folds"
    assert read(tmp_path, data) == (["Ren� folds", "Ren� folds"], [(2, Severity.WARNING), (6, Severity.WARNING)])


def test_halves_of_letters_in_wide_text_are_a_warning(tmp_path: Path) -> None:
    data = ("\ufeff" + FIRST.decode()).encode("utf-16-le") + b"R\0\x00\xd8e\0\n\0"
    assert read(tmp_path, data) == (["R�e"], [(2, Severity.WARNING)])


def test_headings_have_letters_only(tmp_path: Path) -> None:
    file = tmp_path / "x.xml"
    file.write_bytes(b'<description type="Caf\xe9"/>\n<game id="1">\nx')
    (hand,) = read_hand_texts(file)
    assert isinstance(hand, HandText)
    assert hand.heading == '<description type="Café"/>'
