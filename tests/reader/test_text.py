"""Bytes to text: encodings, line ends, blocks."""

from __future__ import annotations

import codecs
import io
import random
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from histparse.model.findings import Finding, Severity
from histparse.parsing.cutting import read_hand_texts
from histparse.reader import text
from histparse.reader.source import Source
from histparse.reader.text import Text, detect_encoding
from tests.parsing.reading import hand_texts_among_findings

HAND = "PokerStars Hand #1:  Razz\nSeat 1: Ren\N{LATIN SMALL LETTER E WITH ACUTE} \N{EURO SIGN} (5)"
SHAPES = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "windows-1252"]


def decoded(data: bytes) -> str:
    return "".join(Text(Source("x", io.BytesIO(data))).blocks())


def findings(file: Path) -> list[Finding]:
    return [piece for piece in read_hand_texts(file) if isinstance(piece, Finding)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("tail", [b"", b"\n"])
def test_a_hand_is_the_same_in_every_encoding(tmp_path: Path, shape: str, end: str, tail: bytes) -> None:
    file = tmp_path / "x.txt"
    file.write_bytes((HAND + "\n\n").replace("\n", end).encode(shape) + tail)
    notes = findings(file)
    assert [hand.text for hand in hand_texts_among_findings(file)] == [HAND]
    assert [(note.code, note.severity) for note in notes] == [("SYN06", Severity.NOTE)] * (shape == "windows-1252")


@pytest.mark.parametrize(
    ("head", "codec"),
    [
        (b"", "utf-8"),
        (b"x", "utf-8"),
        (codecs.BOM_UTF16_BE + b"\0x", "utf-16-be"),
        ("Poker\n".encode("utf-16-le"), "utf-16-le"),
        ("Poker\n".encode("utf-16-be"), "utf-16-be"),
        (b"Poker\0\0 and more text after it that has no zeros in it", "utf-8"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1", None),
        (b"SQLite format 3\0\x10\0\1\1\0\x40\x20\x20\0\0\0\1", None),
        (bytes(4096), None),
        (random.Random(1).randbytes(4096), None),  # noqa: S311 - the same in every run
    ],
)
def test_the_first_bytes_show_the_encoding(head: bytes, codec: str | None) -> None:
    encoding = detect_encoding(head)
    assert (encoding and encoding.codec) == codec


def test_what_is_not_text_is_reported_at_once(tmp_path: Path) -> None:
    file = tmp_path / "x.duckdb"
    file.write_bytes(bytes(1 << 20) + HAND.encode())
    assert [(finding.line, finding.message) for finding in findings(file)] == [(1, "this is not text")]


def test_marks_within_a_file_vanish() -> None:
    assert decoded("\ufeffa\n\ufeffb".encode()) == "a\nb"
    assert decoded(("\ufeffa\n" * 2).encode("utf-16-le")) == "a\na\n"


@given(st.binary(max_size=60))
@example(b"\xff\xfe\x00\xd8")
@example(b"\xff\xfe\x00\xd8a\x00")
@example(b"\xff\xfea\x00\x00\xdcb\x00\r")
@example(b"\xfe\xff\xd8\x00")
@example(b"\xe2\x82")
def test_any_bytes_are_read(data: bytes) -> None:
    assert "\r" not in decoded(data)


@pytest.mark.nightly
@given(st.text(max_size=80), st.integers(1, 9), st.sampled_from(["utf-8-sig", "utf-16"]))
def test_the_size_of_blocks_changes_nothing(words: str, size: int, codec: str) -> None:
    data = ("x" + words).encode(codec, "replace")
    whole = decoded(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "BLOCK", size)
        assert decoded(data) == whole


def test_blocks_end_with_lines() -> None:
    data = b"".join(b"line %d\n" % number for number in range(300_000))
    blocks = list(Text(Source("x", io.BytesIO(data))).blocks())
    assert len(blocks) > 3
    assert all(block.endswith("\n") for block in blocks[:-1])
    assert blocks[-1] == ""
