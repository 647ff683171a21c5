"""The fast lane: where its machine code lies, whoever has installed it wherever, and whether all of it is there."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from time import time

from histparse import declared
from histparse.system.cache import cache_folder
from histparse.system.resources import PACKAGE

OLD = 30 * 24 * 60 * 60
"""Seconds after which the code of another version is thrown away."""
MADE_OF = ("columnar/**/*.py", "model/**/*.py", "replay/**/*.py", "declared.py")
"""Modules of which something is compiled, be it a number; and what is recorded is declared elsewhere."""


def code_folder() -> Path:
    """Where the machine code lies: of these sources, this Python and numba, and such a processor."""
    return cache_folder() / f"{_made_of()}-{_processor()}"


def is_installed() -> bool:
    """Whether there is a compiler: the lane is an extra."""
    return find_spec("numba") is not None


def is_compiled() -> bool:
    """Whether a compiler has finished it. Before there is any, nobody asks which processor this is, for 50 MB."""
    return is_installed() and any(cache_folder().glob(f"{_made_of()}-*")) and _mark().exists()


def mark() -> None:
    """Say that all of it is there."""
    _mark().touch()


def unmark() -> None:
    """Say that it is not: it could not be loaded. Where nothing can be written, each process finds out for itself."""
    with suppress(OSError):
        _mark().unlink()


def throw_away_old() -> None:
    """Remove what was left unfinished or cannot be loaded, and what other versions have not needed for long."""
    rmtree(code_folder(), ignore_errors=True)
    for folder in cache_folder().glob("columnar-*"):
        if time() - folder.stat().st_mtime > OLD:
            rmtree(folder, ignore_errors=True)


def _mark() -> Path:
    return code_folder() / "ready"


@cache
def _made_of() -> str:
    files = [*sorted(file for names in MADE_OF for file in PACKAGE.glob(names)), *declared.files()]
    names = (sys.implementation.cache_tag, version("numba"), version("llvmlite"), version("numpy"), platform.machine())
    return f"columnar-{_digest(*(file.read_bytes() for file in files), repr(names).encode())}"


@cache
def _processor() -> str:
    """A machine with another one that shares the folder needs code of its own."""
    from llvmlite import binding  # noqa: PLC0415 - only a large import needs it

    chosen = [os.environ.get(name) for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")]
    return _digest(repr((binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten(), chosen)).encode())


def _digest(*parts: bytes) -> str:
    return blake2b(b"\0".join(parts), digest_size=8).hexdigest()
