"""A database filled by a Dask cluster: the same as by one process, whoever is lost; what is refused, in one sentence.

HISTPARSE_SOAK=1: also a worker killed in the middle.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from distributed import Client, LocalCluster

import histparse
from histparse.store import Database, Frames, Importer, Summary
from histparse.system import cluster
from histparse.system.workers import WorkerError
from tests.running import Run
from tests.samples import FOLDER
from tests.store.filling import checksum, import_new_hands, rows, stored

pytestmark = [pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed")]
MATERIAL = [*sorted((FOLDER / "pokerstars").glob("*.txt")), *sorted((FOLDER / "malformed").glob("*"))]


@contextmanager
def started(workers: int) -> Iterator[Any]:  # Any: a cluster of Dask has no types
    """A scheduler in this process, and workers in others."""
    with LocalCluster(  # type: ignore[no-untyped-call] # as above
        n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", memory_limit=None
    ) as local_cluster:
        yield local_cluster


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a scheduler with two workers."""
    with started(2) as local_cluster:
        yield str(local_cluster.scheduler_address)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    hands = (FOLDER / "pokerstars" / "session_cash_heads_up.txt").read_bytes().split(b"\n\n\n")[:6]
    file = tmp_path / "session.txt"
    file.write_bytes(b"\n\n\n".join(hands) + b"\n\n\n")
    return file


def filled(path: Path, files: list[Path], scheduler: str) -> Summary:
    """Let the workers fill that database, twenty-five hands at a time."""
    with Database(path) as database:
        return import_new_hands(database, files, batch_size=25, scheduler=scheduler)


@pytest.mark.nightly
def test_a_cluster_fills_the_same_database(scheduler: str, tmp_path: Path) -> None:
    expected = stored(tmp_path / "alone", MATERIAL)
    summary = filled(tmp_path / "db", MATERIAL, scheduler)
    assert checksum(tmp_path / "db") == checksum(tmp_path / "alone")
    counts = ("hands", "stored", "duplicates", "set_aside", "skipped", "findings", "tournaments")
    assert [getattr(summary, name) for name in counts] == [getattr(expected, name) for name in counts]


@pytest.mark.nightly
def test_commands_and_functions(
    session: Path, scheduler: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers need not reach the files: relative paths are read, and standard input."""
    monkeypatch.chdir(session.parent)
    words = ("import", session.name, "--db", "db", "--scheduler", scheduler)
    code, output, _ = run(*words)
    assert (code, output.startswith("1 file read into db (")) == (0, True), output
    stored(Path("alone"), [Path(session.name)])
    assert checksum("db") == checksum("alone")
    with histparse.Store(tmp_path / "store") as store:
        assert store.import_files(session, scheduler=scheduler).stored == 6
    code, output, _ = run(*words)
    assert (code, "1 unchanged since the last import" in output) == (0, True), output


@pytest.mark.soak
def test_a_worker_killed_in_the_middle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victims: list[int] = []
    add_frames = Importer.add_batch

    def kill(importer: Importer, frames: Frames) -> None:
        """Kill the worker with most to do, once."""
        if not victims:
            busy = max(local_cluster.scheduler.workers.values(), key=lambda worker: len(worker.processing))
            assert busy.processing, "nothing is left to do"
            victims.append(local_cluster.workers[busy.name].pid)
            os.kill(victims[0], signal.SIGKILL)
        add_frames(importer, frames)

    monkeypatch.setattr(Importer, "add_batch", kill)
    with started(2) as local_cluster:
        filled(tmp_path / "db", MATERIAL, local_cluster.scheduler_address)
    monkeypatch.undo()
    assert len(victims) == 1
    stored(tmp_path / "alone", MATERIAL)
    assert checksum(tmp_path / "db") == checksum(tmp_path / "alone")


def test_no_scheduler(session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(cluster, "CONNECTING", 0.2)
    for address in ("tcp://127.0.0.1:9", "nowhere://me", "me"):
        code, _, message = run("import", session, "--db", tmp_path / "db", "--scheduler", address)
        assert code == 2
        assert message.startswith(f"histparse: {address}: no Dask scheduler answers there; `dask sch")
    assert not (tmp_path / "db").exists()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere://me", "me"])
def test_no_client_stays_open_that_finds_nobody(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The garbage collector would close it, and wait for ever if the next one starts meanwhile."""
    monkeypatch.setattr(cluster, "CONNECTING", 0.2)
    gc.collect()
    gc.disable()
    try:
        with pytest.raises(WorkerError), cluster.connect_to_scheduler(address):
            pass
        clients = [alive for alive in gc.get_objects() if issubclass(type(alive), Client)]
    finally:
        gc.enable()
    assert {client.status for client in clients} <= {"closed"}


def test_a_scheduler_without_workers(session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    monkeypatch.setattr(cluster, "LOOK", 0.1)
    with (
        started(0) as local_cluster,
        pytest.raises(WorkerError, match="the scheduler has no workers; `dask worker ADDRESS`"),
    ):
        filled(tmp_path / "db", [session], local_cluster.scheduler_address)
    with Database(tmp_path / "db", read_only=True) as database:
        assert rows(database, "SELECT count(*) FROM files") == [(0,)]


def test_a_scheduler_that_is_lost(session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it has answered."""
    with started(0) as local_cluster:
        loss = Timer(0.2, local_cluster.close)
        monkeypatch.setattr(cluster, "_refuse_unless_same_histparse", lambda *_: loss.start())
        with pytest.raises(WorkerError, match="the scheduler was lost; nothing is stored"):
            filled(tmp_path / "db", [session], local_cluster.scheduler_address)
        loss.join()


@pytest.mark.nightly
def test_workers_that_run_another_program(
    session: Path, scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr(cluster, "program_digest", other_program)
    code, _, message = run("import", session, "--db", tmp_path / "db", "--scheduler", scheduler)
    assert code == 2
    assert "another histparse runs there; install the same on the scheduler and all its work" in message
    assert not (tmp_path / "db").exists()


def other_program() -> str:
    """What it is called here, and what by the workers."""
    return f"that of process {os.getpid()}"


@pytest.mark.nightly
def test_without_dask(session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "histparse.system.cluster")
    monkeypatch.delattr("histparse.system.cluster")
    code, _, message = run("import", session, "--db", tmp_path / "db", "--scheduler", "tcp://127.0.0.1:9")
    assert (code, message) == (2, "histparse: --scheduler needs Dask: pip install 'histparse[cluster]'\n")
