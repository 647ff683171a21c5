"""Imports: each hand once, all or nothing, and what cannot be stored is never lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest
from msgspec.structs import replace

from histparse import flow
from histparse.api.importing import add_files
from histparse.judging.duplicates import digest_text
from histparse.judging.engine import HandResult
from histparse.reader import HandText
from histparse.simulate import Settings, deal_hands
from histparse.store import Database, Importer, StoreError, Summary
from histparse.store.database.connection import LackOfMemoryError
from histparse.store.rows.batch import LETTERS, split_into_batches
from histparse.system.workers import WorkerError
from tests.conftest import SOAK
from tests.dealer.writing import write_all
from tests.store.filling import CONTENT, SAMPLES, content, fill, import_new_hands, lasting_content, rows

VARIOUS = [SAMPLES] if SOAK else [SAMPLES / "illegal", SAMPLES / "kingsclub", SAMPLES / "malformed"]
"""Samples of several sites: hands that are stored, set aside and skipped."""
STORED_EARLIER = [SAMPLES / "malformed"]
"""A few of each, as what is there before."""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """120 legal hands, some with few chips."""
    file = tmp_path_factory.mktemp("session") / "session.txt"
    file.write_text(write_all(deal_hands(Settings(hands=120, seed=40_417, stacks=(3, 20)))), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def imported(session: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Summary]:
    """A database of the session and the samples, and how their import went."""
    file = tmp_path_factory.mktemp("imported") / "x.duckdb"
    with Database(file) as database:
        return file, fill(database, [session, *VARIOUS])


@pytest.mark.nightly
def test_hands_are_stored_skipped_set_aside_or_known(imported: tuple[Path, Summary]) -> None:
    file, summary = imported
    with Database(file, read_only=True) as database:
        counted = rows(database, "SELECT sum(hands), sum(stored), sum(skipped), sum(set_aside) FROM files")
        assert rows(database, "SELECT count(*) FROM hands") == [(summary.stored,)]
        assert rows(database, "SELECT count(*) FROM set_aside") == [(summary.set_aside,)]
        assert rows(database, "SELECT count(*) FROM findings") == [(summary.findings.total,)]
    skipped = sum(summary.skipped.values())
    known = summary.stored + summary.tournaments
    assert summary.hands == known + summary.duplicates + summary.set_aside + skipped
    assert counted == [(summary.hands, known, skipped, summary.set_aside)]
    assert summary.set_aside
    assert skipped


@pytest.mark.nightly
def test_nets_and_rake_of_every_hand_add_up_to_nothing(imported: tuple[Path, Summary]) -> None:
    file, _ = imported
    with Database(file, read_only=True) as database:
        wrong = rows(
            database,
            """
            SELECT hand_id, sum(net) + any_value(rake), sum(contributed) - any_value(pot)
            FROM hands JOIN seats USING (hand_key)
            GROUP BY hand_key, hand_id HAVING sum(net) + any_value(rake) <> 0 OR sum(contributed) <> any_value(pot)
            """,
        )
    assert wrong == []


@pytest.mark.nightly
def test_of_two_texts_with_one_number_one_is_set_aside(database: Database, session: Path, tmp_path: Path) -> None:
    edited = tmp_path / "tables.txt"
    text = session.read_text("utf-8")
    edited.write_text(text.replace("Table '", "Table 'Edited ", 1), "utf-8")
    assert fill(database, [session]).stored == 120
    summary = fill(database, [edited])
    assert (summary.duplicates, summary.stored + summary.set_aside, summary.findings.total) == (119, 1, 1)
    content_before = content(database)
    assert fill(database, [edited]).findings.total == fill(database, [session]).findings.total == 0
    assert content(database) == content_before
    finding = rows(database, "SELECT code, severity, line, hand_key, message FROM findings WHERE code = 'SYN07'")
    set_aside = rows(database, "SELECT code, path, line, reason FROM set_aside")
    (winner,) = rows(database, "SELECT path FROM hands WHERE first_line = 1")
    ((_, loser, _, reason),) = set_aside
    assert {loser, *winner} == {str(session), str(edited)}
    assert reason.endswith(f"has other content at {winner[0]}:1, and that counts")
    assert finding == [("SYN07", "error", 1, None, reason)]


@pytest.mark.nightly
def test_a_hand_of_an_earlier_import_that_is_displaced_is_none_of_this_one(session: Path, tmp_path: Path) -> None:
    edited = tmp_path / "tables.txt"
    edited.write_text(session.read_text("utf-8").replace("Table '", "Table 'Edited ", 1), "utf-8")
    counts = []
    for first, second in ((session, edited), (edited, session)):
        with Database(":memory:") as database:
            fill(database, [first])
            summary = fill(database, [second])
            assert rows(database, "SELECT count(*) FROM set_aside") == [(1,)]
        counts.append((summary.hands, summary.stored, summary.duplicates, summary.set_aside))
    assert sorted(counts) == [(120, 0, 119, 1), (120, 1, 119, 0)]


def test_a_hand_set_aside_can_be_imported_again(database: Database, tmp_path: Path) -> None:
    sample = next((SAMPLES / "malformed").glob("SYN02_breaks*"))
    assert fill(database, [sample]).set_aside == 1
    text = rows(database, "SELECT text FROM set_aside")[0][0]
    again = tmp_path / "again.txt"
    again.write_text(text, "utf-8")
    assert fill(database, [again]).set_aside == 1
    assert rows(database, "SELECT count(*) FROM set_aside") == [(1,)]


@pytest.mark.nightly
def test_a_hand_that_can_be_stored_at_last_is_no_longer_set_aside(database: Database, session: Path) -> None:
    """As after an update that understands more: the text lies in set_aside, with the finding that kept it out."""
    fill(database, [session])
    text = next(flow.parse_file(session)).text
    assert text is not None
    for table in ("hands", "files"):
        database.connection.execute(f"DELETE FROM {table}")  # noqa: S608 - a name of this list
    database.connection.execute(
        """
        INSERT INTO set_aside (text_id, site, path, line, code, reason, text, digest, program)
        VALUES (7, 'pokerstars', $path, 1, 'SYN01', 'not understood', $text, $digest, 'another')
        """,
        {"path": text.path, "text": text.text, "digest": digest_text(text.text)},
    )
    for line, text_id in ((3, 7), (9_999, None)):  # one of the hand, one far behind it
        database.connection.execute(
            "INSERT INTO findings (text_id, code, severity, path, line, message, template, figures) "
            "VALUES ($of, 'SYN01', 'error', $path, $line, 'not understood', 'not understood', '{}')",
            {"of": text_id, "path": text.path, "line": line},
        )
    assert fill(database, [session]).stored == 120
    assert rows(database, "SELECT count(*) FROM set_aside") == [(0,)]
    assert rows(database, "SELECT line FROM findings WHERE code = 'SYN01'") == [(9_999,)]


def fail_half_way(database: Database, session: Path) -> None:
    with Importer(database, batch_size=10) as importer:
        for number, result in enumerate(flow.judge_texts(flow.cut_file_into_hand_texts(session), importer.observe)):
            importer.add(result)
            if number == 60:
                raise RuntimeError("power cut")


def test_an_import_that_fails_leaves_the_database_as_it_was(session: Path, tmp_path: Path) -> None:
    with Database(tmp_path / "x.duckdb") as database:
        fill(database, STORED_EARLIER)
        content_before = content(database)
        with pytest.raises(RuntimeError, match="power cut"):
            fail_half_way(database, session)
        assert content(database) == content_before
        assert fill(database, [session]).stored == 120


def test_a_database_that_refuses_says_why_and_stays_as_it_was(database: Database, session: Path) -> None:
    database.connection.execute("DROP TABLE showdowns")
    with pytest.raises(StoreError, match="Catalog Error: Table with name showdowns") as error:
        fill(database, [session])
    assert "\n" not in str(error.value)
    assert rows(database, "SELECT count(*) FROM hands") == [(0,)]


KILLED = """
import os, signal, sys
from pathlib import Path
from histparse import flow
from histparse.store import Database, Importer
with Database(sys.argv[1]) as database, Importer(database, batch_size=10) as importer:
    for number, case in enumerate(flow.judge_texts(flow.cut_file_into_hand_texts(Path(sys.argv[2])), importer.observe)):
        importer.add(case)
        if number == 100:
            os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.nightly
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
def test_a_killed_import_leaves_the_database_as_it_was(session: Path, tmp_path: Path) -> None:
    file = tmp_path / "x.duckdb"
    with Database(file) as database:
        fill(database, STORED_EARLIER)
        content_before = content(database)
    killed = subprocess.run([sys.executable, "-c", KILLED, file, session], check=False, env=dict(os.environ))
    assert killed.returncode == -signal.SIGKILL
    with Database(file) as database:
        assert content(database) == content_before
        assert fill(database, [session]).stored == 120


