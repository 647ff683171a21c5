"""Faults at a certain batch of an import: all or nothing, and with the fault gone the content of an undisturbed import.

HISTPARSE_SOAK=1: at every batch. A file that cannot be read, or changes while it is read, costs only itself.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from errno import EIO
from pathlib import Path
from typing import Any

import pytest

from histparse.cli import app
from histparse.reader.opened import _file_error, _FileUpToEnd
from histparse.simulate import Settings, deal_hands
from histparse.store import Database, Frames, Importer
from histparse.store.importing import files
from tests.conftest import SOAK
from tests.dealer.writing import write_all
from tests.faults.checksum import checksum

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="limits and signals of another kind"),
]

HANDS, BATCH = (60, 12) if SOAK else (30, 6)
MOMENTS = range(HANDS // BATCH)
"""Batches that have been inserted before the fault."""
Fault = Callable[[Path, pytest.MonkeyPatch], None]
"""Gets the last file of the import, which has not been read at the first moments."""


class Last:
    """The last file: what is done to it, and that it is as it was in the end."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.content = file.read_bytes()

    def restore(self) -> None:
        if self.file.is_dir():
            self.file.rmdir()
        self.file.write_bytes(self.content)


def vanishing(file: Path, _: pytest.MonkeyPatch) -> None:
    file.unlink(missing_ok=True)


def becoming_a_folder(file: Path, _: pytest.MonkeyPatch) -> None:
    file.unlink()
    file.mkdir()


def shrinking(file: Path, _: pytest.MonkeyPatch) -> None:
    os.truncate(file, file.stat().st_size // 2)


def growing(file: Path, _: pytest.MonkeyPatch) -> None:
    """By half a hand that it has already."""
    with file.open("ab") as stream:
        stream.write(file.read_bytes()[:300])


def moving_down(file: Path, _: pytest.MonkeyPatch) -> None:
    """The same hands, in other places."""
    file.write_bytes(b"\n\n\n" + file.read_bytes())


def failing_disk(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = _FileUpToEnd.readinto

    def fail(stream: Any, buffer: Any) -> int | None:  # Any: as of the method in its place
        if Path(stream._path) == file:
            raise _file_error(OSError(EIO, os.strerror(EIO)), stream._path)
        return read(stream, buffer)

    monkeypatch.setattr(_FileUpToEnd, "readinto", fail)


def ctrl_c(_: Path, __: pytest.MonkeyPatch) -> None:
    signal.raise_signal(signal.SIGINT)


def no_memory(_: Path, __: pytest.MonkeyPatch) -> None:
    raise MemoryError("out of memory")


def a_bug(_: Path, __: pytest.MonkeyPatch) -> None:
    raise ZeroDivisionError


def killed_workers(_: Path, __: pytest.MonkeyPatch) -> None:
    for worker in multiprocessing.active_children():
        worker.kill()


def full_disk(file: Path, _: pytest.MonkeyPatch) -> None:
    """The database may not grow any more."""
    _limit((file.parent.parent / "x.duckdb").stat().st_size // 2)


def clock_going_back(_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Past(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return cls(1999, 1, 1, tzinfo=tz or UTC)

    monkeypatch.setattr(files, "datetime", Past)
    monkeypatch.setattr("time.time", lambda: 1.0)


FAULTS: dict[Fault, set[int]] = {
    vanishing: {0, 2},
    becoming_a_folder: {0, 2},
    shrinking: {0},
    growing: {0},
    moving_down: {0},
    failing_disk: {0, 2},
    ctrl_c: {130, 0},
    no_memory: {2},
    a_bug: {2},
    killed_workers: {2, 0},
    full_disk: {2, 0},
    clock_going_back: {0},
}
"""How each may end: 0 where it came too late."""


def _limit(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


@pytest.fixture
def unlimited() -> Iterator[None]:
    """Files may grow again."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """The hands of three files."""
    dealt = list(deal_hands(Settings(hands=HANDS, seed=31, players=(2, 4))))
    return [write_all(dealt[begin::3]) for begin in range(3)]


@pytest.fixture
def folder(tmp_path: Path, texts: list[str]) -> Path:
    (tmp_path / "hands").mkdir()
    for name, text in zip("abc", texts, strict=True):
        (tmp_path / "hands" / f"{name}.txt").write_text(text, "utf-8")
    return tmp_path / "hands"


def imported(folder: Path, db: str, jobs: int) -> int:
    return app.run_command_line(["import", str(folder), "--db", str(folder.parent / db), "--jobs", str(jobs), "-q"])


def at_batch(number: int, fault: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the fault happen when so many batches have been inserted."""
    add, inserted = Importer.add_batch, list[int]()

    def add_and_fail(importer: Importer, frames: Frames) -> None:
        if len(inserted) == number:
            fault()
        inserted.append(number)
        add(importer, frames)

    monkeypatch.setattr(Importer, "add_batch", add_and_fail)


@pytest.mark.nightly(1)
@pytest.mark.soak(4)
@pytest.mark.usefixtures("unlimited")
@pytest.mark.parametrize("moment", MOMENTS if SOAK else [1])
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_all_or_nothing_and_all_the_next_time(
    fault: Fault, moment: int, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Importer.__init__, "__defaults__", (BATCH,))
    last, jobs = Last(folder / "c.txt"), 2 if fault is killed_workers else 1
    assert imported(folder, "undisturbed.duckdb", 1) == 0
    Database(folder.parent / "x.duckdb").close()
    checksum_before = checksum(folder.parent / "x.duckdb")
    with monkeypatch.context() as disturbed:
        at_batch(moment, lambda: fault(last.file, disturbed), disturbed)
        code = imported(folder, "x.duckdb", jobs)
    _limit(resource.getrlimit(resource.RLIMIT_FSIZE)[1])
    message = capsys.readouterr().err
    assert code in FAULTS[fault], message
    assert bool(message) == bool(code)
    assert "Traceback" not in message
    assert ("error of the program itself" in message) == (fault is a_bug)
    checksum_after = checksum(folder.parent / "x.duckdb")
    if code and "cannot read" not in message:
        assert checksum_after == checksum_before
    last.restore()
    assert imported(folder, "x.duckdb", jobs) == 0
    assert checksum(folder.parent / "x.duckdb") == checksum(folder.parent / "undisturbed.duckdb")
    assert sorted(file.name for file in folder.parent.iterdir()) == ["hands", "undisturbed.duckdb", "x.duckdb"]
    assert multiprocessing.active_children() == []
