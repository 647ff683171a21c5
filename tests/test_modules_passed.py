"""How many modules a hand passes: so many a reader has to open who follows it, from the command line to the answer.

Each command runs in a process of its own, in which nothing is loaded or remembered before.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from histparse.cli.commands import MODULES
from tests.samples import FOLDER

SESSION = FOLDER / "pokerstars" / "session_cash_six_handed.txt"
SIXTH = 5
MOST = {"import": 79, "check": 55, "stats": 34, "report": 58}


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a file with one hand."""
    folder = tmp_path_factory.mktemp("passed")
    (folder / "one.txt").write_text(SESSION.read_text("utf-8").split("\n\n\n")[SIXTH] + "\n\n\n", "utf-8")
    return folder


def modules(folder: Path, *words: str) -> list[str]:
    """The modules of histparse that the command line passes in that folder."""
    listing, root = folder / "modules.txt", Path(__file__).parent.parent
    line = [sys.executable, "-m", "tests.modules_passed", str(listing), *words]
    subprocess.run(line, cwd=folder, env=os.environ | {"PYTHONPATH": str(root)}, capture_output=True, check=True)
    return listing.read_text("utf-8").splitlines()


@pytest.mark.nightly(1)
@pytest.mark.parametrize("command", MOST)
def test_a_hand_passes_few_modules(command: str, hand: Path) -> None:
    words = {
        "import": ["import", "one.txt", "--db", "new.duckdb", "--jobs", "1"],
        "check": ["check", "one.txt"],
        "stats": ["stats", "vpip", "--db", "one.duckdb"],
        "report": ["report", "--db", "one.duckdb"],
    }
    if command in {"stats", "report"}:
        modules(hand, "import", "one.txt", "--db", "one.duckdb", "--jobs", "1")
    passed = modules(hand, *words[command])
    assert f"cli/commands/{MODULES[command]}.py" in passed
    assert len(passed) <= MOST[command], passed
