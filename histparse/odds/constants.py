"""Odds: arrays that are the same for everybody, which come with the package: counting them takes ten seconds.

`python -m docs.constants` writes them. They are unpacked into the cache folder, which may be deleted at any time, and
mapped from there, so that processes share their memory.
"""

from __future__ import annotations

import io
import lzma
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from shutil import copyfileobj
from typing import Any

import numpy as np
from numpy.typing import NDArray

from histparse.system.files import cache_folder, kept_file

Array = NDArray[Any]  # Any: of whatever type
FOLDER = Path(__file__).parent / "constants"


def packed(array: Array) -> bytes:
    """The file of an array."""
    file = io.BytesIO()
    np.save(file, array)
    return lzma.compress(file.getvalue())


@cache
def constant(name: str) -> Array:
    """The array of that name, which nobody can change."""
    data = (FOLDER / f"{name}.npy.xz").read_bytes()
    file = cache_folder() / "constants" / f"{name}-{blake2b(data, digest_size=8).hexdigest()}.npy"
    with suppress(OSError, ValueError, EOFError):
        return _mapped(file)
    with suppress(OSError, ValueError):  # then it is unpacked again the next time
        with (
            kept_file(file, f"{name}-*.npy", 1) as part,
            lzma.open(io.BytesIO(data)) as content,
            part.open("wb") as unpacked,
        ):
            copyfileobj(content, unpacked)
        return _mapped(file)
    array: Array = np.load(io.BytesIO(lzma.decompress(data)))
    array.flags.writeable = False
    return array


def _mapped(file: Path) -> Array:
    return np.asarray(np.load(file, mmap_mode="r"))
