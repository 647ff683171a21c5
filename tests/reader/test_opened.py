"""A file is read as it was when opened, and its errors are reported as its own."""

from __future__ import annotations

import io
import os
import sys
import zipfile
from pathlib import Path

import pytest

from histparse.parsing.cutting import read_hand_texts
from histparse.reader import STDIN, FileError, HandText
from histparse.reader.opened import open_file

HAND = "PokerStars Hand #1:  Razz\nmore"


def test_what_is_written_meanwhile_is_left_for_the_next_time(tmp_path: Path) -> None:
    file = tmp_path / "live.txt"
    file.write_text(HAND)
    with open_file(file) as stream, file.open("a") as writer:
        beginning = stream.read(5)
        writer.write(f"\n\n{HAND}" * 10_000)
        writer.flush()
        assert (beginning + stream.read(10**7)).decode() == HAND
        stream.seek(0)
        assert stream.read().decode() == HAND


def test_an_archive_ends_where_it_ended_too(tmp_path: Path) -> None:
    file = tmp_path / "live.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a", HAND)
    with open_file(file) as stream, file.open("ab") as writer:
        writer.write(b"x" * 10**6)
        writer.flush()
        assert zipfile.ZipFile(stream).read("a").decode() == HAND


def test_a_file_that_shrinks_meanwhile_just_ends(tmp_path: Path) -> None:
    file = tmp_path / "live.txt"
    file.write_text("x" * 3_000_000)
    with open_file(file) as stream:
        assert len(stream.read(1_000_000)) == 1_000_000
        os.truncate(file, 1_500_000)
        assert len(stream.read(10**7)) == 500_000


def test_a_pipe_has_no_length() -> None:
    reading, writing = os.pipe()
    os.write(writing, HAND.encode())
    os.close(writing)
    assert [piece.text for piece in read_hand_texts(f"/dev/fd/{reading}") if isinstance(piece, HandText)] == [HAND]
    os.close(reading)


@pytest.mark.parametrize("name", ["none.txt", "folder", "loop"])
def test_what_cannot_be_opened_has_its_name_and_reason(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(FileError) as error:
        list(read_hand_texts(tmp_path / name))
    assert error.value.filename == str(tmp_path / name)
    assert error.value.strerror


class Failing(io.FileIO):
    """A disk that gives its first bytes, and then no more."""

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override] # what is read into here
        if self.tell():
            raise OSError(5, "Input/output error")
        return super().readinto(buffer[:5000])


@pytest.mark.parametrize("kind", ["x.txt", "x.zip"])
def test_a_disk_that_fails_is_no_damage_of_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    file = tmp_path / kind
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a", HAND * 10_000)
    if kind == "x.txt":
        file.write_text(HAND * 10_000)
    monkeypatch.setattr(io, "FileIO", Failing)
    with pytest.raises(FileError, match="Input/output error"):
        list(read_hand_texts(file))


def test_standard_input_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    descriptor = os.open(tmp_path / "out.txt", os.O_WRONLY | os.O_CREAT)
    with io.FileIO(descriptor, "w") as only_written:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Broken(only_written)))
        with pytest.raises(FileError, match="Bad file descriptor"):
            list(read_hand_texts(STDIN))


class Broken(io.BytesIO):
    """Standard input, opened for writing by whoever started the program."""

    def __init__(self, file: io.FileIO) -> None:
        super().__init__()
        self._file = file

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override] # what is read into here
        return os.readv(self._file.fileno(), [buffer])
