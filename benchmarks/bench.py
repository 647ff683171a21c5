"""`make bench`: every stage on the same file in one run, each in a process of its own, compared with a floor."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchmarks import growth, hostile
from benchmarks.material import make
from benchmarks.measure import Measure

STAGES = (
    "floor",
    "floor_by_2",
    "parse",
    "judge",
    "import_",
    "import_by_2",
    "clashing",
    "clashing_by_2",
    "again",
    "append",
    "pokerkit",
)
"""In the order of the data flow; the floor first."""
GROWING = "import_by_2"
"""The stage whose growth is measured."""
RESULT = Path("build", "bench", "result.json")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument(
        "--database", type=int, default=1_000_000, help="hands in the database of the statistics; 0: none"
    )
    parser.add_argument("--growth", type=int, default=1_000_000, help="hands of the largest import; 0: only the file's")
    parser.add_argument("--rounds", type=int, default=None, help="the best of so many; 3, or 1 for large files")
    options = parser.parse_args()
    file = make(options.hands)
    rounds = options.rounds or (3 if options.hands <= 50_000 else 1)
    measures = [measure_best(stage, file, rounds) for stage in STAGES]
    RESULT.write_bytes(msgspec.json.format(msgspec.json.encode(measures)))
    print(table(measures, options.hands, file.stat().st_size))
    if sizes := [size for size in growth.SIZES if options.hands < size <= options.growth]:
        grown = measure_growth(file, options.hands, sizes)
        print(f"\n{growth.table([(options.hands, _growing_stage(measures)), *grown])}", flush=True)
    if options.database:
        print(flush=True)
        subprocess.run([sys.executable, "-m", "benchmarks.statistics", file, str(options.database)], check=True)
    print(f"\n{hostile.table(hostile_seconds())}\n", flush=True)
    subprocess.run([sys.executable, "-m", "benchmarks.waiting"], check=True)


def measure_best(stage: str, file: Path, rounds: int) -> Measure:
    """The fastest of several runs: disturbances only make a run slower."""
    return min((measure_in_process(stage, file) for _ in range(rounds)), key=lambda measure: measure.seconds)


def measure_in_process(stage: str, file: Path) -> Measure:
    """One run in a fresh process, so that its memory is its own."""
    command = [sys.executable, "-m", "benchmarks.measure", stage, str(file)]
    process = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(process.stdout, type=Measure)


def measure_growth(file: Path, hands: int, sizes: list[int]) -> Iterator[tuple[int, Measure]]:
    """Imports of so many hands each."""
    for size in sizes:
        grown_file = growth.grow(file, size // hands)
        yield size // hands * hands, measure_in_process(GROWING, grown_file)
        grown_file.unlink()


def _growing_stage(measures: list[Measure]) -> Measure:
    return measures[STAGES.index(GROWING)]


def hostile_seconds() -> dict[str, list[float]]:
    """How long reading and judging takes for hostile files of growing size, by kind."""
    return {
        kind: [measure_in_process("judge", hostile.make(kind, size)).seconds for size in hostile.SIZES]
        for kind in hostile.KINDS
    }


def table(measures: list[Measure], hands: int, size: int) -> str:
    """The figures side by side; the ratios are the pace beside the floor's, by the clock and by the processors."""
    floor = measures[0]
    rows = [f"{hands:,} hands, {size / 1e6:,.1f} MB, one file\n"]
    rows += [f"{'':12}{'hands/s':>10}{'of floor':>10}{'CPU s':>9}{'of floor':>10}{'seconds':>10}{'peak MB':>9}"]
    rows += [_row(measure, floor, measure.hands or hands, hands) for measure in measures]
    return "\n".join([*rows, f"\nThe figures are in {RESULT} too."])


def _row(measure: Measure, floor: Measure, hands: int, in_floor: int) -> str:
    share = hands / in_floor
    by_clock, by_work = share * floor.seconds / measure.seconds, share * floor.work / max(measure.work, 0.001)
    figures = f"{hands / measure.seconds:>10,.0f}{by_clock:>10.2f}{measure.work:>9.2f}{by_work:>10.2f}"
    return f"{measure.stage:12}{figures}{measure.seconds:>10.2f}{measure.peak / 1e6:>9,.0f}  {measure.note}".rstrip()


if __name__ == "__main__":
    main()
