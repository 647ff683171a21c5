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


class Duration(Struct, frozen=True):
    """What one question took, the best of several times. `work`: seconds of all processors together."""

    name: str
    seconds: float
    work: float


def measure(path: Path) -> list[Duration]:
    """The full scan first, then each statistic of the pool; `NAME HERO` is that of one player."""
    with Database(path, read_only=True) as database:
        columns = [name for (name, *_) in database.connection.execute("DESCRIBE decisions").fetchall()]
        scan = f"SELECT {', '.join(f'max({name})' for name in columns)} FROM decisions"  # noqa: S608 - our own columns
        durations = [_best_duration("full scan", lambda: database.connection.execute(scan).fetchall())]
        for name, statistic in catalogue().items():
            if statistic.chart != "line":
                durations.append(_best_duration(name, lambda name=name: run_statistic(database, name)))  # type: ignore[misc] # mypy cannot infer a lambda with a default
            durations.append(_best_duration(f"{name} {HERO}", lambda name=name: run_statistic(database, name, HERO)))  # type: ignore[misc] # as above
    return durations


def _best_duration(name: str, question: Callable[[], object]) -> Duration:
    return min((_run_question(name, question) for _ in range(ROUNDS)), key=lambda duration: duration.seconds)


def _run_question(name: str, question: Callable[[], object]) -> Duration:
    start, times_before = perf_counter(), os.times()
    question()
    times_after = os.times()
    return Duration(
        name, perf_counter() - start, times_after.user + times_after.system - times_before.user - times_before.system
    )


def table(durations: list[Duration], hands: int) -> str:
    """The figures; the ratio is time over that of the full scan."""
    scan, *statistics = durations
    pool = [duration for duration in statistics if not duration.name.endswith(f" {HERO}")]
    rows = [f"{hands:,} hands in the database, best of {ROUNDS}\n"]
    rows += [f"{'':36}{'seconds':>9}{'x scan':>9}{'work s':>9}"]
    rows += [_row(duration.name, duration.seconds, duration.work, scan.seconds) for duration in durations]
    rows += [
        _row(
            "all of the pool",
            sum(duration.seconds for duration in pool),
            sum(duration.work for duration in pool),
            scan.seconds,
        )
    ]
    return "\n".join(rows)


def _row(name: str, seconds: float, work: float, scan: float) -> str:
    return f"{name:36}{seconds:>9.3f}{seconds / scan:>9.2f}{work:>9.3f}"


if __name__ == "__main__":
    source, hands = Path(sys.argv[1]), int(sys.argv[2])
    database = make(source, hands)
    figures = measure(database)
    source.with_name("statistics.json").write_bytes(msgspec.json.format(msgspec.json.encode(figures)))
    print(f"{table(figures, hands)}\n\n{reports.table(reports.measure(database))}")
