"""Queries of a database: filters, groups, parameters, sessions, players, two side by side."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from histparse.cli import app
from histparse.simulate import Settings, deal_hands
from histparse.stats import groups
from tests.dealer.writing import write_all

Ask = Callable[..., list[dict[str, Any]]]
SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
HOSTILE = "[red]=1+1'; --"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Dollars in one year, euros in the next, and somebody with an evil name."""
    folder = tmp_path_factory.mktemp("asked")
    dollars = Settings(hands=120, seed=5, players=(2, 6))
    euros = Settings(hands=60, seed=6, currency="EUR", hero=HOSTILE, start=datetime(2014, 5, 1, tzinfo=UTC))
    (folder / "hands.txt").write_text(write_all([*deal_hands(dollars), *deal_hands(euros)]), encoding="utf-8")
    assert app.run_command_line(["import", str(folder), "--db", str(folder / "hands.duckdb")]) == 0
    return folder / "hands.duckdb"


@pytest.fixture
def ask(database: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Runs a command line on the database: the rows it prints."""

    def call(*words: str) -> list[dict[str, Any]]:
        capsys.readouterr()
        assert app.run_command_line([*words, "--db", str(database), "--format", "json"]) == 0
        rows: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
        return rows

    return call


def chances(rows: list[dict[str, Any]], label: str = "all players") -> int:
    return sum(row["chances"] for row in rows if row["label"] == label)


OF_OTHERS = {"opponent", "rival"}
"""Groups by somebody else: a hand counts for each opponent, or for none."""


@pytest.mark.nightly(1)
@pytest.mark.soak(4)
@pytest.mark.parametrize("by", sorted(groups().keys() - OF_OTHERS))
def test_groups_add_up_to_the_whole(ask: Ask, by: str) -> None:
    whole, parts = ask("stats", "vpip", "--player", "Hero"), ask("stats", "vpip", "--player", "Hero", "--by", by)
    assert list(parts[0])[:2] == ["label", by]
    for label in ("Hero", "all players"):
        assert chances(parts, label) == chances(whole, label) > 0


def test_every_player_is_shown(ask: Ask) -> None:
    rows = ask("stats", "vpip", "--by", "player")
    assert {"Hero", HOSTILE} < {row["player"] for row in rows}
    assert {row["label"] for row in rows} == {"all players"}
    assert {row["player"] for row in ask("stats", "vpip", "--by", "player", "--hero")} == {"Hero", HOSTILE}


def test_filters_part_the_hands(ask: Ask) -> None:
    whole = chances(ask("stats", "vpip"))
    for first, second in (
        (["--to", "2013-12-31"], ["--from", "2014-01-01"]),
        (["--stakes", "USD 0.10/0.20"], ["--stakes", "EUR 0.10/0.20"]),
    ):
        parts = [chances(ask("stats", "vpip", *words)) for words in (first, second)]
        assert all(parts)
        assert sum(parts) == whole
    assert chances(ask("stats", "vpip", "--stakes", "0.10/0.20", "--site", "pokerstars")) == whole
    for row in (row for row in ask("stats", "vpip", "--by", "players") if row["label"] == "all players"):
        assert chances(ask("stats", "vpip", "--players", row["players"])) == row["chances"]


def test_parquet(database: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    words = ["stats", "rfi", "--by", "position", "--player", HOSTILE, "--db", str(database)]
    assert app.run_command_line([*words, "--format", "parquet"]) == 0
    (tmp_path / "rfi.parquet").write_bytes(capfdbinary.readouterr().out)
    assert app.run_command_line([*words, "--format", "json"]) == 0
    assert pl.read_parquet(tmp_path / "rfi.parquet").to_dicts() == json.loads(capfdbinary.readouterr().out)


def test_players(ask: Ask) -> None:
    rows = ask("players")
    hands = Counter[str]()
    for row in rows:
        hands[row["currency"]] += row["hands"]
    order = [(-hands[row["currency"]], -row["net"]) for row in rows]
    assert order == sorted(order), "the currency of most hands first, and in it who won most"
    assert len(ask("players", "--top", "2")) == 4
    often = ask("players", "--min-hands", "60", "--sort", "hands")
    assert {row["player"] for row in often} == {row["player"] for row in rows if row["hands"] >= 60}
    assert [row["low_end"] < row["bb100"] < row["high_end"] for row in often] == [True] * len(often)


def test_names_are_only_text(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (["players"], ["sessions", HOSTILE], ["stats", "net", "--by", "player"], ["compare", "Hero", HOSTILE])
    for words in lines[: 3 + SOAK]:
        assert app.run_command_line([*words, "--db", str(database)]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        assert HOSTILE in out


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
def test_what_is_not_there_is_one_sentence(
    database: Path, capsys: pytest.CaptureFixture[str], line: str, sentence: str
) -> None:
    assert app.run_command_line([*line.split(), "--db", str(database)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err