@pytest.mark.nightly
def test_the_number_of_processes_does_not_show(database: Database, fresh: Database, session: Path) -> None:
    files = flow.list_files([session, *VARIOUS])
    summaries = [
        import_new_hands(database, files, batch_size=100),
        import_new_hands(fresh, files, batch_size=100, jobs=2),
    ]
    for table in CONTENT:  # in the very order of the rows
        columns = "* EXCLUDE (imported_at)" if table == "files" else "*"
        query = f"SELECT {columns} FROM {table}"  # noqa: S608 - a name of this list
        assert rows(database, query) == rows(fresh, query)
    with Database(":memory:") as whole:
        summaries.append(fill(whole, files))
        assert lasting_content(whole, "files") == lasting_content(fresh, "files")
    expected, *others = (replace(summary, seconds=0, hands_per_second=0) for summary in summaries)
    assert others == [expected] * 2


def kill_a_worker() -> HandResult:
    active_children()[0].kill()
    return HandResult(())


def press_ctrl_c() -> HandResult:
    signal.raise_signal(signal.SIGINT)
    return HandResult(())


def break_the_program() -> HandResult:
    return HandResult((), HandText("nowhere.txt", 1, "text", "a site that is not there"))


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize(
    ("trouble", "error"),
    [(kill_a_worker, WorkerError), (press_ctrl_c, KeyboardInterrupt), (break_the_program, KeyError)],
)
def test_trouble_with_workers_leaves_the_database_as_it_was(
    database: Database, session: Path, trouble: Callable[[], HandResult], error: type[BaseException]
) -> None:
    def troubled() -> Iterator[HandResult]:
        for number, result in enumerate(flow.cut_file_into_hand_texts(session)):
            yield trouble() if number == 80 else result

    fill(database, STORED_EARLIER)
    content_before = content(database)
    with pytest.raises(error), Importer(database, batch_size=10) as importer:
        importer.judge_and_add_texts(troubled(), 2)
    assert content(database) == content_before
    assert active_children() == []


