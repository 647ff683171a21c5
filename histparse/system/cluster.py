"""System: work shared out to the workers of a Dask scheduler, on any number of machines, which run this program."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

import distributed
from distributed import CancelledError, Future, KilledWorker, get_worker
from distributed.comm.addressing import resolve_address

from histparse.system.files import program_digest
from histparse.system.workers import WorkerError

Load = TypeVar("Load")
Result = TypeVar("Result")
Cluster = Any
"""A client of Dask: much of it has no types."""
_client: Any = distributed.Client
_wait: Any = distributed.wait
LOADS_OF_A_WORKER = 2
"""Loads a worker has at a time, so that the next one is there when it is done."""
CONNECTING = 10.0
"""Seconds until a scheduler that does not answer is not there."""
PATIENCE = 60.0
"""Seconds to wait while there is no worker: one that was lost may be started again."""
LOOK = 1.0
"""Seconds after which it looks whether there is any."""
_REMEDY = "install the same on the scheduler and all its workers"
_LOAD_LOCK = Lock()
"""A worker may have several threads: they would only be in each other's way."""


@contextmanager
def connect_to_scheduler(scheduler: str) -> Iterator[Cluster]:
    """The workers of that scheduler, which run this program. Raises WorkerError."""
    with _silencing_dask():
        try:
            # A client stays open if its address is none; the garbage collector that closes it while the next one starts
            # waits for ever, for a lock that the start holds.
            resolve_address(scheduler)
            client: Cluster = _client(scheduler, timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError) as error:
            raise WorkerError(
                f"{scheduler}: no Dask scheduler answers there; `dask scheduler` starts one and says its address"
            ) from error
        with client, client.as_current():
            _refuse_unless_same_histparse(client, scheduler)
            yield client


def share_work(client: Cluster, work: Callable[[Load], Result], loads: Iterable[Load]) -> Generator[Result, None, None]:
    """Do `work`, a function of a module, with each load, in any order. What is lost with a worker is done again.

    Closing the iterator gives up what is not done. Raises WorkerError.
    """
    coming = iter(loads)
    submitted: set[Future[Any]] = set()
    try:
        while True:
            room = LOADS_OF_A_WORKER * max(_number_of_workers(client), 1) - len(submitted)
            submitted |= {
                client.submit(_do_load, work, load, program_digest(), pure=False)
                for load in islice(coming, max(room, 0))
            }
            if not submitted:
                return
            for future in _wait_for_finished(client, submitted):
                submitted.remove(future)
                yield _future_result(future)
    finally:
        client.cancel([*submitted])


def _do_load(work: Callable[[Load], Result], load: Load, expected_program: str) -> Result:
    """Do it, on a worker, one load after the other. `expected_program`: that which the load is from."""
    if program_digest() != expected_program:
        raise WorkerError(f"worker {get_worker().address} runs another histparse than the import; {_REMEDY}")
    with _LOAD_LOCK:
        return work(load)


def _refuse_unless_same_histparse(client: Cluster, scheduler: str) -> None:
    """Raise WorkerError if the scheduler, or a worker that is there now, has another program or none."""
    answers = {scheduler: _scheduler_program_digest(client)} | client.run(program_digest, on_error="return")
    for where, answer in answers.items():
        if answer != program_digest():
            complaint = "there is no histparse" if isinstance(answer, Exception) else "another histparse runs"
            raise WorkerError(f"{where}: {complaint} there; {_REMEDY}")


def _scheduler_program_digest(client: Cluster) -> object:
    try:
        return client.run_on_scheduler(program_digest)
    except Exception as error:  # whatever an import can raise there
        return error


def _number_of_workers(client: Cluster) -> int:
    with _reporting_lost_scheduler():
        return len(client.nthreads())


def _wait_for_finished(client: Cluster, submitted: set[Future[Any]]) -> set[Future[Any]]:
    """The loads that are done, one at least."""
    idle_since: float | None = None
    while True:
        try:
            with _reporting_lost_scheduler():
                return set(_wait(submitted, timeout=LOOK, return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            idle_since = None if _number_of_workers(client) else idle_since or monotonic()
            if idle_since and monotonic() > idle_since + PATIENCE:
                raise WorkerError("the scheduler has no workers; `dask worker ADDRESS` starts one") from None


def _future_result(future: Future[Any]) -> Any:  # Any: of whatever the work makes
    try:
        with _reporting_lost_scheduler():
            return future.result()
    except KilledWorker as error:
        raise WorkerError("several workers were lost at the same hands: killed, or short of memory") from error
    except ImportError as error:
        raise WorkerError(f"a worker has another histparse, or none; {_REMEDY}") from error


@contextmanager
def _reporting_lost_scheduler() -> Iterator[None]:
    try:
        yield
    except TimeoutError:
        raise
    except (CancelledError, OSError) as error:
        raise WorkerError("the scheduler was lost; nothing is stored") from error


@contextmanager
def _silencing_dask() -> Iterator[None]:
    """Silence Dask: what goes wrong is said in one sentence of our own."""
    loggers = [logging.getLogger(name) for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
