"""One stage on one file: `python -m benchmarks.measure STAGE FILE` prints what it took as JSON."""

from __future__ import annotations

import os
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
    work: float
    """Seconds of all processors together."""
    peak: int
    """Bytes of memory of the largest process at its highest."""
    hands: int | None = None
    """If it was not the whole file, so many hands of it."""
    note: str = ""


def measure(stage: str, file: Path) -> Measure:
    """Run the stage once. Loading its modules, and what it prepares, does not count."""
    module = import_module(f"benchmarks.stages.{stage}")
    material = module.prepare(file) if hasattr(module, "prepare") else file
    start, work_before = perf_counter(), _work()
    note = module.run(material)
    seconds, work = perf_counter() - start, _work() - work_before
    unit = 1 if sys.platform == "darwin" else 1024
    peak = max(getrusage(process).ru_maxrss for process in (RUSAGE_SELF, RUSAGE_CHILDREN))
    name = stage.rstrip("_").replace("_", " ")
    return Measure(name, seconds, work, peak * unit, getattr(module, "HANDS", None), note or "")


def _work() -> float:
    """Seconds of the processors so far, those of ended workers added."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


if __name__ == "__main__":
    print(msgspec.json.encode(measure(sys.argv[1], Path(sys.argv[2]))).decode())
