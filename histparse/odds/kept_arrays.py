"""Odds: arrays that take seconds to count are kept in the cache, which may be deleted at any time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from histparse.system.files import cache_folder

Arrays = dict[str, NDArray[Any]]  # Any: of whatever type


def kept_arrays(name: str, count: Callable[[], Arrays]) -> Arrays:
    """The arrays of that name from the cache, or counted and then kept there."""
    file = _file(name, Path(count.__code__.co_filename))
    with suppress(OSError, ValueError, KeyError, BadZipFile), np.load(file) as there:
        return {key: there[key] for key in there.files}
    arrays = count()
    with suppress(OSError):  # then they are counted again the next time
        _save(arrays, file)
    return arrays


def _file(name: str, module: Path) -> Path:
    """The file of this version of the code, and of the module that counts."""
    sources = b"".join(file.read_bytes() for file in (*sorted(Path(__file__).parent.glob("*.py")), module))
    return cache_folder() / f"{name}-{blake2b(sources + np.__version__.encode(), digest_size=8).hexdigest()}.npz"


def _save(arrays: Arrays, file: Path) -> None:
    """Write them whole or not at all, and throw away those of other versions."""
    keys: dict[str, Any] = dict(arrays)  # Any: other keywords are flags
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{token_hex(8)}.npz")
    try:
        np.savez(part, **keys)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    for other in file.parent.glob(f"{file.name.partition('-')[0]}-*.npz"):
        if other != file:
            other.unlink(missing_ok=True)
