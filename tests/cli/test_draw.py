"""`histparse draw` and `histparse chart`: what they print for people and programs, and what they refuse."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from tests.cli.commands import Printed, PrintedJson, Refusal
from tests.running import Run

TABLE = ("chart", "pat-or-break", "--pat", "J8653", "--pat", "Q8653", "--against", "2347", "--against", "237")


def rows(output: str) -> list[list[str]]:
    """The rows of a table, headings first."""
    return [line.split() for line in output.splitlines() if line.startswith(" ") and line.strip()]


# -- draw ------------------------------------------------------------------------------------------------------


def test_pat_or_break_and_all_keeps(run: Run) -> None:
    code, output, err = run("draw", "Jc8d6h5s3s", "--against", "2347", "--pot", "6")
    assert (code, err) == (0, "")
    advice = "Stand pat: 53.5 % of the pot, 8.2 points (0.49 big bets) more than keeping 8d6h5s3s."
    assert " ".join(output.split()).startswith(advice)
    heading, _, *keeps = rows(output)
    assert heading[:4] == ["keep", "draw", "equity", "standard"]
    assert len(keeps) == 32
    assert keeps[0] == ["Jc8d6h5s3s", "pat", "53.49%", "exact", "3.21", "–", "–"]
    assert keeps[1][:5] == ["8d6h5s3s", "1", "45.29%", "exact", "2.72"]
    last = " ".join(output.splitlines()[-2:])
    assert "Showdown equity against 2347, 1 draw to come; bets to come are not in it." in last


def test_against_nobody_in_particular(printed: Printed) -> None:
    output = printed("draw", "best 2-3-4-7-K", "--draws", "2")
    assert output.startswith("Break, keep 7432 and draw one card: 62.")
    assert "against somebody who is dealt any five cards and draws three times, 2 draws to come" in " ".join(
        output.split()
    )
    assert {row[3] for row in rows(output)[2:]} == {"exact"}


@pytest.mark.nightly
def test_draws_that_are_dealt_show_both_errors(printed: Printed, printed_json: PrintedJson) -> None:
    line = ("draw", "9c8d7d4s2h", "--against", "2358", "--against", "Kc", "--draws", "2", "--deals", "500")
    output = printed(*line)
    assert "Policy error: " in output
    assert printed(*line) == output != printed(*line, "--seed", "2")
    answer = printed_json(*line)
    assert answer["against"] == ["2358", "Kc"]
    assert answer["advice"] in " ".join(output.split())
    assert isinstance(answer["policy_error"], float)
    assert 0 < answer["keeps"][1]["gap_error"] < answer["keeps"][1]["error"] * 2


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("2347", "`2347` is not five cards: write them like J8653 or Jc8d6h5s3s"),
        ("J8653 --pot 0", "a pot of 0 big bets is not possible"),
        ("J8653 --dead 2c", "dead cards matter against hands that are named: name one with --against"),
        ("Jc8d6h5s3s --against Jc2d3d4d", "Jc is in both `Jc8d6h5s3s` and `Jc2d3d4d`"),
        ("J8653 --draws 4", "--draws must be less than or equal to 3"),
    ],
)
def test_draws_that_cannot_be(run: Run, line: str, sentence: str) -> None:
    code, output, message = run("draw", *line.split())
    assert (code, output) == (2, "")
    assert message.startswith(f"histparse: {sentence}")


# -- chart -----------------------------------------------------------------------------------------------------


def test_a_table_for_people(printed: Printed) -> None:
    output = printed(*TABLE)
    assert output.startswith("1 draw to come\n")
    heading, _, jack, queen, down_to = rows(output)
    assert heading == ["pat", "2347", "237"]
    assert jack[:2] == ["J8653", "53.5"]
    assert [word for word in queen if word.endswith("*")] == [queen[2]]  # against one card it is better broken
    assert down_to == ["pat", "down", "to", "J8653", "Q8653"]


def test_a_table_for_spreadsheets(printed: Printed) -> None:
    table = [*csv.DictReader(StringIO(printed(*TABLE, "--format", "csv")))]
    assert len(table) == 4
    assert {name: table[0][name] for name in ("hand", "against", "draws", "dead", "kept", "gap_error")} == {
        "hand": "J8653",
        "against": "2347",
        "draws": "1",
        "dead": "",
        "kept": "8653",
        "gap_error": "",
    }
    assert float(table[0]["pat"]) == pytest.approx(23 / 43)


@pytest.mark.nightly(2)
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--pat 2347", "`2347` is not five cards"),
        ("--format cvs", "there is no format `cvs`: did you mean `csv`"),
        ("--dead 5", "`5` in `5` is not a card like Ts or 2c: a dead card has a suit"),
    ],
)
def test_tables_that_cannot_be(refusal: Refusal, line: str, sentence: str) -> None:
    assert refusal("chart", "pat-or-break", *line.split()).startswith(sentence)
