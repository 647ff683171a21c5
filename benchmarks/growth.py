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
    number_step = 1 + max(map(int, _NUMBER.findall(text)))
    with grown.open("w", encoding="utf-8") as target:
        for copy in range(times):
            target.write(_NUMBER.sub(lambda number, copy=copy: str(int(number[0]) + copy * number_step), text))  # type: ignore[misc] # mypy cannot infer a lambda with a default
    return grown


def table(measures: list[tuple[int, Measure]]) -> str:
    """The figures of each size; the ratio is time over that of the size before."""
    rows = [
        "Import by 2 processes of more hands\n",
        f"{'hands':>12}{'seconds':>10}{'times':>8}{'hands/s':>10}{'peak MB':>9}",
    ]
    previous_seconds = None
    for hands, measure in measures:
        times = f"{measure.seconds / previous_seconds:.1f}" if previous_seconds else ""
        pace = hands / measure.seconds
        rows.append(f"{hands:>12,}{measure.seconds:>10.1f}{times:>8}{pace:>10,.0f}{measure.peak / 1e6:>9,.0f}")
        previous_seconds = measure.seconds
    return "\n".join(rows)
