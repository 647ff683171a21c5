"""One stage on one file: `python -m benchmarks.measure STAGE FILE` prints what it took as JSON."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter

import msgspec
from msgspec import Struct


class Measure(Struct, frozen=True):
    """What one stage took."""

    stage: str
    seconds: float
    peak: int
    """Bytes of memory at the highest, those of workers added."""


def measure(stage: str, file: Path) -> Measure:
    """Run the stage once. Loading its modules does not count."""
    run = import_module(f"benchmarks.stages.{stage}").run
    begin = perf_counter()
    run(file)
    seconds = perf_counter() - begin
    unit = 1 if sys.platform == "darwin" else 1024
    peak = getrusage(RUSAGE_SELF).ru_maxrss + getrusage(RUSAGE_CHILDREN).ru_maxrss
    return Measure(stage.rstrip("_").replace("_", " "), seconds, peak * unit)


if __name__ == "__main__":
    print(msgspec.json.encode(measure(sys.argv[1], Path(sys.argv[2]))).decode())
