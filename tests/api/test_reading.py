"""Hands are read from files, text and bytes alike, and judged as the command judges them."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest

import histparse
from histparse import flow
from histparse.reader import FileError

SAMPLES = Path(__file__).parent.parent.parent / "sample_histories"
ODD = [
    SAMPLES / "fulltilt" / "session_archive_2011.txt",
    SAMPLES / "fulltilt" / "session_cash_2010.txt",
    SAMPLES / "malformed" / "SYN04_text_before.txt",
    SAMPLES / "malformed" / "SYN06_windows_letters.txt",
    SAMPLES / "merge" / "by_hand_six_bets.xml",
    SAMPLES / "phh" / "session_final_table.phhs",
    SAMPLES / "pokerstars" / "session_zoom.txt",
]
"""Byte order marks, UTF-16, Windows-1252, CRLF, numbered lines, headings, text that is no hand."""
ILLEGAL = SAMPLES / "illegal"
FIFTH = ILLEGAL / "BET02_fifth_bet.txt"


@pytest.mark.parametrize("file", ODD, ids=lambda file: file.stem)
def test_bytes_are_read_as_the_file_is(file: Path) -> None:
    expected = list(histparse.read(file))
    assert list(histparse.read_text(file.read_bytes(), name=str(file))) == expected
    assert list(histparse.read_text(gzip.compress(file.read_bytes()), name=str(file))) == expected


@pytest.mark.parametrize("file", [file for file in ODD if "2010" not in file.stem], ids=lambda file: file.stem)
def test_text_is_read_as_the_file_is(file: Path) -> None:
    text = file.read_text(encoding="utf-8", errors="surrogateescape")
    assert list(histparse.read_text(text, name=str(file))) == list(histparse.read(file))


def test_every_file_of_an_archive_is_read_and_named() -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(FIFTH, "inner/hands.txt")
    (result,) = histparse.read_text(packed.getvalue(), name="mail.zip")
    assert result.text is not None
    assert (result.text.path, result.hand is not None) == ("mail.zip/inner/hands.txt", True)


def test_no_text_is_an_error() -> None:
    assert list(histparse.read_text("")) == []
    for text in ("Dear Sir", "\ud800 and \udce9", b"\x00\x01\x02"):
        (result,) = histparse.read_text(text)
        assert [(finding.code, finding.path) for finding in result.findings] == [("SYN04", "<text>")]


def test_paths_are_one_or_many_of_any_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hands.txt").write_bytes(FIFTH.read_bytes())
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    kinds: list[Path | str | Iterable[Path | str]] = [tmp_path, str(tmp_path), "~", [tmp_path, "~/hands.txt"]]
    for paths in (*kinds, iter([tmp_path])):
        assert len(list(histparse.read(paths))) == 1
    assert list(histparse.read([])) == []


def test_wrong_arguments_are_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        histparse.read(tmp_path / "nowhere.txt")
    with pytest.raises(histparse.HistparseError, match="no site `pokerstar`: did you mean `pokerstars`"):
        histparse.read(FIFTH, site="pokerstar")
    with pytest.raises(histparse.HistparseError, match="no site"):
        histparse.read_text("", site="pokerstar")
    with pytest.raises(histparse.HouseError, match="there is no house `vegas`"):
        histparse.check([], house="vegas")


def test_a_file_that_breaks_off_is_raised_or_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: Path, site: str | None = None) -> object:
        yield from real(path, site)
        if path == FIFTH:
            raise FileError(5, "Input/output error", str(path))

    real = flow.cut_file_into_hand_texts
    monkeypatch.setattr(flow, "cut_file_into_hand_texts", broken)
    readable = ILLEGAL / "BET01_out_of_turn.txt"
    with pytest.raises(OSError, match="Input/output error"):
        list(histparse.read([FIFTH, readable]))
    errors: list[OSError] = []
    assert len(list(histparse.read([FIFTH, readable], onerror=errors.append))) == 2
    assert [error.filename for error in errors] == [str(FIFTH)]


def test_a_hand_is_judged_by_its_house_or_another() -> None:
    (result,) = histparse.read(FIFTH)
    assert result.hand is not None
    for hand in (result, result.hand):
        assert [finding.code for finding in histparse.judge(hand).findings] == ["BET02"]
        assert histparse.judge(hand, "wsop-live").findings == ()
        home = histparse.House(name="home", cap=3, cap_heads_up=3)
        assert [finding.line for finding in histparse.judge(hand, home).findings] == [30]


def test_what_the_reading_found_stays() -> None:
    (result, *_) = (
        result for result in histparse.read(SAMPLES / "malformed" / "SYN03_unknown_line.txt") if result.findings
    )
    assert histparse.judge(result).findings[: len(result.findings)] == result.findings
    (foreign,) = histparse.read_text("Dear Sir")
    assert histparse.judge(foreign) is foreign


def test_a_hand_is_judged_once() -> None:
    (result,) = histparse.read(FIFTH)
    with pytest.raises(histparse.HistparseError, match="already judged"):
        histparse.judge(histparse.judge(result))
    assert len(list(histparse.check([histparse.judge(result)]))) == 1


def test_a_house_file_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "home.toml"
    for cap in (5, 3):
        file.write_text(f'name = "home"\ncap = {cap}\n', "utf-8")
        assert histparse.house(str(file)).cap == cap
    assert [finding.message for finding in histparse.check(histparse.read(FIFTH), house=file)] == [
        "Katja72 raises to $8, which is bet 4; the cap is 3"
    ]
