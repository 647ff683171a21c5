"""An import by as many processes as are worth it takes less than a gigabyte, all of them together."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.material import deal
from histparse.system.processes import FEEDING

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the system does not tell what is shared"),
]
HANDS = 20_000
"""Enough for each process to have its second batch."""
MOST = 1_000_000_000


@pytest.mark.soak
def test_all_processes_together_take_less_than_a_gigabyte(tmp_path: Path) -> None:
    deal(HANDS, tmp_path / "hands.txt")
    command = [sys.executable, "-m", "histparse", "import", str(tmp_path / "hands.txt"), "--jobs", str(FEEDING)]
    with subprocess.Popen([*command, "--db", str(tmp_path / "x.duckdb"), "--quiet"]) as importing:
        most_memory, most_processes = 0, 0
        while importing.poll() is None:
            processes = family(importing.pid)
            most_memory, most_processes = (
                max(most_memory, sum(map(memory, processes))),
                max(most_processes, len(processes)),
            )
            time.sleep(0.2)
    assert importing.returncode == 0
    assert most_processes > FEEDING
    assert most_memory < MOST


def family(process: int) -> list[int]:
    """A process and all that it has started."""
    children = Path(f"/proc/{process}/task/{process}/children")
    with suppress(OSError):
        return [process, *(descendant for child in children.read_text().split() for descendant in family(int(child)))]
    return []


def memory(process: int) -> int:
    """Bytes of its memory; of what several processes share, its part."""
    with suppress(OSError):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))
    return 0
