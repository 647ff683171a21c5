"""Step 7, statistics: queries that run beside the main thread, so that Ctrl-C stops them at once, whatever they do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Any, TypeVar

from histparse.store import Database

SOON = 0.05
"""Seconds between looks at a thread, and between attempts to interrupt it."""
Result = TypeVar("Result")


def stoppable(database: Database, work: Callable[[], Result], timeout: float = 0) -> Result:
    """The result of that work with the database. An exception that comes meanwhile, such as Ctrl-C, stops it.

    Raises TimeoutError after so many seconds, unless 0.
    """
    end = monotonic() + timeout if timeout else inf
    with ThreadPoolExecutor(1) as thread:
        future = thread.submit(work)
        try:
            # polars has the system wait on after Ctrl-C, and Python hears of it between two waits
            while not wait([future], SOON).done:
                if monotonic() > end:
                    raise TimeoutError
            return future.result()
        except BaseException:
            stop([future], [database])
            raise


def stop(futures: Collection[Future[Any]], databases: Iterable[Database]) -> None:
    """Stop running queries, so that an error or Ctrl-C need not wait for them. Another Ctrl-C changes nothing."""
    opened = list(databases)
    is_running = True
    while is_running:
        with suppress(KeyboardInterrupt):
            for future in futures:
                future.cancel()
            for database in opened:
                database.connection.interrupt()
            is_running = bool(wait(futures, SOON).not_done)
