"""The pages of a new server take little memory, for one reader and for many at once, and load what they show alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

STATUS = Path("/proc/self/status")
pytestmark = [
    pytest.mark.skipif(not STATUS.exists(), reason="the system does not tell the most memory of a process"),
]
LIMIT, LIMIT_FOR_ALL = 330, 370
"""Megabytes at most, for one reader and for many."""
READERS = 24
LATE = {"matplotlib", "scipy.optimize", "scipy.stats"}
"""What only some pages need; each takes a third of a second or more to load."""
SERVED = f"""
import json, re, sys
from pathlib import Path
from histparse.serve.app import Site
from tests.serve.client import Client

def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("{STATUS}").read_text())[1]) / 1024

with Site(sys.argv[1]) as site:
    client = Client(site.build_application())
    answers = [client.get("/")]
    peak_of_one, late = peak(), sorted({LATE} & sys.modules.keys())
with Site(sys.argv[1]) as site:
    client = Client(site.build_application())
    pages = ["/", "/hands", "/sessions", "/opponents", "/players", "/?position=BTN"]
    answers += client.ask_all(pages * {READERS // 6})
print(json.dumps([[answer.status for answer in answers], peak_of_one, peak(), late]))
"""


@pytest.mark.nightly
def test_pages_take_little_memory_and_load_what_they_show(db: Path) -> None:
    served = subprocess.run([sys.executable, "-c", SERVED, str(db)], capture_output=True, text=True, check=True)
    states, peak_of_one, peak_of_all, late = json.loads(served.stdout)
    assert states == [200] * (1 + READERS)
    assert not late
    assert peak_of_one < LIMIT
    assert peak_of_all < LIMIT_FOR_ALL
