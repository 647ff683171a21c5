"""The fast lane: whether its machine code is there - nobody waits for the compiler, it works beside an import.

Run as a program, this module compiles the lane and says so with an empty file beside the machine code.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from time import time
from typing import TypeVar

from histparse.system.cache import cache_folder

Load = TypeVar("Load")

OFF = "HISTPARSE_ONE_LANE"
"""The variable of the environment that leaves all hands to the reference lane."""
MANY = 3
"""Batches of an import that is worth the compiler's work."""
_RUNNING: list[subprocess.Popen[bytes]] = []
"""Compilers that nobody waits for."""
OLD = 30 * 24 * 60 * 60
"""Seconds after which the code of another version is thrown away."""


@cache
def code_folder() -> Path:
    """Where the machine code lies: of these sources, this Python and numba, and this machine."""
    sources = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
    names = (sys.implementation.cache_tag, version("numba"), version("numpy"), platform.machine(), platform.node())
    return cache_folder() / f"columnar-{blake2b(sources + repr(names).encode(), digest_size=8).hexdigest()}"


def is_ready() -> bool:
    """Whether the lane can be used without waiting."""
    return OFF not in os.environ and _mark().exists()


def _mark() -> Path:
    return code_folder() / "ready"


def compiling_beside(loads: Iterable[Load]) -> Iterator[Load]:
    """Pass the loads of an import on; if there are many, and need be, have the lane compiled beside it.

    The compiler takes a minute at the lowest priority. It ends with an import that fails; else it finishes.
    """
    try:
        for number, load in enumerate(loads, 1):
            if number == MANY and OFF not in os.environ and not is_ready():
                _compile()
            yield load
    except BaseException:
        for compiler in _RUNNING:
            compiler.terminate()
        raise


def _compile() -> None:
    command, nothing = [sys.executable, "-m", __name__], subprocess.DEVNULL
    with suppress(OSError):  # where no process can be started the reference lane does everything
        _RUNNING.append(subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing))  # noqa: S603 - it is this program


def main() -> None:
    """Compile the lane when nothing else wants the processor; throw away what is old."""
    from histparse.columnar.lane import Lane  # noqa: PLC0415 - numba is loaded where it is used
    from histparse.model.house import House  # noqa: PLC0415 - as above

    with suppress(AttributeError, OSError):  # not every system has it
        os.nice(19)
    Lane("pokerstars", House("any")).compile()
    _mark().touch()
    for folder in cache_folder().glob("columnar-*"):
        if folder != code_folder() and time() - folder.stat().st_mtime > OLD:
            rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
