"""Step 6d, lake: the small parts of many imports are merged, by a process beside that nobody waits for."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress

from histparse.model.errors import HistparseError
from histparse.store.lake.compact import compact

MANY = 32
"""Imports after which their parts are merged: a file of few hands costs a query as much as one of thousands."""
SMALL = 2_000
"""Hands of a file that is left as it is, at least."""

_running: list[subprocess.Popen[bytes]] = []


def merge_beside(address: str, manifests: int) -> None:
    """Begin to merge if so many manifests are worth it. If it is killed, as many more begin another."""
    if manifests % MANY:
        return
    _running[:] = [one for one in _running if one.poll() is None]
    words = [sys.executable, "-P", "-m", __name__, address]  # not what the user's folder happens to hold
    here = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    nothing = subprocess.DEVNULL  # whoever reads what we print would wait for it
    with suppress(OSError):
        beside = subprocess.Popen(  # noqa: S603 - our own program
            words, env=here, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
        _running.append(beside)


def main() -> None:
    """Merge, at the lowest priority; what cannot be done now is done another time."""
    if hasattr(os, "nice"):
        os.nice(19)
    with suppress(HistparseError):
        compact(sys.argv[1], SMALL)


if __name__ == "__main__":
    main()
