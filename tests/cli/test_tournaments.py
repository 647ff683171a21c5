"""`histparse tournaments`, and what other commands say of summaries."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import Printed, PrintedJson, import_by_command
from tests.running import Run
from tests.samples import FOLDER

STARS = FOLDER / "pokerstars"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of summaries, and the hands of one tournament session."""
    file = tmp_path_factory.mktemp("filled") / "x.duckdb"
    files = [STARS / "session_tournament.txt", *STARS.glob("summary_*")]
    return import_by_command(file, *files)


def test_an_import_counts_summaries(printed: Printed, tmp_path: Path) -> None:
    output = printed("import", *STARS.glob("summary_*"), "--db", tmp_path / "y.duckdb")
    assert "tournaments         5  histparse tournaments --db" in output


@pytest.mark.nightly
def test_the_list_ends_with_a_sentence_for_each_currency(printed: Printed, filled: Path) -> None:
    lines = printed("tournaments", "--db", filled).splitlines()
    euros, points, dollars = lines[-3:]
    assert euros.startswith(
        "EUR: 1 tournament played, 1 with a result, 1 of them in the money; "
        "paid €5, won €12.15 in the 1 with cost and prizes known: return +143.0%"
    )
    assert points == "FPP: 1 tournament played, 1 with a result, 1 of them in the money"
    assert dollars.startswith(
        "USD: 4 tournaments played, 3 with a result, 2 of them in the money; "
        "paid $242, won $359 in the 3 with cost and prizes known: return +48.3%"
    )


@pytest.mark.parametrize(
    ("period", "ids"),
    [
        ("--from 2013-04", "512000417"),
        ("--to 2008", "512000611"),
        ("--last 1d", "512000417"),
        ("--last session", "503049883 503052009 503055957 512000417"),
    ],
)
def test_periods_choose_tournaments(printed_json: PrintedJson, filled: Path, period: str, ids: str) -> None:
    rows = printed_json("tournaments", "--db", filled, *period.split())
    assert [row["tournament_id"] for row in rows] == ids.split()


@pytest.mark.parametrize("command", ["sessions", "tournaments"])
def test_the_last_rows_have_an_option_of_their_own(run: Run, filled: Path, command: str) -> None:
    code, _, err = run(command, "--db", filled, "--last", "20")
    assert (code, err) == (
        2,
        "histparse: --last 20 needs a unit: 20d, 20w or 20m; "
        "sessions and tournaments list their last 20 rows with --rows 20\n",
    )


def test_a_game_has_one_name(printed_json: PrintedJson, filled: Path) -> None:
    """PokerStars calls it `Triple Draw 2-7 Lowball Limit` in a summary; a limit that is not fixed is told."""
    rows = printed_json("tournaments", "--db", filled)
    games = {row["game"] for row in rows}
    assert {game for game in games if "triple draw" in game.lower()} == {"2-7 Triple Draw", "2-7 Triple Draw pot limit"}


def test_doctor_and_check_know_summaries(printed: Printed, run: Run) -> None:
    file = STARS / "summary_sit_and_go.txt"
    assert "pokerstars: 2 of tournament summaries" in printed("doctor", file)
    code, output, err = run("check", file)
    assert (code, output) == (0, "")
    assert "2 tournament summaries, no finding." in err


def test_check_tells_a_summary_that_gives_way_to_a_later_one(run: Run, tmp_path: Path) -> None:
    whole = (STARS / "summary_sit_and_go.txt").read_text("utf-8").split("\n\nPoker")[0]
    early = whole.replace("$39.00 (65%)", "still playing").replace("$21.00 (35%)", "still playing")
    for name, text in (("a.txt", early), ("b.txt", whole), ("c.txt", whole)):
        (tmp_path / name).write_text(text, "utf-8")
    code, output, err = run("check", tmp_path)
    assert code == 0
    assert "a.txt:1: SYN07 tournament 503049883 has other content at" in output
    assert "3 tournament summaries, 1 duplicate, 1 note." in err


@pytest.mark.nightly
def test_totals_and_groups(printed: Printed, printed_json: PrintedJson, filled: Path) -> None:
    rows = json.loads(
        printed("tournaments", "--db", filled, "--by", "month", "--site", "pokerstars", "--format", "json")
    )
    assert [(row["label"], row["tournaments"]) for row in rows] == [
        ("2008-02", 1),
        ("2011-02", 1),
        ("2013-03", 3),
        ("2013-05", 1),
    ]
    assert "+77.3 %" in printed("tournaments", "--db", filled, "--by", "stakes")
    (last,) = printed_json("tournaments", "--db", filled, "--rows", "1")
    assert (last["tournament_id"], last["net"], last["bounties"]) == ("512000417", 10000, 3)
