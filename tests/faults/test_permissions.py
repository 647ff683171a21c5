"""A database that may be read and not written: reading is all that works, and an import says why it does not."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.faults.child import run, unchanged
from tests.fuzz.material import SOUND

PR_CAPBSET_DROP, DAC_OVERRIDE, DAC_READ_SEARCH = 24, 1, 2
IS_ROOT = os.geteuid() == 0
pytestmark = pytest.mark.skipif(IS_ROOT and sys.platform != "linux", reason="root may write anything here")


def _give_up_power() -> None:
    """Permissions bind even root from the next program on."""
    for power in (DAC_OVERRIDE, DAC_READ_SEARCH):
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, power, 0, 0, 0)


bound = partial(run, preexec_fn=_give_up_power if IS_ROOT else None)
"""Runs the program as somebody whom permissions bind."""


def lock_file(db: Path) -> None:
    db.chmod(0o444)


def lock_folder(db: Path) -> None:
    db.parent.chmod(0o555)


def lock_both(db: Path) -> None:
    lock_file(db)
    lock_folder(db)


@pytest.fixture
def locked(request: pytest.FixtureRequest, db: Path) -> Iterator[Path]:
    """The database, with those permissions."""
    lock: Callable[[Path], None] = request.param
    lock(db)
    yield db
    db.parent.chmod(0o755)


@pytest.mark.parametrize("locked", [lock_both], indirect=True)
def test_what_may_not_be_written_may_be_read(locked: Path) -> None:
    with unchanged(locked):
        assert bound("players", "--db", locked).code == 0


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("locked", [lock_file, lock_folder, lock_both], indirect=True)
def test_what_may_not_be_written_takes_no_import(locked: Path, session: Path) -> None:
    with unchanged(locked):
        ended = bound("import", session, "--db", locked, "--jobs", "1")
    assert ended.is_refusal, ended
    assert "permission" in ended.err.casefold()


@pytest.mark.nightly
@pytest.mark.parametrize("locked", [lock_folder], indirect=True)
def test_no_database_is_made_where_nothing_may_be(locked: Path) -> None:
    with unchanged(locked):
        ended = bound("import", SOUND, "--db", locked.parent / "new.duckdb")
    assert ended.is_refusal, ended
    assert "permission" in ended.err.casefold()


@pytest.mark.nightly
def test_what_may_not_be_read_is_refused(db: Path) -> None:
    db.chmod(0o000)
    ended = bound("players", "--db", db)
    assert ended.is_refusal, ended
    assert "permission" in ended.err.casefold()
