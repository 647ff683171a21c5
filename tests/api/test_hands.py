"""`hands`, `show` and `query` of a store: the words and the answers of the commands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest

import histparse
from histparse.cli import app
from tests.cli.guarding import ATTEMPTS, attempt_in, filled_in, unchanged
from tests.samples import FOLDER

HAND = FOLDER / "pokerstars" / "by_hand_all_in_side_pot.txt"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled_in(tmp_path_factory.mktemp("api"))


@pytest.fixture
def store(file: Path) -> Iterator[histparse.Store]:
    with histparse.Store(file, read_only=True) as opened:
        yield opened


def answered(file: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    """The rows that the command prints."""
    capsys.readouterr()
    assert app.run([*words, "--db", str(file), "--format", "json"]) == 0
    rows: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return rows


def as_rows(frame: pl.DataFrame) -> list[dict[str, object]]:
    """As JSON has them."""
    shown = frame.with_columns(pl.col(pl.Datetime).dt.strftime("%Y-%m-%dT%H:%M:%S"))
    return shown.to_dicts()


@pytest.mark.nightly
def test_hands_are_those_of_the_command(store: histparse.Store, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = {
        ("--stat", "pat_rate", "--player", "Hero", "--draw", "2", "--made"): store.find_hands(
            "pat_rate", "Hero", draw=2, made=True
        ),
        ("--stat", "draw_frequency", "--of", "drawn=2", "--made", "--sort", "pot", "--limit", "5"): store.find_hands(
            "draw_frequency", of={"drawn": 2}, made=True, sort="pot", limit=5
        ),
        ("--stat", "snow", "--set", "worst=100", "--player", "Hero"): store.find_hands(
            "snow", "Hero", parameters={"worst": 100}
        ),
        ("--where", "pot > 20 AND players > 2", "--sort", "net", "--reverse", "--player", "Hero"): store.find_hands(
            player="Hero", where="pot > 20 AND players > 2", sort="net", reverse=True
        ),
        ("--position", "BTN", "--stat", "vpip", "--player", "Hero"): store.find_hands(
            "vpip", "Hero", filters=histparse.Filters(position="BTN")
        ),
    }
    for typed, found in words.items():
        assert not found.is_empty(), typed
        assert as_rows(found) == answered(file, capsys, "hands", *typed), typed


def test_what_cannot_be_listed_gets_one_sentence(store: histparse.Store) -> None:
    for sentence, asked in {
        "no statistic `vpi`: did you mean `vpip`": {"stat": "vpi"},
        "hands cannot be sorted by `name`: choose one of date, net, pot": {"sort": "name"},
        "no rule or family `BET99`": {"finding": "BET99"},
        "without a query inside it": {"where": "pot IN (SELECT 1)"},
        "no player `Her`": {"player": "Her"},
    }.items():
        with pytest.raises(histparse.StatisticsError, match=sentence):
            store.find_hands(**asked)  # type: ignore[arg-type] # each is one option


def test_a_hand_is_shown_by_its_number_its_line_and_on_one_line(
    store: histparse.Store, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = store.find_hands(limit=1)
    view = store.show(listed["hand_id"][0])
    assert view.hand_id == listed["hand_id"][0]
    in_file = histparse.show(f"{HAND}:3")
    assert app.run(["show", f"{HAND}:3"]) == 0
    printed = capsys.readouterr().out
    assert "".join(printed.split()) == "".join(histparse.hand_text(in_file).split())  # a long path is wrapped
    assert max(map(len, histparse.hand_text(in_file, width=60).splitlines())) <= 60
    assert histparse.hand_line(histparse.show(histparse.hand_line(in_file))) == histparse.hand_line(in_file)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("104200271828", "is neither FILE:LINE nor a hand on one line; a store finds numbers"),
        (f"{HAND}:9999", "has no hand at line 9999"),
        ("27TD FL 1/2 USD | what", "."),
    ],
)
def test_a_hand_that_is_not_there_is_reported(asked: str, sentence: str) -> None:
    with pytest.raises(histparse.HistparseError, match=sentence):
        histparse.show(asked)


def test_query_is_that_of_the_command(store: histparse.Store, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sql = "SELECT position, count(*) AS hands, sum(net) AS net FROM player_hands GROUP BY ALL ORDER BY ALL"
    assert as_rows(store.query(sql)) == answered(file, capsys, "query", sql)


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("read_only", [True, False])
def test_every_attempt_is_refused(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read_only: bool) -> None:
    """Also by a store that may write: a query cannot."""
    monkeypatch.chdir(tmp_path)
    copy = tmp_path / "copy" / "poker.duckdb"
    copy.parent.mkdir()
    copy.write_bytes(file.read_bytes())
    with unchanged(tmp_path, file):
        store = histparse.Store(copy, read_only=read_only)
        for attempt in ATTEMPTS:
            with pytest.raises((histparse.HistparseError, AttributeError)):
                pytest.fail(f"{attempt}: {store.query(attempt_in(tmp_path, copy, attempt))}")
            with suppress(histparse.StoreError):
                store.sql("SELECT 1 FROM hands")
                continue
            store.close()  # an attempt has made it unusable, and the later ones would prove nothing
            store = histparse.Store(copy, read_only=read_only)
        assert store.sql("SELECT count(*) AS hands FROM hands")["hands"][0] == 40
        store.close()


def test_a_store_imports_after_a_query(tmp_path: Path) -> None:
    with histparse.Store(tmp_path / "poker.duckdb") as store:
        assert store.query("SELECT count(*) AS n FROM hands")["n"][0] == 0
        assert store.import_files([HAND]).stored == 1
        assert store.query("SELECT count(*) AS n FROM hands")["n"][0] == 1
