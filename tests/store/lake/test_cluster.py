"""A lake filled by a Dask cluster: the same as by one process, whoever is lost; what is refused, in one sentence.

HISTPARSE_SOAK=1: also a worker killed in the middle, and two schedulers at once.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from distributed import LocalCluster
from msgspec.structs import replace

from histparse.cli.app import run
from histparse.store import StoreError
from histparse.store.lake import cluster
from histparse.store.lake.importer import LakeImport
from histparse.store.lake.pieces import tasks
from histparse.store.lake.work import Done, done
from histparse.store.target import reading
from histparse.system.workers import WorkerError
from tests.store.lake.lakes import beginning, checksum, fill, leftovers, stored

pytestmark = [pytest.mark.untraced, pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed")]


@contextmanager
def started(workers: int, *, processes: bool = True) -> Iterator[Any]:  # Any: a cluster of Dask has no types
    """A scheduler in this process, and workers in others."""
    with LocalCluster(  # type: ignore[no-untyped-call] # as above
        n_workers=workers, threads_per_worker=1, processes=processes, dashboard_address="127.0.0.1:0", memory_limit=None
    ) as there:
        yield there


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    """Two workers."""
    with started(2) as there:
        yield there


@pytest.fixture(scope="module")
def scheduler(machines: Any) -> str:
    """The address of theirs."""
    return str(machines.scheduler_address)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    file = tmp_path / "session.txt"
    file.write_bytes(beginning("session_cash_heads_up.txt", 6))
    return file


def test_a_cluster_fills_the_same_lake(material: list[Path], expected: str, scheduler: str, tmp_path: Path) -> None:
    fill(tmp_path / "lake", material, scheduler=scheduler)
    assert checksum(tmp_path / "lake") == expected
    assert leftovers(tmp_path / "lake") == []


def test_paths_may_be_relative(
    session: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(session.parent)
    assert run(["import", session.name, "--lake", "lake", "--scheduler", scheduler]) == 0
    assert capsys.readouterr().out.startswith("1 file read into lake (")
    stored(Path("database"), [Path(session.name)])
    assert checksum("lake") == checksum("database")


@pytest.mark.soak
def test_a_worker_killed_in_the_middle(material: list[Path], expected: str, tmp_path: Path) -> None:
    victims: list[int] = []

    def kill(_: Done) -> None:
        """Kill the worker with most to do, once."""
        if not victims:
            busy = max(there.scheduler.workers.values(), key=lambda worker: len(worker.processing))
            assert busy.processing, "nothing is left to do"
            victims.append(there.workers[busy.name].pid)
            os.kill(victims[0], signal.SIGKILL)

    with started(2) as there:
        fill(tmp_path / "lake", material, scheduler=there.scheduler_address, meanwhile=kill)
    assert len(victims) == 1
    assert checksum(tmp_path / "lake") == expected
    assert leftovers(tmp_path / "lake") == []


@pytest.mark.soak
def test_two_schedulers_at_once(material: list[Path], expected: str, scheduler: str, tmp_path: Path) -> None:
    halves = material[: len(material) * 2 // 3], material[len(material) // 3 :]
    program = [sys.executable, "-m", "histparse", "import", "--lake", str(tmp_path / "lake"), "--scheduler"]
    with started(1) as other:
        addresses = scheduler, other.scheduler_address
        running = [
            subprocess.Popen([*program, address, *map(str, half)], stdout=subprocess.DEVNULL)
            for address, half in zip(addresses, halves, strict=True)
        ]
        assert [one.wait(timeout=300) for one in running] == [0, 0]
    assert checksum(tmp_path / "lake") == expected
    fill(tmp_path / "lake", [])  # whoever comes last alone sweeps
    assert leftovers(tmp_path / "lake") == []


def test_no_scheduler(
    session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "CONNECTING", 0.2)
    line = ["import", str(session), "--lake", str(tmp_path / "lake"), "--scheduler"]
    for address in ("tcp://127.0.0.1:9", "nowhere://me", "me"):
        assert run([*line, address]) == 2
        assert capsys.readouterr().err.startswith(f"histparse: {address}: no Dask scheduler answers there; `dask sch")
    assert not (tmp_path / "lake").exists()


def test_a_scheduler_without_workers(session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    monkeypatch.setattr(cluster, "LOOK", 0.1)
    with started(0) as there, pytest.raises(WorkerError, match="the scheduler has no workers; `dask worker ADDRESS`"):
        fill(tmp_path / "lake", [session], scheduler=there.scheduler_address)
    with pytest.raises(StoreError, match="there is nothing in this lake"):
        reading(tmp_path / "lake")


def test_a_scheduler_that_is_lost(session: Path, tmp_path: Path) -> None:
    with started(0) as there:
        loss = Timer(1.0, there.close)
        loss.start()
        with pytest.raises(WorkerError, match="the scheduler was lost; nothing is stored"):
            fill(tmp_path / "lake", [session], scheduler=there.scheduler_address)
        loss.join()


def test_workers_that_run_another_program(
    session: Path, scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "program", other_program)
    with pytest.raises(WorkerError, match=r"tcp://\S+: another histparse runs there; install the same on"):
        fill(tmp_path / "lake", [session], scheduler=scheduler)
    assert not (tmp_path / "lake").exists()


def other_program() -> str:
    """What it is called here, and what by the workers."""
    return f"that of process {os.getpid()}"


def test_a_worker_that_comes_later_with_another_program(session: Path, tmp_path: Path) -> None:
    with LakeImport(str(tmp_path / "lake")) as importing:
        (ours,) = importing.works(tasks(None, importing.cut(session)))
        with pytest.raises(StoreError, match="runs another histparse than the import"):
            done(replace(ours, program="0"))


def test_a_lake_that_workers_cannot_reach(session: Path, scheduler: str) -> None:
    with pytest.raises(StoreError, match=r"worker tcp://\S+: cannot reach the lake at memory://mine; it must be where"):
        fill("memory://mine", [session], scheduler=scheduler)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="there is no path that means a file of one process only")
def test_a_file_that_workers_cannot_reach(session: Path, scheduler: str, tmp_path: Path) -> None:
    with session.open() as file:
        os.dup2(file.fileno(), 900)
    try:
        with pytest.raises(WorkerError, match=r"worker tcp://\S+ cannot read /proc/self/fd/900 \(No such file"):
            fill(tmp_path / "lake", [Path("/proc/self/fd/900")], scheduler=scheduler)
    finally:
        os.close(900)


def test_standard_input_cannot_be_read_elsewhere(
    scheduler: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["import", "-", "--lake", str(tmp_path / "lake"), "--scheduler", scheduler]) == 2
    assert "cannot read <stdin>: not a file that other machines could read" in capsys.readouterr().err


def test_without_dask(
    session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "histparse.store.lake.cluster")
    monkeypatch.delattr("histparse.store.lake.cluster")
    assert run(["import", str(session), "--lake", str(tmp_path / "lake"), "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert capsys.readouterr().err == "histparse: --scheduler needs Dask: pip install 'histparse[cluster]'\n"


def test_a_scheduler_needs_a_lake(session: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", str(session), "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "--scheduler imports into a lake: name it with --lake" in capsys.readouterr().err


def test_dask_is_loaded_only_for_a_cluster(session: Path, tmp_path: Path) -> None:
    line = ["import", str(session), "--lake", str(tmp_path / "lake"), "--jobs", "1"]
    program = f"import sys; from histparse.cli.app import run; print(run({line!r}), 'distributed' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True)
    assert done.stdout.splitlines()[-1] == "0 False"
