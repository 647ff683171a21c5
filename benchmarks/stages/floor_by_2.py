"""The floor of two processes at once, each with half of the file: two cores of a machine may be one and a half."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from benchmarks.stages.floor import look

PROCESSES = 2


def prepare(file: Path) -> tuple[ProcessPoolExecutor, Path]:
    """Have both processes running."""
    pool = ProcessPoolExecutor(PROCESSES, get_context("spawn"))
    list(pool.map(look, [""] * PROCESSES))
    return pool, file


def run(pool_and_file: tuple[ProcessPoolExecutor, Path]) -> None:
    """Look at every line."""
    pool, file = pool_and_file
    with pool:
        list(pool.map(_part, [file] * PROCESSES, range(PROCESSES)))


def _part(file: Path, number: int) -> None:
    size = file.stat().st_size // PROCESSES
    with file.open("rb") as data:
        data.seek(number * size)
        look(data.read(size).decode(errors="replace"))
