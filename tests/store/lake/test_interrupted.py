"""Imports that are killed, and others beside them: what is not committed does not exist, and nothing stays behind.

HISTPARSE_SOAK=1: killed at every change of a lake.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from histparse.store import StoreError
from histparse.store.lake.compact import LARGE, compact
from histparse.store.lake.importer import LakeImport
from histparse.store.lake.local import Local
from histparse.store.lake.pieces import tasks
from histparse.store.lake.work import done
from histparse.store.target import reading
from tests.store.lake.lakes import beginning, checksum, fill, fingerprint, leftovers, stored

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))


class KilledError(BaseException):
    """The process is dead: it cleans nothing up."""


class Fate:
    """Kills at the n-th change of a lake; afterwards nothing can be changed."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.changes = 0
        self.last: int | None = None
        for name in ("write", "remove"):
            patch.setattr(Local, name, self._counted(getattr(Local, name)))

    def _counted(self, change: Callable[..., None]) -> Callable[..., None]:
        def counted(place: Local, *arguments: object) -> None:
            self.changes += 1
            if self.last is not None and self.changes > self.last:
                raise KilledError
            change(place, *arguments)

        return counted

    def live(self, last: int | None) -> None:
        """Begin again, to die after so many changes."""
        self.changes, self.last = 0, last


@pytest.fixture
def sessions(tmp_path: Path) -> list[Path]:
    """Two files with hands of the same numbers: the second makes the first's cells change."""
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    data = beginning("session_cash_heads_up.txt", 5)
    one.write_bytes(data)
    two.write_bytes(data.replace(b"*** SUMMARY ***", b'Katja72 said, "nh"\n*** SUMMARY ***', 3) + b"\nlost words\n")
    return [one, two]


@pytest.mark.some(1)
@pytest.mark.untraced
@pytest.mark.parametrize("what", ["import", "compaction", "merging"])
def test_killed_at_any_change(what: str, sessions: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def step(lake: Path) -> None:
        if what == "import":
            fill(lake, sessions[1:])
        else:
            compact(str(lake), LARGE if what == "compaction" else 3)

    for file in sessions[: 1 if what == "import" else 2]:
        fill(tmp_path / "lake", [file])
    before = fingerprint(tmp_path / "lake")
    shutil.copytree(tmp_path / "lake", tmp_path / "undisturbed")
    fate = Fate(monkeypatch)
    step(tmp_path / "undisturbed")
    after, changes = fingerprint(tmp_path / "undisturbed"), fate.changes
    assert changes > 12
    for last in {0, *range(3, changes, 1 if SOAK else 40), changes - 2, changes - 1}:
        lake = tmp_path / f"killed_{last}"
        shutil.copytree(tmp_path / "lake", lake)
        fate.live(last)
        with pytest.raises(KilledError):
            step(lake)
        assert fingerprint(lake) in {before, after}
        fate.live(None)
        step(lake)
        assert fingerprint(lake) == after
        assert leftovers(lake) == []


@pytest.mark.untraced
def test_killed_by_the_system(material: list[Path], expected: str, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    command = [sys.executable, "-m", "histparse", "import", "--jobs", "1", "--lake", str(lake), *map(str, material)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    deadline = monotonic() + 60
    while not any(lake.rglob("*.parquet")) and process.poll() is None and monotonic() < deadline:
        sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    with pytest.raises(StoreError, match="there is nothing in this lake"):
        reading(lake)
    assert leftovers(lake) != []
    fill(lake, material)
    assert checksum(lake) == expected
    assert leftovers(lake) == []


@pytest.mark.untraced
def test_leftovers_are_swept_by_an_import_of_something_else(sessions: list[Path], tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    fill(lake, sessions[:1])
    orphan = lake / "hands" / "site=pokerstars" / "month=2013-03" / f"{'0' * 32}.parquet"
    begun, theirs = orphan.with_name(f".{'0' * 32}.part"), lake / "notes.txt"
    for file in (orphan, begun, theirs):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"?")
    fill(lake, sessions[1:])
    assert not orphan.exists()
    assert not begun.exists()
    assert theirs.exists()  # not ours


@pytest.mark.untraced
def test_nothing_is_swept_beside_another_import(sessions: list[Path], tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    with LakeImport(str(lake)) as slow:
        for work in slow.works(tasks(None, slow.cut(sessions[0]))):
            slow.add(done(work))
        fill(lake, sessions[1:])
        compact(str(lake))
    stored(tmp_path / "database", sessions)
    assert checksum(lake) == checksum(tmp_path / "database")
    fill(lake, [])
    assert leftovers(lake) == []


@pytest.mark.untraced
def test_a_reader_sees_one_snapshot(sessions: list[Path], tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    fill(lake, sessions[:1])
    before = checksum(lake)
    with reading(lake) as reader:
        hands = reader.connection.execute("FROM texts ORDER BY ALL").fetchall()
        fill(lake, sessions[1:])
        compact(str(lake))
        assert checksum(lake) != before
        assert reader.connection.execute("FROM texts ORDER BY ALL").fetchall() == hands
    compact(str(lake))
    assert leftovers(lake) == []


def test_an_import_that_fails_leaves_nothing(sessions: list[Path], tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    fill(lake, sessions[:1])
    there = set(lake.rglob("*"))
    with pytest.raises(RuntimeError, match="in the middle"):
        fail(lake, sessions[1])
    assert set(lake.rglob("*")) == there


def fail(lake: Path, file: Path) -> None:
    """Import a file, but for the commit."""
    with LakeImport(str(lake)) as failing:
        for work in failing.works(tasks(None, failing.cut(file))):
            failing.add(done(work))
        raise RuntimeError("in the middle")
