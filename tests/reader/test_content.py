"""What stands in a file is told by its bytes, and where a grown one is read on by its lines."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from histparse.parsing.cutting import read_text
from histparse.reader import (
    BEGINNING,
    Bookmark,
    Content,
    Inspection,
    content,
    digest_and_find_growth,
    open_file,
    texts,
    texts_in_open_file,
)

OLD = "first\nsecond\n\nfourth, a longer line\nfifth"
FOURTH = Bookmark(4, 0)
ENDS = {"Unix": b"\n", "Windows": b"\r\n", "old Mac": b"\r"}


def inspected(file: Path, known: Content | None = None, bookmark: Bookmark | None = None) -> Inspection:
    with open_file(file) as stream:
        inspection = digest_and_find_growth(stream, known, bookmark)
        assert stream.tell() == 0
    assert inspection is not None
    return inspection


def grown(file: Path, data: bytes, more: bytes, bookmark: Bookmark = FOURTH) -> int | None:
    """Where reading goes on when that has come to the data."""
    file.write_bytes(data)
    known = inspected(file).content
    assert inspected(file, known, bookmark) == Inspection(known, None)
    file.write_bytes(data + more)
    return inspected(file, known, bookmark).resume_at


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1 << 20])
@pytest.mark.parametrize("system", ENDS)
def test_a_grown_file_is_resumed_at_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, system: str
) -> None:
    monkeypatch.setattr(content, "BLOCK", size)
    data = OLD.encode().replace(b"\n", ENDS[system])
    assert grown(tmp_path / "x.txt", data, b" goes on") == data.index(b"fourth")


def test_the_bytes_before_are_those_that_were_there(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text(OLD)
    known = inspected(file).content
    for different in (OLD.replace("first", "First"), OLD[:-1], OLD[1:] + "!"):
        file.write_text(different)
        assert inspected(file, known, FOURTH).content != known
        file.write_text(different + " goes on")
        assert inspected(file, known, FOURTH).resume_at is None


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: data.decode().encode("utf-16")], ids=["gzip", "UTF-16"])
def test_where_a_line_end_is_no_byte_all_is_read(tmp_path: Path, pack: object) -> None:
    data = pack(OLD.encode())  # type: ignore[operator] # one of the two
    assert grown(tmp_path / "x", data, data, Bookmark(2, 0)) is None


def test_what_is_no_text_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "x.bin"
    file.write_bytes(bytes(range(32)) * 1000)
    with open_file(file) as stream:
        assert digest_and_find_growth(stream) is None
    with open_file(Path("/dev/zero")) as endless:
        assert digest_and_find_growth(endless) is None


HAND = "PokerStars Hand #1:  Triple Draw 2-7 Lowball Limit ($0.10/$0.20 USD) - 2013/02/04 14:00:00 ET\nTable 'X'\n\n"
GAME = '<description type="2-7"/>\n'


@pytest.mark.parametrize(
    ("text", "bookmark"),
    [
        ("", BEGINNING),
        (HAND, BEGINNING),
        (3 * HAND, Bookmark(4, 1)),
        (HAND + "what is this\n" + 2 * HAND, Bookmark(5, 1)),
        (3 * HAND + GAME + 2 * HAND, Bookmark(4, 1)),
        (2 * HAND + HAND.replace("X", "\udce9") + 3 * HAND, Bookmark(4, 1)),
        ("variant = 'F2L3D'\n[1]\nactions = []\n[2]\nactions = []\n[3]\nactions = []\n", BEGINNING),
    ],
    ids=["nothing", "one hand", "hands", "no hand", "heading", "odd byte", "whole"],
)
def test_a_bookmark_lies_before_the_last_hand_that_needs_nothing_before_it(
    tmp_path: Path, text: str, bookmark: Bookmark
) -> None:
    file = tmp_path / "x.txt"
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    for whole in texts(file):
        pieces = [*read_text(whole)]
        assert whole.bookmark == bookmark
    lines = file.read_bytes().splitlines(keepends=True)
    with open_file(file) as stream:
        (rest,) = texts_in_open_file(stream, str(file), sum(map(len, lines[: bookmark.line - 1])), bookmark)
        last_pieces = [*read_text(rest)]
    assert last_pieces == pieces[len(pieces) - len(last_pieces) :]
    assert rest.bookmark == whole.bookmark
