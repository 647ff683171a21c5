"""The doctor's report on a file: everything that was read, and the patterns of unknown lines."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from histparse.parsing import doctor
from histparse.parsing.doctor import Diagnosis, Kind, diagnose_file, line_pattern
from tests.parsing.dialects.tables import read_table
from tests.samples import FOLDER

MALFORMED = FOLDER / "malformed"
UNKNOWN_LINE = (MALFORMED / "SYN03_unknown_line.txt").read_text(encoding="utf-8")
LINES = UNKNOWN_LINE.split("\n")


def diagnose(tmp_path: Path, text: str) -> Diagnosis:
    file = tmp_path / "hands.txt"
    file.write_text(text, encoding="utf-8")
    (diagnosis,) = diagnose_file(file)
    return diagnosis


PATTERNS = read_table("""
Bob: tips the dealer $1,000.50 => NAME: tips the dealer AMOUNT
Bob (button) turns up [Ts 9h] => NAME (button) turns up [CARDS]
Bobby B. wins 12.50€ with 7h5d4c3s2s, hand 12 of 3,000 => NAME wins AMOUNT with CARDS, hand NUMBER of NUMBER
Bobster gets [X X X X X] => Bobster gets [CARDS]
Bob, Bobs, kBob Bob_ (Bob)Bob => NAME, Bobs, kBob Bob_ (NAME)NAME
""")


@pytest.mark.parametrize(("line", "pattern"), [*PATTERNS, ("x" * 5000, "x" * doctor.LENGTH)])
def test_a_pattern_has_no_names_cards_or_amounts(line: str, pattern: str) -> None:
    """A name within a word is none."""
    assert line_pattern(line, ["Bob", "Bobby B."]) == pattern


def test_hands_and_skipped_are_counted_by_site_and_game() -> None:
    (diagnosis,) = diagnose_file(MALFORMED / "SYN05_razz_in_a_mix.txt")
    assert diagnosis.hands == {"pokerstars": {"2-7 Triple Draw fixed limit": 1}}
    assert diagnosis.skipped == {"pokerstars": {"Razz Limit": 1}}
    assert diagnosis.encoding == "utf-8"
    assert diagnosis.findings == {"note": {"SYN05": Kind(1, 39, "another game, skipped: Razz Limit")}}


def test_unknown_lines_are_grouped(tmp_path: Path) -> None:
    diagnosis = diagnose(tmp_path, f"{UNKNOWN_LINE}\n\n{UNKNOWN_LINE.replace('Linus', 'Ada')}")
    assert diagnosis.unknown == {"NAME has been promoted to Silver Star": Kind(2, 13)}
    assert diagnosis.findings["warning"]["SYN03"].count == 2


def test_patterns_are_distinguished_up_to_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MOST_PATTERNS", 1)
    diagnosis = diagnose(tmp_path, "\n".join([*LINES[:13], "one more", "and another", *LINES[13:]]))
    assert {pattern: kind.count for pattern, kind in diagnosis.unknown.items()} == {
        "NAME has been promoted to Silver Star": 1,
        doctor.REST: 2,
    }


def test_each_file_of_an_archive_has_its_own_diagnosis(tmp_path: Path) -> None:
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(MALFORMED / "SYN08_cancelled.txt", "one.txt")
        packed.writestr("two.bin", bytes(range(32)) * 9)
    hands, binary = diagnose_file(archive)
    assert (hands.path, binary.path) == (f"{archive}/one.txt", f"{archive}/two.bin")
    assert set(hands.findings["note"]) == {"SYN08"}
    assert binary.encoding is None
    assert set(binary.findings["error"]) == {"SYN04"}


def test_with_a_site_nothing_else_is_seen() -> None:
    (diagnosis,) = diagnose_file(MALFORMED / "SYN08_cancelled.txt", "winamax")
    assert diagnosis.hands == {}
    assert set(diagnosis.findings["error"]) == {"SYN04"}


def test_unknown_lines_are_all_counted_and_figures_distinguished(tmp_path: Path) -> None:
    unknown = [f"{number} of $5 7€ or 1.50" for number in range(100)]
    diagnosis = diagnose(tmp_path, "\n".join([*LINES[:13], *unknown, *LINES[13:]]))
    assert diagnosis.unknown["NUMBER of AMOUNT AMOUNT or AMOUNT"].count == 100
