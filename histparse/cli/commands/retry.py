"""`histparse retry`: tries the hands set aside again, from their stored texts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Annotated

import typer

from histparse.cli.answer_format import Answer, Format, answer
from histparse.cli.ctrl_c import too_late
from histparse.cli.database_option import Db, find_database
from histparse.cli.progress import progress
from histparse.cli.usage_error import refusing
from histparse.judging.hand_result import HandResult
from histparse.model.plain import count
from histparse.store import Database, StoreError, Summary
from histparse.store.lake.founding import is_lake
from histparse.store.upkeep.retry import Retry
from histparse.store.upkeep.retry_lake import retry_lake
from histparse.system.cores import cores
from histparse.system.workers import WorkerError


def run(
    db: Db,
    format: Format = Answer.TEXT,  # noqa: A002 - the option's name
    jobs: Annotated[
        int, typer.Option(min=1, help="Processes that read and judge; 1 = no extra process.", show_default="all cores")
    ] = cores(),
) -> int:
    """Try the hands set aside again, as after an upgrade: their files are not needed.

    A hand that can be read now is stored; the others stay set aside, with the reason found now. When it is interrupted,
    nothing has changed. A hand whose number is taken by another text is not tried.

    **Examples**

    - `histparse retry --db poker.duckdb`
    - `histparse retry --db poker.duckdb --format json`
    - `histparse retry --db poker` (a lake)
    """
    with refusing(StoreError, WorkerError):
        summary = _of_lake(db, jobs) if is_lake(db) else _of_database(db, jobs)
    answer(summary, _lines(summary, db), format)
    return 0


def _of_lake(lake: str, jobs: int) -> Summary:
    with ExitStack() as shown:
        return retry_lake(lake, jobs, lambda texts: shown.enter_context(progress("Retrying", texts)), too_late)


def _of_database(db: str, jobs: int) -> Summary:
    find_database(db)
    with Database(db) as database, Retry(database) as again:
        again.before_commit = too_late
        again.add_texts(_counted(again), jobs)
    return again.summary


def _counted(again: Retry) -> Iterator[HandResult]:
    with progress("Retrying", len(again)) as advance:
        for result in again.texts():
            yield result
            advance(1)


def _lines(summary: Summary, db: str) -> Iterator[str]:
    yield f"{count(summary.hands, 'hand')} retried in {db}: {summary.stored:,} stored, {summary.set_aside:,} set aside"
    if summary.set_aside:
        yield f"  histparse db findings --set-aside --db {db}"
    if summary.findings.total:
        yield f"  {summary.findings}, new: histparse db findings --db {db}"
