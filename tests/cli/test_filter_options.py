"""Queries of a database: filters, groups, parameters, sessions, players, two side by side."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from histparse.cli import app
from histparse.simulate import Settings
from histparse.stats import groups
from tests.cli.commands import PrintedJson, Refusal, import_by_command, write_session
from tests.conftest import SOAK
from tests.running import Run

HOSTILE = "[red]=1+1'; --"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Dollars in one year, euros in the next, and somebody with an evil name."""
    folder = tmp_path_factory.mktemp("asked")
    dollars = Settings(hands=120, seed=5, players=(2, 6))
    euros = Settings(hands=60, seed=6, currency="EUR", hero=HOSTILE, start=datetime(2014, 5, 1, tzinfo=UTC))
    return import_by_command(folder / "hands.duckdb", write_session(folder / "hands.txt", dollars, euros))


@pytest.fixture
def run(run: Run, database: Path) -> Run:
    """Runs a command line on the database."""
    return lambda *words: run(*words, "--db", database)


def chances(rows: list[dict[str, Any]], label: str = "all players") -> int:
    return sum(row["chances"] for row in rows if row["label"] == label)


GROUPS_BY_OPPONENT = {"opponent", "rival"}
"""Groups by somebody else: a hand counts for each opponent, or for none."""


@pytest.mark.nightly(1)
@pytest.mark.soak(4)
@pytest.mark.parametrize("group", sorted(groups().keys() - GROUPS_BY_OPPONENT))
def test_groups_add_up_to_the_whole(printed_json: PrintedJson, group: str) -> None:
    whole = printed_json("stats", "vpip", "--player", "Hero")
    parts = printed_json("stats", "vpip", "--player", "Hero", "--by", group)
    assert list(parts[0])[:2] == ["label", group]
    for label in ("Hero", "all players"):
        assert chances(parts, label) == chances(whole, label) > 0


def test_every_player_is_shown(printed_json: PrintedJson) -> None:
    rows = printed_json("stats", "vpip", "--by", "player")
    assert {"Hero", HOSTILE} < {row["player"] for row in rows}
    assert {row["label"] for row in rows} == {"all players"}
    assert {row["player"] for row in printed_json("stats", "vpip", "--by", "player", "--hero")} == {"Hero", HOSTILE}


def test_filters_part_the_hands(printed_json: PrintedJson) -> None:
    whole = chances(printed_json("stats", "vpip"))
    for first, second in (
        (["--to", "2013-12-31"], ["--from", "2014-01-01"]),
        (["--stakes", "USD 0.10/0.20"], ["--stakes", "EUR 0.10/0.20"]),
    ):
        parts = [chances(printed_json("stats", "vpip", *words)) for words in (first, second)]
        assert all(parts)
        assert sum(parts) == whole
    assert chances(printed_json("stats", "vpip", "--stakes", "0.10/0.20", "--site", "pokerstars")) == whole
    for row in (row for row in printed_json("stats", "vpip", "--by", "players") if row["label"] == "all players"):
        assert chances(printed_json("stats", "vpip", "--players", row["players"])) == row["chances"]


def test_parquet(database: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    words = ["stats", "rfi", "--by", "position", "--player", HOSTILE, "--db", str(database)]
    assert app.run_command_line([*words, "--format", "parquet"]) == 0
    (tmp_path / "rfi.parquet").write_bytes(capfdbinary.readouterr().out)
    assert app.run_command_line([*words, "--format", "json"]) == 0
    assert pl.read_parquet(tmp_path / "rfi.parquet").to_dicts() == json.loads(capfdbinary.readouterr().out)


def test_players(printed_json: PrintedJson) -> None:
    rows = printed_json("players")
    hands = Counter[str]()
    for row in rows:
        hands[row["currency"]] += row["hands"]
    order = [(-hands[row["currency"]], -row["net"]) for row in rows]
    assert order == sorted(order), "the currency of most hands first, and in it who won most"
    assert len(printed_json("players", "--top", "2")) == 4
    often = printed_json("players", "--min-hands", "60", "--sort", "hands")
    assert {row["player"] for row in often} == {row["player"] for row in rows if row["hands"] >= 60}
    assert [row["low_end"] < row["bb100"] < row["high_end"] for row in often] == [True] * len(often)


def test_names_are_only_text(run: Run) -> None:
    lines = (["players"], ["sessions", HOSTILE], ["stats", "net", "--by", "player"], ["compare", "Hero", HOSTILE])
    for words in lines[: 3 + SOAK]:
        code, output, message = run(*words)
        assert (code, message) == (0, "")
        assert HOSTILE in output


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("stats vpip --by postion", "there is no group `postion`: did you mean `position`"),
        ("stats vpip --stakes 3/6", "there is no game at stakes `3/6`: there is `EUR 0.10/0.20` or `USD 0.10/0.20`"),
        ("stats vpip --from 31.1.2024", "`31.1.2024` is not a day: write it like 2024-01-31"),
        ("stats snow --set worst=ten", "the parameter worst of snow must be a number, not `ten`"),
        ("stats vpip --format parket", "did you mean `parquet`"),
        ("compare Hero Hero", "name two different players"),
        ("sessions nobody?", "there is no player `nobody?`"),
    ],
)
def test_what_is_not_there_is_one_sentence(refusal: Refusal, line: str, sentence: str) -> None:
    assert sentence in refusal(*line.split())
