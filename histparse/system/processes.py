"""System: how many processes are worth it, how seldom they tidy up, and those that work ahead.

One for each file works ahead, at the lowest priority, and ends when somebody needs the file.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from time import sleep
from typing import IO

from histparse.system.files import cache_folder

try:
    import fcntl
except ImportError:  # a system without such locks cannot tell whether the process still runs: nothing is done ahead
    fcntl = None  # type: ignore[assignment] # a module, or None

COLLECTING = (50_000, 20, 100)
"""For `gc.set_threshold`, in processes that are ours: after so many new objects the youngest are looked through for
cycles, and after so many times the next generation. Hands come and go by the count of references; with Python's own 700
objects the search is a twentieth of an import. A program that only calls the library keeps its own settings."""
FEEDING = 5
"""Processes that keep the one that stores busy. Of each of 100,000 dealt hands it took 306 microseconds of a processor,
and those that read and judge 1,640, their start left out: it can follow 5.4 of them. All six together had 753 MB, and
would have 950 if all were at their highest at once."""


def core_count() -> int:
    """The processor cores that this process may use."""
    # Only some systems report which of them are ours.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def default_jobs() -> int:
    """Processes that read and judge for one that stores: as many as there are cores, unless it could not follow."""
    return min(core_count(), FEEDING)


# --- work done ahead --------------------------------------------------------------------------------------------------

RENEWAL = "histparse.report.renewal"
"""The module that counts what an import has made stale."""
SWITCH = "HISTPARSE_AHEAD"
"""The variable of the environment that, set to `no`, leaves everything to the moment it is asked for."""
_started: dict[str, object] = {}
"""Processes are kept, lest Python warn that they still run."""
_MOMENT = 0.02
"""Seconds between two looks whether it has ended."""
LOWEST = 19
"""As nice as a process can be."""


def start_background_work(module: str, path: str) -> None:
    """Run that module with that path in a process of its own, in place of one that still runs for it."""
    if fcntl is None or os.environ.get(SWITCH) == "no":
        return
    import subprocess  # noqa: PLC0415 - takes long to load, and most commands start nothing

    kill_background_work(path)
    nothing = subprocess.DEVNULL
    with suppress(OSError):  # then it is done when somebody asks
        _started[path] = subprocess.Popen(  # noqa: S603 - a program of ours, and the path is an argument
            [sys.executable, "-m", module, os.path.abspath(path)],  # noqa: PTH100 - pathlib loads later
            stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True, cwd=os.sep
        )  # fmt: skip


def kill_background_work(path: str) -> None:
    """End the process that works ahead on that file, and wait until it has let it go."""
    lock = _lock_path(path)
    if fcntl is None or not lock.exists():
        return
    with suppress(OSError), lock.open("r+") as file:
        while not _try_to_lock(file):
            file.seek(0)
            with suppress(ValueError, ProcessLookupError):  # it has not written its number yet, or has just ended
                os.kill(int(file.read()), signal.SIGKILL)  # it only reads, and what it writes is renamed when whole
            sleep(_MOMENT)


@contextmanager
def claiming_background_work(path: str) -> Iterator[bool]:
    """In the process: whether it may work; only one does for a file, and `kill_background_work` ends it."""
    lock = _lock_path(path)
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a+") as file:
        if not _try_to_lock(file):
            yield False
            return
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        os.nice(LOWEST)
        yield True


def _try_to_lock(file: IO[str]) -> bool:
    """Lock it for as long as it is open, unless another process has."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _lock_path(path: str) -> Path:
    name = blake2b(os.path.abspath(path).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()  # noqa: PTH100 - as above
    return cache_folder() / "ahead" / f"{name}.lock"
