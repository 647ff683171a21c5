"""The fast lane: whether its machine code is there - nobody waits for the compiler, it works beside an import.

Run as a program, this module compiles the lane and says so with an empty file beside the machine code.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

from histparse.system.cache import cache_folder

OFF = "HISTPARSE_ONE_LANE"
"""The variable of the environment that leaves all hands to the reference lane."""


@cache
def code_folder() -> Path:
    """Where the machine code of this version lies: another version of the sources, of Python or numba has its own."""
    sources = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
    names = f"{sys.implementation.cache_tag} {version('numba')} {version('numpy')}".encode()
    return cache_folder() / f"columnar-{blake2b(sources + names, digest_size=8).hexdigest()}"


def is_ready() -> bool:
    """Whether the lane can be used without waiting."""
    return OFF not in os.environ and _mark().exists()


def _mark() -> Path:
    return code_folder() / "ready"


@contextmanager
def compiling_beside() -> Iterator[None]:
    """Compile the lane in a process of its own, if need be, for as long as the block goes on."""
    if is_ready() or OFF in os.environ:
        yield
        return
    command = [sys.executable, "-m", __name__]
    compiler = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        compiler.terminate()
        compiler.wait()


def main() -> None:
    """Compile the lane, when nothing else wants the processor."""
    from histparse.columnar.lane import Lane  # noqa: PLC0415 - numba is loaded where it is used
    from histparse.model.house import House  # noqa: PLC0415 - as above

    with suppress(AttributeError, OSError):  # not every system has it
        os.nice(10)
    Lane("pokerstars", House("any")).compile()
    _mark().touch()


if __name__ == "__main__":
    main()
