"""`histparse river`: what it prints for people and programs, and what it says of rivers that cannot be."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from shlex import split

import pytest

from tests.cli.commands import Printed, PrintedJson, Refusal, import_by_command
from tests.running import Run
from tests.store.filling import BY_HAND

RIVER = ("river", "7c5d4h3s2c, KcKdQhJsTc", "98764", "--pot", "2", "--cap", "1")


def test_a_river_for_people(printed: Printed) -> None:
    output = printed(*RIVER)
    assert output.startswith("Of a pot of 2 big bets the first gets ")
    assert "`held` is how often the player has one of them when the river begins" in " ".join(output.split())
    rows = [line.split() for line in output.splitlines()]
    assert ["the", "first", "after", "check,", "bet"] in rows
    (nuts, air) = [row for row in rows if row[:1] in (["75432"], ["KKQJT"])][:2]
    assert nuts[-2:] == ["0%", "100%"]
    assert 10 < int(air[-1].removesuffix("%")) < 30


def test_a_river_for_spreadsheets_and_as_pictures(run: Run, tmp_path: Path) -> None:
    code, output, message = run(*RIVER, "--format", "csv", "--svg", tmp_path)
    assert code == 0
    rows = [*csv.DictReader(io.StringIO(output))]
    first = [row for row in rows if row["decision"] == "the first"]
    assert [f"{row['hand']} {row['act']}" for row in first] == ["75432 check", "75432 bet", "KKQJT check", "KKQJT bet"]
    assert sum(float(row["share"]) for row in first) == pytest.approx(2)
    assert {float(row["exploitable"]) <= 0.0001 for row in rows} == {True}
    files = sorted(file.name for file in tmp_path.iterdir())
    assert len(files) == len({row["decision"] for row in rows})
    assert "the_first_after_check__bet.svg" in files
    assert all(str(tmp_path / name) in message for name in files)
    picture = (tmp_path / "the_first.svg").read_text("utf-8")
    for text in ("The first", "75432", "KKQJT", "check", "bet", "% of the pot exploitable"):
        assert text in picture


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("'pta 8' 2347 --pot 6", "there is no kind of hand `pta`: did you mean `pat 8`?"),
        ("2347 2347 --pot 0", "a pot of 0.0 big bets is not possible"),
        ("2347 2347 --pot 6 --cap 9", "a cap of 9 bets is not 1 to 6"),
        ("2 2347 --pot 6", "`2` has too many draws to look at: name fewer hands"),
        ("'pool pat' 2347 --pot 6", "`pool pat` stands for hands of a database: name it as the pool"),
    ],
)
def test_rivers_that_cannot_be(refusal: Refusal, line: str, sentence: str) -> None:
    assert refusal("river", *split(line)).startswith(sentence)


@pytest.mark.nightly
def test_a_river_against_the_players_of_a_database(printed_json: PrintedJson, tmp_path: Path) -> None:
    db = import_by_command(tmp_path / "poker.duckdb", BY_HAND)
    opening = printed_json("river", "pool pat", "2347", "--pot", "6", "--pool", db)["spots"][0]
    assert sum(hand["held"] for hand in opening["hands"]) == pytest.approx(1)
    assert opening["hands"][-1]["ranks"] == "folded"
