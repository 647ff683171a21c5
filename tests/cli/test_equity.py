"""`histparse equity`: what it prints for people and programs, and what it says of questions that cannot be."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from shlex import split

import pytest

from histparse.simulate import Settings
from tests.cli.commands import Printed, Refusal, import_by_command, write_session
from tests.running import Run


@pytest.fixture
def run(run: Run) -> Run:
    """Runs the command."""
    return lambda *words: run("equity", *words)


def cells(output: str) -> list[list[str]]:
    """The rows of a table below its line."""
    lines = [line.split() for line in output.splitlines() if line.strip()]
    return lines[2:]


def test_the_chances_of_one_hand(run: Run) -> None:
    code, output, err = run("2347/K", "--draws", "3")
    assert (code, err) == (0, "")
    assert cells(output)[0] == ["76542", "4", "43.64%", "exact"]
    assert [row[0][0] for row in cells(output)] == list("789T")


def test_two_hands(printed: Printed) -> None:
    output = printed("T8642", "2347")
    assert cells(output) == [
        ["T8642", "low", "60.47%", "0.00%", "60.47%", "exact"],
        ["2347", "low", "39.53%", "0.00%", "39.53%", "exact"],
    ]


def test_what_the_best_draw_keeps_and_what_to_stand_pat_would_win(printed: Printed) -> None:
    output = printed("best J8653", "2347")
    assert cells(output)[0] == ["best", "J8653", "low", "45.39%", "0.00%", "45.39%", "exact"]
    assert output.splitlines()[-1] == "`best J8653` keeps 8653: `pat J8653` would win 53.49%."
    output = printed("2347", "best Jc8d6h5s3s", "--format", "json")
    (choice,) = json.loads(output)["equity"]["choices"]
    assert choice == {
        "hand": "best Jc8d6h5s3s",
        "kept": "8d6h5s3s",
        "instead": "pat Jc8d6h5s3s",
        "equity": 23 / 43,
        "error": None,
    }


@pytest.mark.nightly
def test_the_error_of_the_policy_is_beside_that_of_the_deals(printed: Printed) -> None:
    """A ten stands pat against a pat nine, and the nine has nothing to do better."""
    output = printed("98654", "2358", "--draws", "2", "--deals", "4000")
    nine, draw = cells(output)[:2]
    assert (nine[-1], draw[-1][0]) == ("+0.00%", "+")
    assert float(draw[-1].removesuffix("%")) > 1.5
    assert "policy error" in output.splitlines()[1]
    assert "The standard error is that of the deals. The policy error is what" in " ".join(output.split())


@pytest.mark.nightly
def test_as_often_pat_as_the_players_of_a_database(printed: Printed, run: Run, tmp_path: Path) -> None:
    file, db = tmp_path / "hands.txt", tmp_path / "poker.duckdb"
    write_session(file, Settings(hands=150, seed=3))
    import_by_command(db, file)
    line = ("best Jc8d6h5s3s", "2d3h4d7c", "--format", "json", "--policy")
    run()
    answers = [json.loads(printed(*line, policy)) for policy in ("low", db)]
    assert answers[1]["policies"] == [str(db), str(db)]
    low, table = (answer["equity"]["shares"][0] for answer in answers)
    assert low["equity"] != table["equity"]
    assert table["error"] is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("'pta 8-' 2347", "there is no kind of hand `pta`: did you mean `pat 8-`?"),
        ("2c3d4h --dead 2c", "`2c3d4h` cannot be held: 2c is taken by a dead card or the other hand"),
        ("2347 --to 22", "`22` is no hand to draw to"),
        ("2347 --draws 0", "a single hand has chances with 1 to 3 draws to come"),
        ("2347 J8653 --draws 0", "`2347` has fewer than five cards, and no draw is left"),
        ("2347 237 --to 8", "--to is for the chances of one hand"),
        ("2347 237 --policy lo", "there is no drawing policy `lo`: write low, or the name of a database"),
        ("2347 237 --policy low --policy low --policy low", "3 policies: name one for all hands, or one for each"),
    ],
)
def test_questions_that_cannot_be(refusal: Refusal, line: str, sentence: str) -> None:
    assert refusal(*split(line)).startswith(sentence)


def test_a_single_question_loads_no_database_and_leaves_no_cache(tmp_path: Path) -> None:
    program = """
import sys
from histparse.cli.app import run_command_line
run_command_line(['equity', 'J8653', '2347'])
print(*sys.modules)
"""
    process = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"HISTPARSE_CACHE": str(tmp_path), "PATH": ""},
    )
    assert {"duckdb", "polars", "matplotlib"} & set(process.stdout.split()) == set()
    assert [*tmp_path.iterdir()] == []
