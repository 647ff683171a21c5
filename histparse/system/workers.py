"""Work shared out to other processes: loads go out one by one, what they become comes back in the same order.

Each worker has two pipes of its own. The pool of `concurrent.futures` has one for all results: if a worker is ended
while it writes, as by Ctrl-C, who reads waits for the rest for ever. tests/system/test_workers.py needs each part.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import chain, islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from traceback import format_exc
from types import ModuleType
from typing import Any, Generic, NoReturn, TypeVar

from histparse.system.files import program_digest
from histparse.system.processes import COLLECTING

Load = TypeVar("Load")
Result = TypeVar("Result")

FEW_LOADS = 2
"""Loads that are not worth the start of a process."""
LOADS_OF_A_WORKER = 2
"""Loads a worker has at a time, so that the next one is there when it is done: more would only take memory."""

# Spawned: a forked process would share the open database and the locks of other threads.
_SYSTEM = get_context("spawn")


class WorkerError(RuntimeError):
    """A worker was lost or gave up; the message is the sentence for the user."""


def share_work(work: Callable[[Load], Result], loads: Iterable[Load], jobs: int) -> Generator[Result, None, None]:
    """Do `work` with each load, in order, in `jobs` processes; with 1 job, or few loads, in this one.

    `work` is a function of a module; loads and results can be pickled. What it raises in a worker is raised here.
    Closing the iterator ends the workers at once. Raises WorkerError when one of them is lost.
    """
    coming = iter(loads)
    first = list(islice(coming, FEW_LOADS + 1)) if jobs > 1 else []
    if len(first) > FEW_LOADS:
        yield from _work_in_processes(work, chain(first, coming), jobs)
    else:
        yield from _work_in_thread(work, chain(first, coming))


@contextmanager
def worker_pool(jobs: int, scheduler: str | None = None) -> Iterator[Callable[..., Generator[Any, None, None]]]:
    """Open a pool that does work as `share_work` does, in so many processes or in the workers of a Dask scheduler.

    `scheduler`: its address; what its workers make comes in any order. Raises WorkerError.
    """
    if scheduler is None:
        yield lambda work, loads: share_work(work, loads, jobs)
        return
    try:
        from histparse.system import cluster  # noqa: PLC0415 - an optional dependency, which takes a second to load
    except ImportError as error:
        raise WorkerError("--scheduler needs Dask: pip install 'histparse[cluster]'") from error
    with cluster.connect_to_scheduler(scheduler) as client:
        yield lambda work, loads: cluster.share_work(client, work, loads)


def _work_in_thread(work: Callable[[Load], Result], loads: Iterable[Load]) -> Iterator[Result]:
    """Made by a thread of this process, always one further than was taken: most of the work is not Python's."""
    with ThreadPoolExecutor(max_workers=1) as maker:
        made: Future[Result] | None = None
        for load in loads:
            previous, made = made, maker.submit(work, load)
            if previous is not None:
                yield previous.result()
        if made is not None:
            yield made.result()


def _work_in_processes(work: Callable[[Load], Result], loads: Iterable[Load], jobs: int) -> Iterator[Result]:
    workers: list[_Worker[Load, Result]] = []
    busy: deque[_Worker[Load, Result]] = deque()
    try:
        for number, load in enumerate(loads):
            if number < jobs:
                workers.append(_Worker(work))
            if len(busy) == jobs * LOADS_OF_A_WORKER:
                yield busy.popleft().receive_result()
            worker = workers[number % jobs]
            worker.send_load(load)
            busy.append(worker)
        while busy:
            yield busy.popleft().receive_result()
    finally:
        for worker in workers:
            worker.terminate_and_close()


class _Worker(Generic[Load, Result]):
    """A process that works loads off in their order. It leaves Ctrl-C to this one, and ends with it."""

    def __init__(self, work: Callable[[Load], Result]) -> None:
        # Pipes of its own: `ProcessPoolExecutor` waits for ever for a worker that was ended while it wrote.
        loads, self._loads = _SYSTEM.Pipe(duplex=False)
        self._results, results = _SYSTEM.Pipe(duplex=False)
        self._process = _SYSTEM.Process(target=_run_worker, args=(loads, results), daemon=True)
        with _deferring_ctrl_c(), _hiding_main_script():
            self._process.start()
        # With our copies closed, a pipe breaks when the worker dies.
        loads.close()
        results.close()
        self.send_load((work, program_digest()))

    def send_load(self, load: object) -> None:
        """Hand it the next load, and before the first the work."""
        with _reporting_lost_worker():
            self._loads.send(load)

    def receive_result(self) -> Result:
        """Wait for the result of the first load given and not taken."""
        with _reporting_lost_worker():
            result: Result
            result, error = self._results.recv()
        if error is not None:
            raise error
        return result

    def terminate_and_close(self) -> None:
        """Let it go, whatever it is at."""
        self._process.terminate()
        self._process.join()
        self._loads.close()
        self._results.close()


@contextmanager
def _reporting_lost_worker() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError) as error:
        raise WorkerError(
            "a worker process was lost: killed, or short of memory; with one job there is none to lose"
        ) from error


@contextmanager
def _deferring_ctrl_c() -> Iterator[None]:
    """Ctrl-C waits until the end of this block; a process started in it never hears it."""
    pressed: list[int] = []
    try:
        handler = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    except ValueError:  # outside the main thread it never comes, and nothing can be set
        yield
        return
    try:
        if hasattr(signal, "pthread_sigmask"):
            resource_tracker.ensure_running()  # Python starts it before the first process, and unblocks Ctrl-C then
        with blocking_ctrl_c():
            yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if pressed and callable(handler):
        handler(signal.SIGINT, None)


@contextmanager
def blocking_ctrl_c() -> Iterator[None]:
    """Ctrl-C is blocked in this block, and stays so in a process started in it; a handler would not go with it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def _hiding_main_script() -> Iterator[None]:
    """A process started meanwhile does not run the script again that runs now: all its work is in modules."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def _run_worker(loads: Connection, results: Connection) -> None:
    """The life of a worker. Ctrl-C it leaves to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*COLLECTING)
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # there is one process for each core
    work, program_there = loads.recv()  # which loads polars
    if program_digest() != program_there:
        work = _refuse_work
    waiting: SimpleQueue[object] = SimpleQueue()
    Thread(target=_queue_loads_then_exit, args=(loads, waiting), daemon=True).start()
    while True:
        results.send(_do_load(work, waiting.get()))


def _refuse_work(_: object) -> NoReturn:
    """The work of a process that was loaded from other files: it could judge otherwise."""
    raise WorkerError("histparse was changed while it was running; run it again")


def _queue_loads_then_exit(loads: Connection, waiting: SimpleQueue[object]) -> None:
    """Take in loads even while one is worked on, or both ends could wait for each other. The end of them is the end."""
    with suppress(EOFError, OSError):
        while True:
            waiting.put(loads.recv())
    os._exit(0)


def _do_load(work: Callable[[Load], Result], load: Load) -> tuple[Result | None, Exception | None]:
    try:
        return work(load), None
    except Exception as error:
        error.add_note(format_exc())  # pickled, it loses where it was raised
        return None, error
    except BaseException as error:  # a panic of Rust cannot be pickled
        return None, WorkerError(f"a worker process gave up: {error}")
