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
from histparse.judging.engine import HandResult
from histparse.reader import FileError, Text
from histparse.store import Database, Importer
from tests.cli.commands import import_by_command
from tests.store.filling import CONTENT

SAMPLES = Path(__file__).parent.parent.parent / "sample_histories"
PATHS = [SAMPLES / "malformed", SAMPLES / "kingsclub" / "by_hand_deck_runs_out.txt"]
SESSION = SAMPLES / "pokerstars" / "session_cash_heads_up.txt"


def lasting_content(store: histparse.Store) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in the store but when it was imported."""
    columns = {table: "* EXCLUDE (imported_at)" if table == "files" else "*" for table in CONTENT}
    queries = {table: f"SELECT {names} FROM {table} ORDER BY ALL" for table, names in columns.items()}  # noqa: S608 - our names
    return {table: store.sql(query).rows() for table, query in queries.items()}


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


def test_an_import_is_that_of_the_command(tmp_path: Path) -> None:
    db = import_by_command(tmp_path / "command.duckdb", *PATHS)
    with histparse.Store(tmp_path / "own.duckdb") as store:
        summary = store.import_files(PATHS)
        expected = lasting_content(store)
        other_names = [f"{path.parent}/../{path.parent.name}/{path.name}" for path in PATHS]
        assert store.import_files([*PATHS, *other_names]).stored == 0
        assert lasting_content(store) == expected
    with histparse.Store(db, read_only=True) as store_of_command:
        assert expected == lasting_content(store_of_command)
    assert (summary.stored, summary.findings.total, summary.set_aside) == tuple(
        len(expected[table]) for table in ("hands", "findings", "set_aside")
    )


@pytest.mark.nightly
def test_processes_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("histparse.api.importing.Importer", partial(Importer, batch_size=3))
    text = "".join(dealt.text for dealt in histparse.simulate_hands(10))
    with histparse.Store() as single, histparse.Store() as parallel:
        assert single.import_text(text).stored == parallel.import_text(text, jobs=2).stored == 10
        assert lasting_content(single) == lasting_content(parallel)


@pytest.mark.nightly
def test_text_is_stored_as_its_file_is() -> None:
    data = SESSION.read_bytes()
    with histparse.Store() as files, histparse.Store() as texts:
        files.import_files(SESSION)
        assert texts.import_text(gzip.compress(data), name=str(SESSION)).stored == 120
        assert lasting_content(texts) | {"files": []} == lasting_content(files) | {"files": []}
        assert texts.import_text(data.decode()).duplicates == 120


def test_what_cannot_be_read_stops_all_or_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: Text, site: str | None = None) -> Iterator[HandResult]:
        yield from flow.cut_text_into_hand_texts(text, site)
        if text.path == str(SESSION):
            raise FileError(5, "Input/output error", text.path)

    monkeypatch.setattr("histparse.store.importing.new_texts.cut_text_into_hand_texts", broken)
    readable = SAMPLES / "illegal" / "BET02_fifth_bet.txt"
    errors: list[OSError] = []
    with histparse.Store() as store:
        with pytest.raises(OSError, match="Input/output error"):
            store.import_files([readable, SESSION])
        assert not any(lasting_content(store).values())
        assert store.import_files([readable, SESSION], onerror=errors.append).stored == 121
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
    parameters = {"worst": 121}
    with Database(file, read_only=True) as database:
        expected = stats.run_statistic(database, "snow", store.hero(), parameters, filters)
        everybody = stats.run_statistic(database, "vpip")
    same_filters = histparse.Filters(zone="europe/berlin")
    frame = store.statistic(
        "snow", f"pokerstars:{store.hero()}", by="position", filters=same_filters, parameters=parameters
    )
    assert frame.rows() == expected.rows()
    assert store.statistic("vpip").rows() == everybody.rows()
    assert store.statistic("snow", store.hero(), filters=filters, parameters=parameters).rows() == expected.rows()


def test_sql_takes_parameters_and_gives_words(store: histparse.Store) -> None:
    assert store.sql("SELECT count(*) FROM hands WHERE low_stake > ?", [10**6]).item() == 0
    positions = store.sql("SELECT DISTINCT position FROM seats WHERE player = $who", {"who": store.hero()})
    assert {word for (word,) in positions.rows()} == {"BTN/SB", "BB"}
    with histparse.Store() as new_store:
        assert new_store.sql("CREATE TEMP TABLE mine (one INTEGER)").is_empty()
        assert new_store.sql("INSERT INTO mine VALUES (?) RETURNING one", [1]).item() == 1


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
        for number, dealt in enumerate(histparse.simulate_hands(3, seed=2), 1):
            assert store.import_text(dealt.text).stored == 1
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
