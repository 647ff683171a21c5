"""What a command counts: errors, warnings and notes apart; hands of other games are skipped and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from histparse.model.findings import FindingCounts
from tests.cli.commands import Printed, PrintedJson
from tests.running import Run

SAMPLES = Path(__file__).parents[2] / "sample_histories"
BROKEN = SAMPLES / "malformed"
MIXED = BROKEN / "SYN05_razz_in_a_mix.txt"


@pytest.fixture
def finding_counts(run: Run) -> FindingCounts:
    """What is wrong with the broken samples, counted one by one."""
    listed = json.loads(run("check", BROKEN, "--format", "json")[1])
    numbers = Counter(finding["severity"] for finding in listed if finding["code"] != "SYN05")
    assert {*numbers} == {"error", "warning", "note"}
    return FindingCounts.count_severities(numbers)


@pytest.mark.nightly
def test_every_summary_tells_errors_warnings_and_notes_apart(
    printed: Printed, printed_json: PrintedJson, run: Run, finding_counts: FindingCounts, tmp_path: Path
) -> None:
    db = tmp_path / "x"
    counts_by_severity = {
        "errors": finding_counts.errors,
        "warnings": finding_counts.warnings,
        "notes": finding_counts.notes,
    }
    code, _, err = run("check", BROKEN)
    assert (code, str(finding_counts) in err) == (1, True)
    output = printed("import", BROKEN, "--db", db)
    printed_counts = dict(line.split()[:2] for line in output.splitlines() if line.split()[0] in counts_by_severity)
    assert printed_counts == {name: f"{number:,}" for name, number in counts_by_severity.items()}
    assert printed_json("import", BROKEN, "--db", tmp_path / "y")["findings"] == counts_by_severity
    assert f"{finding_counts}: histparse db findings" in printed("db", "info", "--db", db)
    assert printed_json("db", "info", "--db", db)["findings"] == counts_by_severity
    assert printed_json("retry", "--db", db)["findings"] == dict.fromkeys(counts_by_severity, 0)


def test_hands_of_other_games_are_listed_for_who_asks(printed: Printed, run: Run) -> None:
    assert run("check", MIXED)[1] == run("parse", MIXED)[2] == ""
    for words in (["check", "-v"], ["parse", "-v"], ["check", "--select", "SYN05"], ["check", "--format", "jsonl"]):
        code, output, err = run(*words, MIXED)
        assert code == 0
        assert (output + err).count("another game, skipped: Razz") == 1, words
    assert "SYN05: 1 note" in printed("doctor", MIXED)


@pytest.mark.nightly
def test_an_import_names_the_next_step_and_it_can_be_taken(run: Run, tmp_path: Path) -> None:
    db = tmp_path / "my hands.duckdb"
    hero = SAMPLES / "pokerstars" / "by_hand_heads_up_snow.txt"
    err = run("import", hero, "--db", db)[2]
    assert err == f"Go on with: histparse report --db '{db}'\n"
    assert run("report", "--db", db)[0] == 0
    assert run("import", hero, "--db", db)[2] == ""
    assert run("import", hero, "--db", tmp_path / "quiet.duckdb", "-q")[2] == ""
    assert run("import", hero, "--db", tmp_path / "json.duckdb", "--format", "json")[2] == ""


def test_where_nobody_is_the_hero_the_next_step_is_the_list_of_players(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HISTPARSE_DB", str(tmp_path / "own.duckdb"))
    shown = (SAMPLES / "pokerstars" / "by_hand_heads_up_snow.txt").read_text("utf-8")
    file = tmp_path / "observed.txt"
    file.write_text("".join(line for line in shown.splitlines(True) if not line.startswith("Dealt to ")), "utf-8")
    assert run("import", file)[2].splitlines()[-1] == "Go on with: histparse players"
    assert run("players")[0] == 0
