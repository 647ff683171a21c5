"""Step 6d, upkeep: a file made beside another one under a fixed name, so that one left by a kill is found again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from histparse.store.write.error_messages import FULL, REASONS
from histparse.store.write.opening import StoreError


@contextmanager
def made_beside(path: str, ending: str) -> Iterator[Path]:
    """The name of a file to be made in the block, beside that one; whatever is there afterwards is removed.

    An error of the system becomes a StoreError.
    """
    part = Path(f"{os.path.realpath(path)}.{ending}")
    try:
        _remove(part)
        yield part
    except OSError as error:
        words = error.strerror or str(error)
        reason = REASONS.get(words, f"cannot be written ({words})")
        raise StoreError(f"{path}: {reason}") from error
    finally:
        _remove(part)


def require_room(path: str, size: int) -> None:
    """Refuse to begin what the disk has no room for. Raises StoreError."""
    if shutil.disk_usage(Path(path).resolve().parent).free < size:
        raise StoreError(f"{path}: {FULL}")


def _remove(part: Path) -> None:
    for file in (part, Path(f"{part}.wal")):
        file.unlink(missing_ok=True)
