"""An import by as many processes as are worth it takes less than a gigabyte, all of them together."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.material import deal
from histparse.store import Database
from histparse.system.cores import FEEDING

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the system does not tell what is shared"),
]
HANDS = 20_000
"""Enough for each process to have its second batch."""
MOST = 1_000_000_000
YEAR = 100_000


@pytest.mark.soak
def test_all_processes_together_take_less_than_a_gigabyte(tmp_path: Path) -> None:
    deal(HANDS, tmp_path / "hands.txt")
    command = [sys.executable, "-m", "histparse", "import", str(tmp_path / "hands.txt"), "--jobs", str(FEEDING)]
    with subprocess.Popen([*command, "--db", str(tmp_path / "x.duckdb"), "--quiet"]) as importing:
        largest, most = 0, 0
        while importing.poll() is None:
            together = family(importing.pid)
            largest, most = max(largest, sum(map(memory, together))), max(most, len(together))
            time.sleep(0.2)
    assert importing.returncode == 0
    assert most > FEEDING
    assert largest < MOST


def family(process: int) -> list[int]:
    """A process and all that it has started."""
    children = Path(f"/proc/{process}/task/{process}/children")
    with suppress(OSError):
        return [process, *(one for child in children.read_text().split() for one in family(int(child)))]
    return []


def memory(process: int) -> int:
    """Bytes of its memory; of what several processes share, its part."""
    with suppress(OSError):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))
    return 0


@pytest.mark.soak
def test_a_second_year_is_imported_into_the_first(tmp_path: Path) -> None:
    """As many hands as there are, among them some that contradict what is stored."""
    years = [tmp_path / "first.txt", tmp_path / "second.txt"]
    deal(YEAR, years[0])
    first = years[0].read_text(encoding="utf-8")
    others = [hand.replace("Table '", "Table 'Other ") for hand in first.split("\n\n\n\n", 6)[:6]]
    second = first.replace("PokerStars Hand #", "PokerStars Hand #9")
    years[1].write_text("\n\n\n\n".join([*others, second]), encoding="utf-8")
    for year in years:
        importing = [sys.executable, "-m", "histparse", "import", str(year), "--db", str(tmp_path / "x.duckdb")]
        done = subprocess.run([*importing, "--format", "json"], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert told["stored"] + told["set_aside"] == YEAR + len(others)
    with Database(str(tmp_path / "x.duckdb"), read_only=True) as database:
        counted = database.connection.execute(
            "SELECT (SELECT count(*) FROM hands), count(*) FROM findings WHERE code = 'SYN07'"
        ).fetchall()
    assert counted == [(2 * YEAR, len(others))], "of two texts the same counts, whichever came first"
