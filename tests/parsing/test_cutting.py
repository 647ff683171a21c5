"""Which stretch of text belongs to which site: several sites in one file, files of one site, headings, other texts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from histparse.model.findings import Finding
from histparse.parsing import cutting
from histparse.parsing.cutting import read_hand_texts
from histparse.parsing.dialects.base import Dialect, dialects
from tests.parsing.reading import hand_texts


class Letter(Dialect):
    """Two choices at the top of its pattern, a heading, another text."""

    site = "letter"
    opening = r"Letter #\d|Card #\d"
    heading = "Dear "
    other_texts: ClassVar = {"bill": "Bill "}


class Diary(Dialect):
    """Owns its files."""

    site = "diary"
    opening = r"\[\d+\]"
    whole = r"weather\s*="


@pytest.fixture(autouse=True)
def two_sites(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(cutting, "dialects", lambda: {"letter": Letter, "diary": Diary})
    cutting.openings_in_shared_files.cache_clear()
    cutting.openings_in_file_of_site.cache_clear()
    yield
    cutting.openings_in_shared_files.cache_clear()
    cutting.openings_in_file_of_site.cache_clear()


NOBODYS = "SYN04: no hand of a site that can be read begins here; these can: letter, diary"


def read(folder: Path, text: str, site: str | None = None) -> list[str]:
    """`2 letter: Letter #1`: line, site and text of each hand; line, code and message of each finding."""
    file = folder / "x.txt"
    file.write_text(text)
    return [
        f"{piece.line} {piece.code}: {piece.message}"
        if isinstance(piece, Finding)
        else f"{piece.line} {piece.site}: {piece.heading}{piece.text}"
        for piece in read_hand_texts(file, site)
    ]


def test_a_heading_goes_with_all_hands_until_the_next(tmp_path: Path) -> None:
    text = "Dear A\nLetter #1\nx\nCard #2\nDear B\n\nLetter #3"
    assert read(tmp_path, text) == [
        "2 letter: Dear ALetter #1\nx",
        "4 letter: Dear ACard #2",
        "7 letter: Dear BLetter #3",
    ]


def test_what_follows_a_heading_is_no_hand(tmp_path: Path) -> None:
    assert read(tmp_path, "Dear A\n\nhello\nLetter #1") == [f"3 {NOBODYS}", "4 letter: Dear ALetter #1"]


def test_other_texts_are_named(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text("Letter #1\nBill 20\nmuch")
    letter, bill = hand_texts(file)
    assert (letter.text, letter.other_text) == ("Letter #1", "")
    assert (bill.text, bill.other_text, bill.line) == ("Bill 20\nmuch", "bill", 2)


def test_a_file_may_be_of_one_site_alone(tmp_path: Path) -> None:
    text = "# rain\nmood = 1\nweather = 2\nLetter of mine"
    assert read(tmp_path, text) == [f"1 diary: {text}"]


def test_such_a_file_is_cut_at_its_own_openings(tmp_path: Path) -> None:
    assert read(tmp_path, "\n[1]\nweather = 1\n[2]\nweather = 2") == [
        "2 diary: [1]\nweather = 1",
        "4 diary: [2]\nweather = 2",
    ]


def test_its_openings_count_nowhere_else(tmp_path: Path) -> None:
    assert read(tmp_path, "Letter #1\n[2]\nweather = 2") == ["1 letter: Letter #1\n[2]\nweather = 2"]


def test_a_site_can_be_forced(tmp_path: Path) -> None:
    text = "Letter #1\n[2]\nweather = 2"
    assert read(tmp_path, text, "letter") == [f"1 letter: {text}"]
    assert read(tmp_path, text, "diary") == ["1 diary: Letter #1", "2 diary: [2]\nweather = 2"]


@pytest.mark.parametrize("counter", ["******************** # 1 *************************", "**** #12 ****"])
def test_the_numbers_of_an_archive_belong_to_no_hand(tmp_path: Path, counter: str) -> None:
    text = f"{counter}\n\nLetter #1\nx\n\n{counter}\n\nLetter #2\n\n{counter}\n"
    assert read(tmp_path, text) == ["3 letter: Letter #1\nx", "8 letter: Letter #2"]


def test_all_sites_may_stand_in_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "dialects", dialects)
    text = "PokerStars Hand #1: x\n\nWinamax Poker - CashGame - HandId: #1\n\nFull Tilt Poker Game #3: x"
    assert [hand.partition(":")[0] for hand in read(tmp_path, text)] == ["1 pokerstars", "3 winamax", "5 fulltilt"]


def test_a_hand_longer_than_any_ends_with_a_whole_line_wherever_the_next_one_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cutting, "LONGEST", 20)
    expected = ["1 letter: Letter #1\nx\nx\nx\nx\nx", f"7 {NOBODYS}"]
    assert read(tmp_path, "Letter #1\n" + "x\n" * 30) == expected
    assert read(tmp_path, "Letter #1\n" + "x\n" * 30 + "Card #2\n") == [*expected, "32 letter: Card #2"]


def test_the_number_of_a_hand_among_stars_is_cut_off(tmp_path: Path) -> None:
    for number in ("*" * 20 + " # 1 " + "*" * 25, "****#12****"):
        assert read(tmp_path, f"Letter #1\n{number}\n") == ["1 letter: Letter #1"]
    for line in ("*" * 60, "*** # 1 ****", "**** # 1 ****x"):
        assert read(tmp_path, f"Letter #1\n{line}\n") == [f"1 letter: Letter #1\n{line}"]
