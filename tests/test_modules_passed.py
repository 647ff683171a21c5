"""How many modules a hand passes: so many a reader has to open who follows it.

Counted are the modules of histparse of which a function is entered, in whatever thread, when the same was done with
other hands before, so that everything is loaded and remembered that can be. `import`, `check` and `stats` are counted
from the words of the command line to what is printed; the work of a worker, from a hand's text to its finished rows.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

import histparse
from histparse.flow import cut, judged
from histparse.store.rows.batch import filled
from tests.running import Run
from tests.samples import FOLDER

PACKAGE = Path(histparse.__file__).parent
SESSION = FOLDER / "pokerstars" / "session_cash_six_handed.txt"
EARLIER = 5
"""Hands that have passed before."""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Two files: the hands that have passed before, and one more."""
    hands = SESSION.read_text("utf-8").split("\n\n\n")
    before, one = tmp_path / "before.txt", tmp_path / "one.txt"
    before.write_text("\n\n\n".join(hands[:EARLIER]) + "\n\n\n", "utf-8")
    one.write_text(hands[EARLIER] + "\n\n\n", "utf-8")
    list(judged(one))  # its amounts and words are remembered, whichever test comes first
    return before, one


def passed(work: Callable[[], object]) -> set[str]:
    """The modules of which functions are entered meanwhile."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            files.add(frame.f_code.co_filename)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return {Path(file).relative_to(PACKAGE).as_posix() for file in files if file.startswith(str(PACKAGE))}


def test_the_work_on_a_hand_that_is_imported(files: tuple[Path, Path]) -> None:
    before, one = (list(cut(file)) for file in files)
    filled(before)
    modules = passed(lambda: filled(one))
    assert len(modules) <= 60, sorted(modules)


@pytest.mark.parametrize(("command", "most"), [("import", 120), ("check", 76), ("stats", 45)])
def test_a_command(command: str, most: int, files: tuple[Path, Path], run: Run, tmp_path: Path) -> None:
    before, one = files
    database = tmp_path / "x.duckdb"

    def again(file: Path) -> None:
        words: dict[str, list[str | Path]] = {
            "import": [file, "--db", database],
            "check": [file],
            "stats": ["pat_rate", "--db", database],
        }
        code, _, err = run(command, *words[command])
        assert code == 0, err

    run("import", before, "--db", database)
    again(before)
    modules = passed(lambda: again(one))
    assert len(modules) <= most, sorted(modules)
