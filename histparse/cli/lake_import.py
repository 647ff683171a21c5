"""Imports the files a user names into a lake, with a progress bar."""

from __future__ import annotations

from contextlib import closing

from histparse.cli.ctrl_c import too_late
from histparse.cli.input_files import InputFiles, named
from histparse.cli.progress import progress
from histparse.cli.unread_archives import warn_unread
from histparse.cli.usage_error import UsageError
from histparse.columnar.ready import compiling_beside
from histparse.model.findings import Finding
from histparse.reader import FileError
from histparse.store import Summary
from histparse.store.lake.importer import LakeImport
from histparse.store.lake.pieces import tasks
from histparse.store.lake.work import Done, Work, done
from histparse.system.workers import shared


def into_lake(inputs: InputFiles, lake: LakeImport, site: str | None, jobs: int) -> Summary:
    """Import them all, using `jobs` processes. Raises StoreError, WorkerError."""
    broken: list[Finding] = []
    foreign = True
    try:
        with lake, progress("Importing", inputs.size) as advance:
            works = lake.works(tasks(site, inputs.each(lake.cut)))
            with closing(shared(_sized, compiling_beside(works), jobs)) as outcomes:
                for outcome, size in outcomes:
                    lake.add(outcome)
                    broken += outcome.broken
                    foreign &= outcome.foreign
                    for where, number, why in outcome.unread:
                        inputs.leave_out(FileError(number, why, where))
                    advance(size)
            if foreign and not lake.knows_any and inputs.found:
                raise UsageError(f"there is no hand history of a known site in {named(inputs.found)}")
            too_late()  # all that is left is to commit and print the summary
    finally:
        warn_unread(broken)
    return lake.summary


def _sized(work: Work) -> tuple[Done, int]:
    """What the work became, and the bytes it was about."""
    return done(work), sum((piece.end or 0) - piece.start for piece in work.task.pieces)
