from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from histparse.model.findings import Finding
from histparse.parsing import cutting
from histparse.parsing.cutting import openings_in_shared_files, read_hand_texts
from histparse.reader import FileError, HandText, text
from tests.parsing.reading import hand_texts_among_findings

HANDS = ["PokerStars Hand #1:  Razz", "PokerStars Zoom Hand #2:  Razz\nx", "POKERSTARS GAME #3: Razz\n\ny"]


def written(folder: Path, text: str | bytes) -> Path:
    file = folder / "hands.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def hands(file: Path) -> list[tuple[int, str]]:
    return [(hand.line, hand.text) for hand in hand_texts_among_findings(file)]


def codes(file: Path) -> list[tuple[str, int]]:
    return [(piece.code, piece.line) for piece in read_hand_texts(file) if isinstance(piece, Finding)]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("gap", [1, 2, 4])
def test_lines_are_counted_whatever_the_file_looks_like(tmp_path: Path, end: str, mark: str, gap: int) -> None:
    text = mark + (end * gap).join(hand.replace("\n", end) for hand in HANDS) + end
    file = written(tmp_path, text)
    assert hands(file) == [*zip((1, 1 + gap, 2 + 2 * gap), HANDS, strict=True)]
    assert codes(file) == []


def test_a_hand_carries_file_and_site(tmp_path: Path) -> None:
    file = written(tmp_path, HANDS[0])
    assert list(read_hand_texts(file)) == [HandText(str(file), 1, HANDS[0], "pokerstars")]


def test_a_hand_cut_at_the_end_is_a_hand(tmp_path: Path) -> None:
    assert hands(written(tmp_path, HANDS[0] + "\nTab")) == [(1, HANDS[0] + "\nTab")]


def test_a_header_within_a_line_begins_no_hand(tmp_path: Path) -> None:
    text = f'{HANDS[0]}\nBob said, "{HANDS[0]}"'
    assert hands(written(tmp_path, text)) == [(1, text)]


def test_text_before_the_first_hand_is_reported_once_where_it_begins(tmp_path: Path) -> None:
    file = written(tmp_path, f"\n\nhello\nworld\n\n{HANDS[0]}")
    assert codes(file) == [("SYN04", 3)]
    assert hands(file) == [(6, HANDS[0])]


def test_a_file_without_hands(tmp_path: Path) -> None:
    assert codes(written(tmp_path, "<game/>\n" * 10)) == [("SYN04", 1)]
    assert codes(written(tmp_path, "\n \n")) == []
    assert codes(written(tmp_path, "")) == []


def test_wrong_bytes_cost_no_hand(tmp_path: Path) -> None:
    file = written(tmp_path, HANDS[0].encode() + b"\nRen\xe9: folds\n" + HANDS[1].encode())
    assert codes(file) == [("SYN06", 2)]
    assert hands(file) == [(1, HANDS[0] + "\nRené: folds"), (3, HANDS[1])]


def test_other_letters_are_right_bytes(tmp_path: Path) -> None:
    file = written(tmp_path, HANDS[0] + "\nBlåveis: folds\n名前: folds")
    assert codes(file) == []
    assert hands(file)[0][1].endswith("Blåveis: folds\n名前: folds")


def test_a_missing_file_is_the_callers_matter(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="nowhere"):
        list(read_hand_texts(tmp_path / "nowhere.txt"))


@given(st.lists(st.sampled_from(["", "x", *HANDS[:2]]), max_size=12), st.integers(1, 80))
def test_the_size_of_blocks_changes_nothing(lines: list[str], size: int) -> None:
    text = "".join(f"{line}\n" for line in lines)
    assert with_hands(blocks(text, size)) == with_hands(iter([text]))


def with_hands(blocks: Iterator[str]) -> list[cutting.Stretch]:
    return [
        stretch
        for stretch in cutting.split_at_openings(blocks, openings_in_shared_files())
        if stretch.opening is not None
    ]


def blocks(text: str, size: int) -> Iterator[str]:
    """The text in blocks of whole lines."""
    lines = text.splitlines(keepends=True)
    for start in range(0, len(lines), size):
        yield "".join(lines[start : start + size])


@pytest.fixture
def small_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a block and on a hand."""
    monkeypatch.setattr(text, "BLOCK", 64)
    for module in (text, cutting):
        monkeypatch.setattr(module, "LONGEST", 256)


@pytest.mark.usefixtures("small_bounds")
def test_what_goes_on_for_ever_is_cut(tmp_path: Path) -> None:
    file = written(tmp_path, f"{HANDS[0]}\n" + "junk\n" * 1000 + HANDS[1])
    (_, first), second = hands(file)
    assert len(first) < 500
    assert second == (1002, HANDS[1])
    assert [code for code, _ in codes(file)] == ["SYN04"]


@pytest.mark.usefixtures("small_bounds")
def test_a_line_longer_than_any_hand_is_parted(tmp_path: Path) -> None:
    file = written(tmp_path, "x" * 5000 + f"\n{HANDS[0]}")
    assert codes(file) == [("SYN04", 1)]
    assert hands(file) == [(2, HANDS[0])]
