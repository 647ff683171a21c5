"""`histparse retry`: tries the hands set aside again, from their stored texts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

from histparse import Summary, WorkerError, retry
from histparse.cli.ctrl_c import too_late
from histparse.cli.inputs import Jobs
from histparse.cli.messages import progress
from histparse.cli.printing import Format, answer, refusing
from histparse.cli.settings import Db, in_words
from histparse.model.plain import count
from histparse.system.cores import default_jobs

PANEL = "Operate"


def run(
    db: Db,
    format: Format = "text",
    jobs: Jobs = default_jobs(),
) -> int:
    """Try the hands set aside again, as after an upgrade: their files are not needed.

    A hand that can be read now is stored; the others stay set aside, with the reason found now. If it is interrupted,
    nothing has changed. A hand is not tried if another text has its number.

    **Examples**

    - `histparse retry`
    - `histparse retry --format json`
    """
    with refusing(WorkerError), ExitStack() as shown:
        advancing = lambda texts: shown.enter_context(progress("Retrying", texts))  # noqa: E731 - it is passed on
        summary = retry(db, jobs=jobs, advancing=advancing, before_commit=too_late)
    answer(summary, _lines(summary, db), format)
    return 0


def _lines(summary: Summary, db: str) -> Iterator[str]:
    yield f"{count(summary.hands, 'hand')} retried in {db}: {summary.stored:,} stored, {summary.set_aside:,} set aside"
    if summary.set_aside:
        yield f"  histparse db findings --set-aside{in_words(db)}"
    if summary.findings.total:
        yield f"  {summary.findings}, new: histparse db findings{in_words(db)}"
