"""An import that is killed, or stopped, leaves all or nothing, and nobody behind. HISTPARSE_SOAK=1: many more."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import NamedTuple

import pytest

from tests.conftest import SOAK
from tests.faults.checksum import checksum
from tests.faults.child import (
    SMALL_BATCHES,
    Ended,
    expect_nobody,
    expect_refusal,
    in_session,
    run_here,
    start,
    unchanged,
)
from tests.store.texts_of_hands import folder, hands

SEED = os.environ.get("HISTPARSE_SEED", "0")
ROUNDS, KILLS = (21, 5) if SOAK else (1, 2)
LOADED = f"{SMALL_BATCHES}\nimport sys; sys.stdout.write('loaded\\n'); sys.stdout.flush()"
"""Tells when the import itself begins, so that the moments lie in it and not in the loading of libraries."""


def start_loaded(*words: str | Path) -> subprocess.Popen[str]:
    """A command that has just begun."""
    process = start(*words, first=LOADED)
    assert process.stdout is not None
    assert process.stdout.readline() == "loaded\n"
    return process


def importing(session: Path, db: Path, jobs: int) -> subprocess.Popen[str]:
    """An import that has just begun."""
    return start_loaded("import", session, "--db", db, "--jobs", str(jobs))


def ended_by(kill: signal.Signals, process: subprocess.Popen[str]) -> Ended:
    """How it and all it started ends by that signal, which all get as they do from a terminal."""
    if kill is signal.SIGKILL:
        process.kill()  # the workers are to notice by themselves
    else:
        os.killpg(process.pid, kill)
    output, err = process.communicate()
    expect_nobody(process)
    return Ended(process.returncode, output, err)


class Undisturbed(NamedTuple):
    """An import that nothing came between."""

    seconds: float
    content: str


@pytest.fixture(scope="module")
def undisturbed(session: Path, stock: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Undisturbed]:
    """By the number of jobs."""

    @cache
    def import_undisturbed(jobs: int) -> Undisturbed:
        file = Path(shutil.copyfile(stock, tmp_path_factory.mktemp("undisturbed") / "x.duckdb"))
        process = importing(session, file, jobs)
        begin = monotonic()
        process.communicate()
        return Undisturbed(monotonic() - begin, checksum(file))

    return import_undisturbed


def moments(name: str, seconds: float, kills: int = KILLS) -> list[float]:
    """When to kill an import that takes so many seconds: somewhere in each part of them, and a little beyond."""
    random = Random(name)  # noqa: S311 - the same moments in every run
    return [1.05 * seconds * (part + random.random()) / kills for part in range(kills)]


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("turn", range(ROUNDS))
@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_imports_leave_all_or_nothing(
    jobs: int, turn: int, undisturbed: Callable[[int], Undisturbed], session: Path, db: Path
) -> None:
    seconds, whole = undisturbed(jobs)
    allowed, codes = {checksum(db), whole}, []
    for moment in moments(f"{SEED}-{jobs}-{turn}", seconds):
        process = importing(session, db, jobs)
        sleep(moment)
        codes.append(ended_by(signal.SIGKILL, process).code)
        assert checksum(db) in allowed
        allowed &= {whole} if checksum(db) == whole else allowed
    assert -signal.SIGKILL in codes
    assert run_here("import", session, "--db", db, "--jobs", str(jobs)).code == 0
    assert checksum(db) == whole
    assert [*db.parent.iterdir()] == [db]


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize(("jobs", "part"), [(1, 0.8), (2, 0.5)])
def test_a_stopped_import_says_so_and_leaves_nothing(
    jobs: int, part: float, undisturbed: Callable[[int], Undisturbed], session: Path, db: Path
) -> None:
    seconds, whole = undisturbed(jobs)
    checksum_before = checksum(db)
    process = importing(session, db, jobs)
    sleep(part * seconds)
    ended = ended_by(signal.SIGINT, process)
    if ended.code:  # else it was quicker this time
        assert (ended.code, ended.err) == (130, "histparse: stopped before the end, as you asked\n")
    assert checksum(db) == (checksum_before if ended.code else whole)
    assert [*db.parent.iterdir()] == [db]


@pytest.mark.nightly
def test_an_import_whose_worker_is_killed_is_refused(session: Path, db: Path) -> None:
    with unchanged(db):
        process = importing(session, db, 2)
        while not (workers := [pid for pid, line in in_session(process.pid).items() if "spawn_main" in line]):
            assert process.poll() is None, "no worker was seen"
        os.kill(workers[0], signal.SIGKILL)
        output, err = process.communicate()
        expect_nobody(process)
    ended = Ended(process.returncode, output, err)
    expect_refusal(ended, "a worker process was lost")


WRITTEN = """
from histparse.cli import output
import sys
before = output._open_replacement
def told(*words):
    print("written", flush=True, file=sys.stderr)
    return before(*words)
output._open_replacement = told
"""


@pytest.mark.nightly
def test_what_a_killed_program_was_writing_goes_with_the_next_one(tmp_path: Path) -> None:
    target = tmp_path / "hands.txt"
    process = start("simulate", "--hands", "100000", "-o", target, first=WRITTEN)
    assert process.stderr is not None
    assert process.stderr.readline() == "written\n"
    while not (parts := list(tmp_path.iterdir())):
        sleep(0.01)
    assert run_here("simulate", "--hands", "1", "-o", tmp_path / "other.txt").code == 0
    assert parts[0].exists(), "it was still being written"
    ended_by(signal.SIGKILL, process)
    assert list(tmp_path.glob(".*")) == parts
    assert run_here("simulate", "--hands", "1", "-o", target).code == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["hands.txt", "other.txt"]


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("command", ["retry", "db compact"])
def test_upkeep_that_is_killed_changes_nothing_and_leaves_nothing_for_the_next_time(command: str, db: Path) -> None:
    checksum_before = checksum(db)
    for moment in moments(f"{SEED}-{command}", 1.0):
        process = start_loaded(*command.split(), "--db", db)
        sleep(moment)
        ended_by(signal.SIGKILL, process)
        assert checksum(db) == checksum_before
    assert run_here(*command.split(), "--db", db).code == 0
    assert checksum(db) == checksum_before
    assert [*db.parent.iterdir()] == [db]


@pytest.mark.nightly
def test_killed_imports_of_texts_that_clash_end_as_undisturbed(tmp_path: Path) -> None:
    """HISTPARSE_SOAK=1: 25 kills."""
    files = folder(tmp_path / "files", hands(12, 30), Random(30))  # noqa: S311 - the same texts in every run
    words = ["import", *map(str, files), "--jobs", "1", "--db"]
    undisturbed = start_loaded(*words, tmp_path / "undisturbed")
    begin = monotonic()
    undisturbed.communicate()
    seconds, whole = monotonic() - begin, checksum(tmp_path / "undisturbed")
    target, killed = tmp_path / "killed", 0
    for moment in moments(f"{SEED}-clashes", seconds, 25 if SOAK else 2):
        process = start_loaded(*words, target)
        sleep(moment)
        killed += ended_by(signal.SIGKILL, process).code == -signal.SIGKILL
    assert killed
    assert run_here(*words, target).code == 0
    assert checksum(target) == whole
