"""The Python interface: fills a lake, which a Store opens for reading."""

from __future__ import annotations

from collections.abc import Callable

from histparse import flow
from histparse.api.arguments import Path, Paths, expanded
from histparse.api.files import Files, files_of
from histparse.parsing.dialects import known_site
from histparse.store import Summary
from histparse.store.lake.importer import LakeImport
from histparse.store.lake.work import Done

__all__ = ["Done", "LakeImport", "fill_lake", "import_into_lake"]


def import_into_lake(
    paths: Paths,
    lake: Path,
    *,
    site: str | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
    onerror: flow.OnError | None = None,
    again: bool = False,
) -> Summary:
    """Read, judge and store the new hands of files and folders in a lake: all of them or, if interrupted, none.

    `lake` is a folder, which is made if need be, or an address of fsspec. `jobs` processes read and judge, or the
    workers of the Dask `scheduler` at that address; the outcome does not depend on them. The rest is as in
    `Store.import_files`. Raises StoreError for anything but a lake, and WorkerError when workers are lost or cannot be
    used.
    """
    only, files = known_site(site), files_of(paths, onerror)
    return fill_lake(LakeImport(expanded(lake), only, jobs=jobs, scheduler=scheduler, again=again), files)


def fill_lake(importer: LakeImport, files: Files, told: Callable[[Done], object] = lambda _: None) -> Summary:
    """Let that import read, judge and store these files; `told` is called with what each task became.

    Raises StoreError, WorkerError.
    """
    with importer:
        for outcome in importer.take(files.each(importer.cut, "Importing")):
            told(outcome)
            for error in importer.left_out(outcome):
                files.leave_out(error)
    return importer.summary
