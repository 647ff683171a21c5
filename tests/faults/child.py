"""The program in a process of its own, made to fail; and whether anything of it is left afterwards."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

from histparse.cli import app
from tests.faults.checksum import checksum
from tests.patience import PATIENCE

MAIN = "from histparse.cli import main; main()"
SMALL_BATCHES = "from histparse.store import Importer; Importer.__init__.__defaults__ = (50,)"
"""So that a few hundred hands are many batches."""


class Ended(NamedTuple):
    """How it ended."""

    code: int
    output: str
    err: str

    @property
    def is_refusal(self) -> bool:
        """Exit code 2 and one sentence with the reason, not an internal error."""
        is_sentence = self.err.startswith("histparse: ") and self.err.count("\n") == 1
        return self.code == 2 and is_sentence and "error of the program itself" not in self.err


def expect_refusal(ended: Ended, reason: str) -> None:
    """Fail unless it ended with that reason, in one sentence."""
    assert ended.is_refusal, ended
    assert reason in ended.err


def run_here(*words: str | Path) -> Ended:
    """Run that command line in the process of the tests, where nothing is about a process."""
    with redirect_stdout(StringIO()) as output, redirect_stderr(StringIO()) as err:
        code = app.run_command_line([str(word) for word in words])
    return Ended(code, output.getvalue(), err.getvalue())


def start(*words: str | Path, first: str = "", **options: Any) -> subprocess.Popen[str]:
    """Start that command line in a session of its own. `first`: Python that runs before."""
    program = f"{first}\n{MAIN}"
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, words)],
        start_new_session=True,
        text=True,
        errors="backslashreplace",
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
    )


def run(*words: str | Path, first: str = "", **options: Any) -> Ended:
    """Run that command line to its end, with all that it started."""
    process = start(*words, first=first, **options)
    try:
        output, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    expect_nobody(process)
    return Ended(process.returncode, output or "", err or "")


def expect_nobody(process: subprocess.Popen[str]) -> None:
    """Wait until nothing runs that it started; fail when that does not come."""
    end = monotonic() + PATIENCE
    while left := in_session(process.pid):
        assert monotonic() < end, f"left behind: {left}"
        sleep(0.02)


def in_session(session: int) -> dict[int, str]:
    """The running processes of that session, with their command lines; none if the system does not list them."""
    processes = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, its_session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(its_session) == session and state not in "ZX":
                processes[int(folder.name)] = (folder / "cmdline").read_text().replace("\0", " ")
        except OSError:  # it has ended meanwhile
            continue
    return processes


@contextmanager
def unchanged(database: Path) -> Iterator[None]:
    """Nothing done in the block shows in the database, or beside it."""
    checksum_before, files_before = checksum(database), sorted(database.parent.iterdir())
    yield
    assert checksum(database) == checksum_before, "the content is another"
    left = sorted(database.parent.iterdir())
    assert left == files_before, f"files beside it: {left}"
