"""The fast lane: where its machine code lies, and the compiler, which works in a process of its own.

Run as a program, this module compiles the lane and says so with an empty file beside the machine code.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from time import time

from histparse.system.cache import cache_folder

OLD = 30 * 24 * 60 * 60
"""Seconds after which the code of another version is thrown away."""
_RUNNING: list[subprocess.Popen[bytes]] = []
"""Compilers that nobody waits for."""


@cache
def code_folder() -> Path:
    """Where the machine code lies: of these sources, this Python and numba, and this machine."""
    sources = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
    names = (sys.implementation.cache_tag, version("numba"), version("numpy"), platform.machine(), platform.node())
    return cache_folder() / f"columnar-{blake2b(sources + repr(names).encode(), digest_size=8).hexdigest()}"


def is_compiled() -> bool:
    """Whether all of it is there."""
    return _mark().exists()


def _mark() -> Path:
    return code_folder() / "ready"


def start_compiler() -> None:
    """Have the lane compiled, once; nothing happens where no process can be started."""
    if any(compiler.poll() is None for compiler in _RUNNING):
        return
    command, nothing = [sys.executable, "-m", __name__], subprocess.DEVNULL
    with suppress(OSError):
        _RUNNING.append(subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing))  # noqa: S603 - it is this program


def stop_compiler() -> None:
    """Nobody needs the code any more."""
    for compiler in _RUNNING:
        compiler.terminate()


def main() -> None:
    """Compile the lane when nothing else wants the processor; throw away what is old."""
    import numba  # noqa: PLC0415 - loaded where it is used

    from histparse.columnar.lane import Lane  # noqa: PLC0415 - as above
    from histparse.model.house import House  # noqa: PLC0415 - as above

    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]  # numba makes its settings as it starts
        return
    with suppress(AttributeError, OSError):  # not every system has it
        os.nice(19)
    Lane("pokerstars", House("any")).compile()
    _mark().touch()
    for folder in cache_folder().glob("columnar-*"):
        if folder != code_folder() and time() - folder.stat().st_mtime > OLD:
            rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
