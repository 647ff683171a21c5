"""`make bench`: every statistic of the pool and of one player, beside one full scan of the table of decisions."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import msgspec
from msgspec import Struct

from benchmarks import reports
from benchmarks.crowd import HERO, make
from histparse.stats import catalogue, run_statistic
from histparse.store import Database

ROUNDS = 3


class Taken(Struct, frozen=True):
    """What one question took, the best of several times. `work`: seconds of all processors together."""

    name: str
    seconds: float
    work: float


def measure(path: Path) -> list[Taken]:
    """The full scan first, then each statistic of the pool; `NAME HERO` is that of one player."""
    with Database(path, read_only=True) as database:
        columns = [name for (name, *_) in database.connection.execute("DESCRIBE decisions").fetchall()]
        scan = f"SELECT {', '.join(f'max({name})' for name in columns)} FROM decisions"  # noqa: S608 - our own columns
        taken = [_best("full scan", lambda: database.connection.execute(scan).fetchall())]
        for name, statistic in catalogue().items():
            if statistic.chart != "line":
                taken.append(_best(name, lambda name=name: run_statistic(database, name)))  # type: ignore[misc] # mypy cannot infer a lambda with a default
            taken.append(_best(f"{name} {HERO}", lambda name=name: run_statistic(database, name, HERO)))  # type: ignore[misc] # as above
    return taken


def _best(name: str, question: Callable[[], object]) -> Taken:
    return min((_once(name, question) for _ in range(ROUNDS)), key=lambda taken: taken.seconds)


def _once(name: str, question: Callable[[], object]) -> Taken:
    begin, before = perf_counter(), os.times()
    question()
    after = os.times()
    return Taken(name, perf_counter() - begin, after.user + after.system - before.user - before.system)


def table(taken: list[Taken], hands: int) -> str:
    """The figures; the ratio is time over that of the full scan."""
    scan, *rest = taken
    pool = [one for one in rest if not one.name.endswith(f" {HERO}")]
    rows = [f"{hands:,} hands in the database, best of {ROUNDS}\n"]
    rows += [f"{'':36}{'seconds':>9}{'x scan':>9}{'work s':>9}"]
    rows += [_row(one.name, one.seconds, one.work, scan.seconds) for one in taken]
    rows += [_row("all of the pool", sum(one.seconds for one in pool), sum(one.work for one in pool), scan.seconds)]
    return "\n".join(rows)


def _row(name: str, seconds: float, work: float, scan: float) -> str:
    return f"{name:36}{seconds:>9.3f}{seconds / scan:>9.2f}{work:>9.3f}"


if __name__ == "__main__":
    source, wanted = Path(sys.argv[1]), int(sys.argv[2])
    database = make(source, wanted)
    figures = measure(database)
    source.with_name("statistics.json").write_bytes(msgspec.json.format(msgspec.json.encode(figures)))
    print(f"{table(figures, wanted)}\n\n{reports.table(reports.measure(database))}")
