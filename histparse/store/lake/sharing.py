"""Step 6d, lake: who does the work of an import - this process, others beside it, or those of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from histparse.columnar.ready import compiling_beside
from histparse.store.lake.work import Done, Work, done
from histparse.system.workers import WorkerError, shared

Workers = Callable[[Iterable[Work]], Generator[Done, None, None]]
"""Those who do works; the outcomes come in any order."""


@contextmanager
def workers(jobs: int, scheduler: str | None = None, to_come: Callable[[], int] = lambda: 0) -> Iterator[Workers]:
    """So many processes, or all workers of the Dask scheduler at that address. Raises WorkerError.

    `to_come`: as in `compiling_beside`.
    """
    if scheduler is None:
        yield lambda works: shared(done, compiling_beside(works, to_come), jobs)
        return
    try:
        from histparse.store.lake import cluster  # noqa: PLC0415 - an optional dependency, which takes a second to load
    except ImportError as error:
        raise WorkerError("--scheduler needs Dask: pip install 'histparse[cluster]'") from error
    with cluster.connected(scheduler) as client:
        yield partial(cluster.outcomes, client)
