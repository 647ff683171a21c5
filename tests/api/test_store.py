"""A store has the guarantees of the command, and the answers of the steps."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import histparse
from histparse import flow, stats
from histparse.cli.app import run_command_line as run_command
from histparse.judging.engine import HandResult
from histparse.reader import FileError, Text
from histparse.store import Database, Importer
from tests.store.filling import CONTENT

SAMPLES = Path(__file__).parent.parent.parent / "sample_histories"
PATHS = [SAMPLES / "malformed", SAMPLES / "kingsclub" / "by_hand_deck_runs_out.txt"]
SESSION = SAMPLES / "pokerstars" / "session_cash_heads_up.txt"


def content(store: histparse.Store) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in the store but when it was imported."""
    columns = {table: "* EXCLUDE (imported_at)" if table == "files" else "*" for table in CONTENT}
    return {table: store.sql(f"SELECT {what} FROM {table} ORDER BY ALL").rows() for table, what in columns.items()}  # noqa: S608 - our names


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of a session of 120 hands."""
    file = tmp_path_factory.mktemp("store") / "poker.duckdb"
    with histparse.Store(file) as store:
        assert store.import_files(SESSION).stored == 120
    return file


@pytest.fixture
def store(file: Path) -> Iterator[histparse.Store]:
    with histparse.Store(file, read_only=True) as store:
        yield store


def test_an_import_is_that_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [str(path) for path in PATHS]
    assert run_command(["import", *paths, "--db", str(tmp_path / "command.duckdb"), "--jobs", "1"]) == 0
    capsys.readouterr()
    with histparse.Store(tmp_path / "own.duckdb") as own:
        summary = own.import_files(PATHS)
        mine = content(own)
        assert (
            own.import_files([*PATHS, *(f"{path.parent}/../{path.parent.name}/{path.name}" for path in PATHS)]).stored
            == 0
        )
        assert content(own) == mine
    with histparse.Store(tmp_path / "command.duckdb", read_only=True) as other:
        assert mine == content(other)
    assert (summary.stored, summary.findings.total, summary.set_aside) == tuple(
        len(mine[table]) for table in ("hands", "findings", "set_aside")
    )


@pytest.mark.nightly
def test_processes_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("histparse.api.importing.Importer", partial(Importer, batch_size=3))
    text = "".join(one.text for one in histparse.simulate_hands(10))
    with histparse.Store() as alone, histparse.Store() as together:
        assert alone.import_text(text).stored == together.import_text(text, jobs=2).stored == 10
        assert content(alone) == content(together)


@pytest.mark.nightly
def test_text_is_stored_as_its_file_is() -> None:
    data = SESSION.read_bytes()
    with histparse.Store() as files, histparse.Store() as texts:
        files.import_files(SESSION)
        assert texts.import_text(gzip.compress(data), name=str(SESSION)).stored == 120
        mine, other = content(texts), content(files)
        assert {table: mine[table] for table in mine if table != "files"} == {
            table: other[table] for table in other if table != "files"
        }
        assert texts.import_text(data.decode()).duplicates == 120


def test_what_cannot_be_read_stops_all_or_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: Text, site: str | None = None) -> Iterator[HandResult]:
        yield from flow.cut_text_into_hand_texts(text, site)
        if text.path == str(SESSION):
            raise FileError(5, "Input/output error", text.path)

    monkeypatch.setattr("histparse.store.importing.new_texts.cut_text_into_hand_texts", broken)
    other = SAMPLES / "illegal" / "BET02_fifth_bet.txt"
    errors: list[OSError] = []
    with histparse.Store() as store:
        with pytest.raises(OSError, match="Input/output error"):
            store.import_files([other, SESSION])
        assert not any(content(store).values())
        assert store.import_files([other, SESSION], onerror=errors.append).stored == 121
    assert [error.filename for error in errors] == [str(SESSION)]


def test_what_is_wrong_with_an_import_is_reported(store: histparse.Store, tmp_path: Path) -> None:
    with pytest.raises(histparse.StoreError, match="reading only"):
        store.import_files(SESSION)
    with pytest.raises(FileNotFoundError):
        store.import_files(tmp_path / "nowhere")
    with pytest.raises(histparse.HistparseError, match="no site `pokerstar`"):
        store.import_text("", site="pokerstar")
    with pytest.raises(histparse.HistparseError, match="there is no hand `pokerstars:1`"):
        store.tag("pokerstars:1", ["star"])
    with histparse.Store() as empty:
        assert empty.import_files(tmp_path).hands == 0


def test_a_statistic_is_that_of_the_step(store: histparse.Store, file: Path) -> None:
    filters = histparse.Filters(by="position", zone="Europe/Berlin")
    given = {"worst": 121}
    with Database(file, read_only=True) as database:
        there = stats.run_statistic(database, "snow", store.hero(), given, filters)
        everybody = stats.run_statistic(database, "vpip")
    asked = histparse.Filters(zone="europe/berlin")
    found = store.statistic("snow", f"pokerstars:{store.hero()}", by="position", filters=asked, parameters=given)
    assert found.rows() == there.rows()
    assert store.statistic("vpip").rows() == everybody.rows()
    assert store.statistic("snow", store.hero(), filters=filters, parameters=given).rows() == there.rows()


def test_sql_takes_parameters_and_gives_words(store: histparse.Store) -> None:
    assert store.sql("SELECT count(*) FROM hands WHERE low_stake > ?", [10**6]).item() == 0
    positions = store.sql("SELECT DISTINCT position FROM seats WHERE player = $who", {"who": store.hero()})
    assert {word for (word,) in positions.rows()} == {"BTN/SB", "BB"}
    with histparse.Store() as own:
        assert own.sql("CREATE TEMP TABLE mine (one INTEGER)").is_empty()
        assert own.sql("INSERT INTO mine VALUES (?) RETURNING one", [1]).item() == 1


@pytest.mark.parametrize("query", ["SELEC", "SELECT 'x'::INT", "DELETE FROM hands"])
def test_sql_that_cannot_be_is_one_sentence(store: histparse.Store, query: str) -> None:
    with pytest.raises(histparse.StoreError) as error:
        store.sql(query)
    assert str(error.value).startswith(f"{store.path}: DuckDB cannot do this (")
    assert "\n" not in str(error.value)


def test_sql_reads_no_other_file(store: histparse.Store) -> None:
    with pytest.raises(histparse.StoreError, match="disabled"):
        store.sql("FROM read_text($file)", {"file": str(SESSION)})


def test_a_closed_store_says_so(file: Path) -> None:
    with histparse.Store(file, read_only=True) as store:
        store.close()
        store.close()
    for ask in (store.hero, lambda: store.sql("FROM hands"), lambda: store.import_files([]), lambda: store.part("Ann")):
        with pytest.raises(histparse.StoreError, match="is closed"):
            ask()


@pytest.mark.nightly
def test_a_store_is_asked_and_filled_by_turns() -> None:
    with histparse.Store() as store:
        for number, one in enumerate(histparse.simulate_hands(3, seed=2), 1):
            assert store.import_text(one.text).stored == 1
            assert store.sql("SELECT count(DISTINCT hand_key) FROM seats").item() == number
            assert store.statistic("vpip", by="player").height >= 2
            store.hero()
        assert "named_seats" not in store.sql("SELECT view_name FROM duckdb_views()")["view_name"]


def test_arguments_are_named_as_the_docs_have_them() -> None:
    with histparse.Store() as store:
        store.import_files(SESSION, site="pokerstars", jobs=1, onerror=None, again=False)
        assert store.player(name=None) == store.hero()
        assert store.query(query="SELECT 1 AS one").rows() == [(1,)]
        assert store.undated(player=store.hero(), filters=histparse.Filters()) == 0