def test_a_database_opened_for_reading_takes_no_import(tmp_path: Path) -> None:
    Database(tmp_path / "x.duckdb").close()
    with Database(tmp_path / "x.duckdb", read_only=True) as database, pytest.raises(StoreError, match="for reading"):
        Importer(database)


def test_a_cancelled_hand_moves_no_chips_and_is_no_chance(database: Database) -> None:
    fill(database, [SAMPLES / "malformed" / "SYN08_cancelled.txt"])
    (key, *hand), *further_hands = rows(database, "SELECT hand_key, players, pot, rake FROM hands WHERE cancelled")
    assert (hand, further_hands) == ([0, 0, 0], [])
    assert rows(database, f"SELECT bool_or(dealt_in), sum(net) FROM seats WHERE hand_key = {key}") == [(False, 0)]  # noqa: S608 - a number
    assert rows(database, f"SELECT count(*) FROM decisions WHERE hand_key = {key}") == [(0,)]  # noqa: S608 - a number


@pytest.mark.nightly
def test_an_import_that_lacks_memory_is_done_once_more_with_all_there_is(
    session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit of ours is no reason to refuse. DuckDB gives up a transaction that lacks memory, so all is read again."""
    monkeypatch.setattr("histparse.store.importing.importer.MEMORY", "4MB")
    limit, runs = "SELECT current_setting('memory_limit')", list[str | None]()
    begin = Importer.__enter__

    def begin_noted(importer: Importer) -> Importer:
        runs.append(importer.memory)
        return begin(importer)

    monkeypatch.setattr(Importer, "__enter__", begin_noted)
    with Database(tmp_path / "poker.duckdb") as database:
        limit_before = rows(database, limit)
        summary = add_files(database, [session])
        assert (runs, summary.stored) == (["4MB", None], len(rows(database, "FROM hands")))
        assert rows(database, limit) == limit_before


def test_what_lacks_all_the_memory_there_is_gets_one_sentence(
    session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("histparse.store.importing.importer.MEMORY", None)
    with Database(tmp_path / "poker.duckdb") as database:
        database.limit_memory("4MB")
        with pytest.raises(LackOfMemoryError, match="this takes more memory than there is"):
            add_files(database, [session])


def test_a_batch_is_as_large_as_so_many_short_hands() -> None:
    def sizes(letters: int, hands: int) -> list[int]:
        results = [HandResult((), HandText("x.txt", 1, "x" * letters, "pokerstars")) for _ in range(hands)]
        return [len(batch) for batch in split_into_batches(10, results)]

    assert sizes(1, 25) == sizes(LETTERS, 25) == [10, 10, 5]
    assert sizes(2 * LETTERS, 12) == [5, 5, 2]
    assert sizes(100 * LETTERS, 2) == [1, 1]
