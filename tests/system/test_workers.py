"""Work distributed to processes: only the time shows it, and no process is ever left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from math import sqrt
from multiprocessing import active_children
from pathlib import Path

import pytest

from histparse.system import workers
from histparse.system.processes import FEEDING, core_count, default_jobs
from histparse.system.workers import FEW_LOADS, LOADS_OF_A_WORKER, WorkerError, share_work

SQUARES = [number**2 for number in range(20)]


@pytest.fixture(autouse=True)
def _nobody_stays() -> Iterator[None]:
    yield
    assert active_children() == []


@pytest.mark.nightly(2)
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_loads(jobs: int) -> None:
    assert list(share_work(sqrt, SQUARES, jobs)) == list(range(20))


def test_a_few_loads_start_no_process() -> None:
    assert list(share_work(lambda _: os.getpid(), range(FEW_LOADS), 2)) == [os.getpid()] * FEW_LOADS
    assert list(share_work(sqrt, [], 2)) == []


def test_workers_are_deaf_to_ctrl_c_and_their_starter_is_not() -> None:
    handler = signal.getsignal(signal.SIGINT)
    assert set(share_work(signal.getsignal, [signal.SIGINT] * 4, 2)) == {signal.SIG_IGN}
    assert signal.getsignal(signal.SIGINT) == handler


def test_a_worker_has_one_thread_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POLARS_MAX_THREADS", raising=False)
    assert set(share_work(os.getenv, ["POLARS_MAX_THREADS"] * 4, 2)) == {"1"}
    assert "POLARS_MAX_THREADS" not in os.environ
    monkeypatch.setenv("POLARS_MAX_THREADS", "3")
    assert set(share_work(os.getenv, ["POLARS_MAX_THREADS"] * 4, 2)) == {"3"}


RUNS_AGAIN = """
from math import sqrt
from histparse.system.workers import share_work
print('runs')
print(list(share_work(sqrt, [1, 4, 9, 16], 2)))
"""
IS_DEAF = """
import signal
from functools import partial
from histparse.system.workers import share_work
blocked = partial(signal.pthread_sigmask, signal.SIG_BLOCK)
print([signal.SIGINT in mask for mask in share_work(blocked, [()] * 4, 2)], signal.SIGINT in blocked(()))
"""


@pytest.mark.parametrize(
    ("program", "printed"),
    [(RUNS_AGAIN, "runs\n[1.0, 2.0, 3.0, 4.0]\n"), (IS_DEAF, "[True, True, True, True] False\n")],
    ids=["the script is not run again", "deaf from the first moment"],
)
def test_workers_of_a_script(program: str, printed: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(program)
    process = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (process.stdout, process.stderr) == (printed, "")


def test_what_a_worker_raises_is_raised_here_and_says_where() -> None:
    results = share_work(sqrt, [4, 9, -1, 16], 2)
    assert [next(results), next(results)] == [2, 3]
    with pytest.raises(ValueError, match=r"math domain error|nonnegative") as error:
        next(results)
    assert "in _do_load" in error.value.__notes__[0]


def test_a_worker_that_dies_is_missed() -> None:
    with pytest.raises(WorkerError, match="a worker process was lost"):
        list(share_work(os._exit, range(4), 2))


def test_a_panic_that_is_not_an_exception_is_reported_too() -> None:
    with pytest.raises(WorkerError, match="a worker process gave up: 7"):
        list(share_work(sys.exit, [7] * 4, 2))


def test_a_worker_that_died_is_given_nothing_more() -> None:
    def loads() -> Iterator[float]:
        yield from [0] * FEW_LOADS
        yield 0
        active_children()[0].kill()
        yield from [0] * 100

    with pytest.raises(WorkerError, match="a worker process was lost"):
        list(share_work(time.sleep, loads(), 2))


def test_ctrl_c_while_a_worker_starts_is_heard_afterwards() -> None:
    with pytest.raises(KeyboardInterrupt), workers._deferring_ctrl_c():
        signal.raise_signal(signal.SIGINT)


def test_workers_can_be_sent_home_early() -> None:
    results = share_work(time.sleep, [0, *[1_000_000] * 3], 2)
    next(results)
    assert active_children()
    results.close()
    assert not active_children()


def test_a_worker_may_be_ended_while_it_writes() -> None:
    """What is written half keeps nobody waiting."""
    results = share_work(bytes, [1, 1, *[200_000_000] * 4], 2)
    next(results)
    time.sleep(1)  # in the midst of it
    results.close()
    assert not active_children()


def test_loads_are_not_read_far_ahead() -> None:
    drawn = []
    results = share_work(sqrt, (drawn.append(square) or square for square in SQUARES), 2)  # type: ignore[func-returns-value] # notes what is drawn
    next(results)
    assert len(drawn) <= 2 * LOADS_OF_A_WORKER + 1
    results.close()


def test_there_is_a_core() -> None:
    assert 1 <= core_count() <= (os.cpu_count() or 1)


@pytest.mark.parametrize(("there_are", "work"), [(1, 1), (2, 2), (64, FEEDING)])
def test_no_more_processes_than_one_that_stores_can_follow(
    there_are: int, work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("histparse.system.processes.core_count", lambda: there_are)
    assert default_jobs() == work


def test_a_worker_loaded_from_other_files_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "program_digest", lambda: "that of before")
    with pytest.raises(WorkerError, match="histparse was changed while it was running; run it again"):
        list(share_work(str, range(9), 2))
