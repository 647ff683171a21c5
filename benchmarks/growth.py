"""`make bench`: an import of more and more hands by two processes, which should take no longer for each of them."""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.measure import Measure

SIZES = (20_000, 200_000, 1_000_000)
_NUMBER = re.compile(r"(?<=Hand #)\d+")


def grow(file: Path, times: int) -> Path:
    """The file so many times over, each time with other numbers of hands."""
    grown = file.with_stem(f"{file.stem}x{times}")
    text = file.read_text(encoding="utf-8")
    apart = 1 + max(map(int, _NUMBER.findall(text)))
    with grown.open("w", encoding="utf-8") as out:
        for turn in range(times):
            out.write(_NUMBER.sub(lambda number, turn=turn: str(int(number[0]) + turn * apart), text))  # type: ignore[misc] # mypy cannot infer a lambda with a default
    return grown


def table(measures: list[tuple[int, Measure]]) -> str:
    """The figures of each size; the ratio is time over that of the size before."""
    rows = [
        "Import by 2 processes of more hands\n",
        f"{'hands':>12}{'seconds':>10}{'times':>8}{'hands/s':>10}{'peak MB':>9}",
    ]
    before = None
    for hands, taken in measures:
        times = f"{taken.seconds / before:.1f}" if before else ""
        pace = hands / taken.seconds
        rows.append(f"{hands:>12,}{taken.seconds:>10.1f}{times:>8}{pace:>10,.0f}{taken.peak / 1e6:>9,.0f}")
        before = taken.seconds
    return "\n".join(rows)
