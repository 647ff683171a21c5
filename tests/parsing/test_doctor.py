"""The doctor's report on a file: everything that was read, and the patterns of unknown lines."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from msgspec.structs import asdict

from histparse.parsing import doctor
from histparse.parsing.doctor import Kind, diagnose_file, line_pattern

MALFORMED = Path(__file__).parents[2] / "sample_histories" / "malformed"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Bob: tips the dealer $1,000.50", "NAME: tips the dealer AMOUNT"),
        ("Bob (button) turns up [Ts 9h]", "NAME (button) turns up [CARDS]"),
        (
            "Bobby B. wins 12.50€ with 7h5d4c3s2s, hand 12 of 3,000",
            "NAME wins AMOUNT with CARDS, hand NUMBER of NUMBER",
        ),
        ("Bobster gets [X X X X X]", "Bobster gets [CARDS]"),
        ("x" * 5000, "x" * doctor.LENGTH),
    ],
)
def test_a_pattern_has_no_names_cards_or_amounts(line: str, shown: str) -> None:
    assert line_pattern(line, ["Bob", "Bobby B."]) == shown


def test_hands_and_skipped_are_counted_by_site_and_game() -> None:
    (found,) = diagnose_file(MALFORMED / "SYN05_razz_in_a_mix.txt")
    assert found.hands == {"pokerstars": {"2-7 Triple Draw fixed limit": 1}}
    assert found.skipped == {"pokerstars": {"Razz Limit": 1}}
    assert found.encoding == "utf-8"
    assert found.findings == {"note": {"SYN05": Kind(1, 39, "another game, skipped: Razz Limit")}}


def test_unknown_lines_are_grouped(tmp_path: Path) -> None:
    text = (MALFORMED / "SYN03_unknown_line.txt").read_text(encoding="utf-8")
    file = tmp_path / "twice.txt"
    file.write_text(f"{text}\n\n{text.replace('Linus', 'Ada')}", encoding="utf-8")
    (found,) = diagnose_file(file)
    assert found.unknown == {"NAME has been promoted to Silver Star": Kind(2, 13)}
    assert found.findings["warning"]["SYN03"].count == 2


def test_patterns_are_distinguished_up_to_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MOST_PATTERNS", 1)
    lines = (MALFORMED / "SYN03_unknown_line.txt").read_text(encoding="utf-8").split("\n")
    file = tmp_path / "more.txt"
    file.write_text("\n".join([*lines[:13], "one more", "and another", *lines[13:]]), encoding="utf-8")
    (found,) = diagnose_file(file)
    assert {words: kind.count for words, kind in found.unknown.items()} == {
        "NAME has been promoted to Silver Star": 1,
        doctor.REST: 2,
    }


def test_each_file_of_an_archive_has_its_own_diagnosis(tmp_path: Path) -> None:
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(MALFORMED / "SYN08_cancelled.txt", "one.txt")
        packed.writestr("two.bin", bytes(range(32)) * 9)
    one, two = diagnose_file(archive)
    assert (one.path, two.path) == (f"{archive}/one.txt", f"{archive}/two.bin")
    assert set(one.findings["note"]) == {"SYN08"}
    assert asdict(two)["encoding"] is None
    assert set(two.findings["error"]) == {"SYN04"}


def test_with_a_site_nothing_else_is_seen() -> None:
    (found,) = diagnose_file(MALFORMED / "SYN08_cancelled.txt", "winamax")
    assert found.hands == {}
    assert set(found.findings["error"]) == {"SYN04"}


def test_unknown_lines_are_all_counted_and_figures_distinguished(tmp_path: Path) -> None:
    lines = (MALFORMED / "SYN03_unknown_line.txt").read_text(encoding="utf-8").split("\n")
    file = tmp_path / "many.txt"
    file.write_text("\n".join([*lines[:13], *(f"{n} of $5 7€ or 1.50" for n in range(100)), *lines[13:]]), "utf-8")
    (found,) = diagnose_file(file)
    assert found.unknown["NUMBER of AMOUNT AMOUNT or AMOUNT"].count == 100


def test_a_name_within_a_word_stays() -> None:
    assert line_pattern("Bob, Bobs, kBob Bob_ (Bob)Bob", ["Bob"]) == "NAME, Bobs, kBob Bob_ (NAME)NAME"
