"""Files that commands write: whole or not at all, whatever stops the writing and whatever the target is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from histparse.cli.output import is_stdout, open_target, write_all_or_none
from histparse.model.errors import HistparseError


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file that was there before, in a folder of its own."""
    file = tmp_path / "here" / "old.txt"
    file.parent.mkdir()
    file.write_bytes(b"old")
    return file


def put(target: Path, content: bytes = b"new") -> None:
    with open_target(target, force=True) as stream:
        stream.write(content)


def test_a_file_is_replaced_when_it_is_whole(old: Path) -> None:
    with open_target(old, force=True) as stream:
        stream.write(b"new")
        stream.flush()
        assert old.read_bytes() == b"old"
    assert old.read_bytes() == b"new"
    assert list(old.parent.iterdir()) == [old]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(), HistparseError("no"), KeyError()], ids=repr)
def test_what_stops_the_writing_leaves_what_was_there(old: Path, error: BaseException) -> None:
    def stopped() -> None:
        with open_target(old, force=True) as stream:
            stream.write(b"new")
            raise error

    with pytest.raises(type(error)):
        stopped()
    assert list(old.parent.iterdir()) == [old]
    assert old.read_bytes() == b"old"


def test_a_full_disk_is_one_sentence_and_leaves_all_files_as_they_were(old: Path) -> None:
    small_file = old.with_name("other.txt")
    with pytest.raises(HistparseError, match=r"^cannot write .*old.txt: File too large$"):
        narrow(
            lambda: write_all_or_none(
                {small_file: b"small", old: bytes(9000)}, [old.parent / "new" / "deep"], force=True
            )
        )
    assert list(old.parent.iterdir()) == [old]
    assert old.read_bytes() == b"old"


def test_a_full_device_is_one_sentence() -> None:
    with pytest.raises(HistparseError, match=r"^cannot write /dev/full: No space left on device$"):
        put(Path("/dev/full"))
    assert Path("/dev/full").is_char_device()


def test_permissions_stay_and_new_files_have_the_usual_ones(old: Path) -> None:
    old.chmod(0o640)
    put(old)
    assert old.stat().st_mode & 0o777 == 0o640
    mask = os.umask(0o027)
    try:
        put(old.with_name("new.txt"))
    finally:
        os.umask(mask)
    assert old.with_name("new.txt").stat().st_mode & 0o777 == 0o640


def test_a_pipe_stays_one(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    put(pipe)
    reader.join(60)
    assert read == [b"new"]
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["", "no/such/file"])
def test_what_cannot_be_a_file_is_one_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(HistparseError, match=r"^cannot write .*: (Is a directory|No such file or directory)$"):
        put(tmp_path / name)


def test_folders_that_were_made_go_again(tmp_path: Path) -> None:
    old_folder, new_folder = tmp_path / "kept", tmp_path / "made"
    old_folder.mkdir()
    with pytest.raises(HistparseError, match="no/y: No such file or directory"):
        write_all_or_none(
            {new_folder / "x": b"1", new_folder / "no" / "y": b"2"}, [old_folder, new_folder], force=False
        )
    assert list(tmp_path.iterdir()) == [old_folder]


def test_standard_output_is_known_by_any_name(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert is_stdout("-")
    assert is_stdout("/dev/stdout")
    assert not is_stdout(tmp_path / "new")
    assert not is_stdout(tmp_path)
    write_all_or_none({Path("-"): b"there", tmp_path / "new": b"here"}, force=False)
    sys.stdout.flush()
    assert capfd.readouterr().out == "there"
    assert (tmp_path / "new").read_bytes() == b"here"


def test_what_goes_to_a_file_named_by_the_shell_is_not_lost(tmp_path: Path) -> None:
    line = f"{{ echo first; {sys.executable} -m histparse simulate --hands 1 -o /dev/stdout; echo last; }} > all.txt"
    subprocess.run(["/bin/sh", "-c", line], cwd=tmp_path, check=True, env=os.environ | {"PYTHONPATH": str(Path.cwd())})
    lines = (tmp_path / "all.txt").read_text("utf-8").splitlines()
    assert (lines[0], lines[-1]) == ("first", "last")
    assert lines[1].startswith("PokerStars Hand #")


def narrow(act: Callable[[], None]) -> None:
    """Act where no file may grow beyond 4 KB."""
    resource = pytest.importorskip("resource")
    signals = pytest.importorskip("signal")
    handler, limit = signals.signal(signals.SIGXFSZ, signals.SIG_IGN), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limit[1]))
    try:
        act()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signals.signal(signals.SIGXFSZ, handler)
