"""What the command line can be given to read: sites, archives, standard input; and the commands about reading."""

from __future__ import annotations

import gzip
import io
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from histparse.parsing.dialects.base import dialects
from tests.cli.commands import Printed, PrintedJson, Refusal
from tests.running import Run

SAMPLES = Path(__file__).parents[2] / "sample_histories"
LEGAL = SAMPLES / "pokerstars" / "by_hand_six_handed_reshuffle.txt"
BROKEN = SAMPLES / "illegal" / "BET02_fifth_bet.txt"
UNKNOWN = SAMPLES / "malformed" / "SYN03_unknown_line.txt"


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Puts bytes on standard input."""
    return lambda data: monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_standard_input_is_read(run: Run, stdin: Callable[[bytes], None]) -> None:
    stdin(BROKEN.read_bytes())
    code, output, err = run("check", "-")
    assert (code, err) == (1, "1 hand, 1 error.\n")
    assert output.startswith("<stdin>:")
    stdin(gzip.compress(LEGAL.read_bytes()))
    assert run("check", "-") == (0, "", "1 hand, no finding.\n")


def test_a_finding_in_an_archive_names_its_file(run: Run, tmp_path: Path) -> None:
    archive = tmp_path / "hands.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(LEGAL, "deep/legal.txt")
        packed.write(BROKEN, "deep/broken.txt")
    code, output, err = run("check", tmp_path)
    assert (code, err) == (1, "2 hands, 1 error.\n")
    assert output.startswith(f"{archive}/deep/broken.txt:32: BET02")


def test_an_unknown_site_is_refused(refusal: Refusal) -> None:
    assert (
        refusal("import", LEGAL, "--site", "pokerstar", "--db", "x.duckdb")
        == "there is no site `pokerstar`: did you mean `pokerstars`?"
    )


def test_a_site_can_be_forced(run: Run) -> None:
    assert run("check", LEGAL, "--site", "pokerstars")[0] == 0
    code, output, err = run("check", LEGAL, "--site", "winamax")
    assert (code, output.count("SYN04")) == (2, 1)
    assert "no hand history of a known site" in err


def test_doctor_says_how_a_file_is_read(run: Run) -> None:
    code, output, err = run("doctor", UNKNOWN)
    assert (code, err) == (0, "")
    assert output.split("\n") == [
        str(UNKNOWN),
        "  encoding: utf-8 (by default)",
        "  pokerstars: 2 of 2-7 Triple Draw fixed limit",
        "  SYN03: 1 warning, first in line 13: unknown line skipped: `Linus has been promoted to Silver Star`",
        "  unknown lines, 1 pattern:",
        "        1 x  NAME has been promoted to Silver Star  (line 13)",
        "",
        "",
    ]


def test_doctor_prints_the_most_frequent_patterns(printed: Printed, printed_json: PrintedJson, tmp_path: Path) -> None:
    lines = UNKNOWN.read_text("utf-8").split("\n")
    more = [f"{'a' * number} strange line" for number in range(1, 31)]
    file = tmp_path / "strange.txt"
    file.write_text("\n".join([*lines[:13], lines[12], *more, *lines[13:]]), "utf-8")
    output = printed("doctor", file)
    assert (
        "        2 x  NAME has been promoted to Silver Star  (line 13)"
        in output.split("unknown lines")[1].split("\n")[1]
    )
    assert "and 11 more patterns" in output
    assert len(printed_json("doctor", file)["unknown"]) == 31


def test_sites_lists_every_site(printed: Printed, printed_json: PrintedJson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")  # however many sites there are, none of their names is cut
    output = printed("sites")
    assert all(site in output for site in dialects())
    assert " tournament header " in output
    lines = printed_json("sites")
    assert {line["site"] for line in lines} == set(dialects())
    assert {"site": "pokerstars", "part": "the play", "event": "fold", "proof": "seen"} in lines
