"""A disk with little room, where the system lets us have one."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A new disk of that size, mounted at that folder. Skips the test where that is not allowed."""
    folder.mkdir()
    options = ["-o", f"size={kilobytes}k", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(["mount", "-t", "tmpfs", *options], check=False, capture_output=True, text=True)  # noqa: S607 - wherever it is
    except OSError as error:
        pytest.skip(f"no small disk: {error}")
    if mounted.returncode:
        pytest.skip(f"no small disk: {mounted.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)  # noqa: S607 - as above
