"""`make bench`: every stage on the same file in one run, each in a process of its own, compared with a floor."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import msgspec

from benchmarks import hostile
from benchmarks.material import make
from benchmarks.measure import Measure

STAGES = ("floor", "parse", "judge", "import_", "import_by_2")
"""In the order of the data flow; the floor first, then parsing."""
RESULT = Path("build", "bench", "result.json")


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--hands", type=int, default=20_000)
    asked.add_argument(
        "--database", type=int, default=1_000_000, help="hands in the database of the statistics; 0: none"
    )
    asked.add_argument("--rounds", type=int, default=None, help="the best of so many; 3, or 1 for large files")
    options = asked.parse_args()
    file = make(options.hands)
    rounds = options.rounds or (3 if options.hands <= 50_000 else 1)
    measures = [best(stage, file, rounds) for stage in STAGES]
    RESULT.write_bytes(msgspec.json.format(msgspec.json.encode(measures)))
    print(table(measures, options.hands, file.stat().st_size))
    if options.database:
        print(flush=True)
        subprocess.run([sys.executable, "-m", "benchmarks.statistics", file, str(options.database)], check=True)
    print(f"\n{hostile.table(hostile_seconds())}")


def best(stage: str, file: Path, rounds: int) -> Measure:
    """The fastest of several runs: disturbances only make a run slower."""
    return min((once(stage, file) for _ in range(rounds)), key=lambda measure: measure.seconds)


def once(stage: str, file: Path) -> Measure:
    """One run in a fresh process, so that its memory is its own."""
    command = [sys.executable, "-m", "benchmarks.measure", stage, str(file)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=Measure)


def hostile_seconds() -> dict[str, list[float]]:
    """How long reading and judging takes for hostile files of growing size, by kind."""
    return {kind: [once("judge", hostile.make(kind, size)).seconds for size in hostile.SIZES] for kind in hostile.KINDS}


def table(measures: list[Measure], hands: int, size: int) -> str:
    """The figures side by side; the ratios are time over the time of the floor, and of parsing alone."""
    floor, parse = (measure.seconds for measure in measures[:2])
    rows = [f"{hands:,} hands, {size / 1e6:,.1f} MB, one file\n"]
    rows += [f"{'':12}{'hands/s':>10}{'x floor':>10}{'x parse':>10}{'peak MB':>10}"]
    for measure in measures:
        speed, peak = hands / measure.seconds, measure.peak / 1e6
        ratios = f"{measure.seconds / floor:>10.1f}{measure.seconds / parse:>10.2f}"
        rows.append(f"{measure.stage:12}{speed:>10,.0f}{ratios}{peak:>10,.0f}")
    return "\n".join([*rows, f"\nThe figures are in {RESULT} too."])


if __name__ == "__main__":
    main()
