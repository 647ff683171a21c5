"""The Python interface: fills a lake, which a Store opens for reading."""

from __future__ import annotations

from histparse import flow
from histparse.api.arguments import Path, Paths, expanded, several
from histparse.parsing.dialects import known_site
from histparse.store import Summary
from histparse.store.lake.importer import LakeImport


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
    `Store.import_files`. Raises StoreError for what is no lake, and WorkerError when workers are lost or cannot be
    used.
    """
    only, files = known_site(site), flow.files(several(paths), onerror)
    importing = LakeImport(expanded(lake), only, jobs=jobs, scheduler=scheduler, again=again)
    importing.to_come = sum(map(flow.size, files))
    with importing:
        for outcome in importing.take(flow.each(files, importing.cut, onerror)):
            for error in importing.left_out(outcome):
                if onerror is None:
                    raise error
                onerror(error)
    return importing.summary
