"""Files and archives as streams of bytes, and the bounds of archives."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import random
import resource
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from histparse.model.findings import Finding, Severity
from histparse.parsing.cutting import read_hand_texts
from histparse.reader import STDIN, HandText, source
from histparse.reader.source import sources_in_file
from tests.samples import FOLDER

HAND = "PokerStars Hand #1:  Razz\nmore"


def read(path: Path) -> list[tuple[str, str]]:
    """Path and text of each hand; of a finding its path and code."""
    return [(piece.path, piece.text if isinstance(piece, HandText) else piece.code) for piece in read_hand_texts(path)]


def troubles(path: Path) -> list[str]:
    findings = (piece for piece in read_hand_texts(path) if isinstance(piece, Finding))
    return [finding.message for finding in findings if finding.code == "SYN10"]


def zipped(path: Path, files: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def tarred(files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
    return packed.getvalue()


def test_a_gz_is_one_file_whatever_its_name(tmp_path: Path) -> None:
    file = write(tmp_path / "hands.txt", gzip.compress(HAND.encode()) + gzip.compress(b"\n\n" + HAND.encode()))
    assert read(file) == [(str(file), HAND), (str(file), HAND)]


def test_a_zip_is_all_the_files_in_it(tmp_path: Path) -> None:
    inside = {"b.txt": HAND, "a/": "", "a/c.txt": HAND, ".hidden": "x", "__MACOSX/._b.txt": "x", "empty.txt": ""}
    file = zipped(tmp_path / "hands.txt", dict(inside))
    assert read(file) == [(f"{file}/b.txt", HAND), (f"{file}/a/c.txt", HAND), (str(file), "SYN10")]
    assert read(zipped(tmp_path / "stored.zip", {"b.txt": HAND}, zipfile.ZIP_STORED))[0][1] == HAND
    assert read(zipped(tmp_path / "none.zip", {})) == []


COMPRESS: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


@pytest.mark.parametrize("kind", COMPRESS)
def test_a_compressed_file_is_one_file_or_an_archive_of_several(kind: str, tmp_path: Path) -> None:
    compress = COMPRESS[kind]
    file = write(tmp_path / "hands", compress(HAND.encode()) + compress(b"\n\n" + HAND.encode()))
    assert read(file) == [(str(file), HAND), (str(file), HAND)]
    file.write_bytes(compress(tarred({"b.txt": HAND, "a/c.txt": HAND})))
    assert read(file) == [(f"{file}/b.txt", HAND), (f"{file}/a/c.txt", HAND)]
    with file.open("rb") as through_a_pipe:
        assert [member.path for member in sources_in_file("-", through_a_pipe)] == ["-/b.txt", "-/a/c.txt"]


def test_a_tar_is_all_the_files_in_it(tmp_path: Path) -> None:
    inside = {"b.txt": HAND, "a/c.txt": HAND, ".hidden": "x", "__MACOSX/._b.txt": "x", "empty.txt": ""}
    file = write(tmp_path / "hands.tar", tarred(inside))
    assert read(file) == [(f"{file}/b.txt", HAND), (f"{file}/a/c.txt", HAND), (str(file), "SYN10")]


@pytest.mark.parametrize("kind", ["tar", "zip"])
@pytest.mark.parametrize("folder", [".", "..", "./a"])
def test_an_archive_of_a_folder_is_all_the_files_in_it(kind: str, folder: str, tmp_path: Path) -> None:
    inside = {f"{folder}/b.txt": HAND, f"{folder}/.hidden": "x", f"{folder}/.git/c.txt": HAND}
    file = tmp_path / "hands"
    file = zipped(file, dict(inside)) if kind == "zip" else write(file, tarred(inside))
    hand, note = read_hand_texts(file)
    assert (hand.path, note.path) == (f"{file}/{folder}/b.txt", str(file))
    assert isinstance(note, Finding)
    assert (note.code, note.severity) == ("SYN10", Severity.NOTE)
    assert note.message == (f"hidden files and links in an archive are not read: 2 here, the first is {folder}/.hidden")


def test_links_in_an_archive_are_counted_and_what_a_mac_adds_is_not(tmp_path: Path) -> None:
    file = tmp_path / "hands.tar"
    with tarfile.open(file, "w") as archive:
        for name in ("a", "__MACOSX/._a", "a/.DS_Store"):
            archive.addfile(tarfile.TarInfo(name))
        link = tarfile.TarInfo("b")
        link.type, link.linkname = tarfile.SYMTYPE, "a"
        archive.addfile(link)
    assert [message.rpartition(": ")[2] for message in troubles(file)] == ["1 here, the first is b"]


@pytest.mark.parametrize("kind", ["", *COMPRESS])
@pytest.mark.parametrize("keep", [700, 1100, 20_000, 40_000])
def test_a_tar_cut_short_is_read_up_to_there_and_told_once(kind: str, keep: int, tmp_path: Path) -> None:
    chance = random.Random(5)  # noqa: S311 - nothing is kept secret by it
    hands = {f"{number}.txt": f"{HAND} {chance.randbytes(20_000).hex()}" for number in range(3)}
    data = COMPRESS.get(kind, bytes)(tarred(hands))
    (trouble,) = troubles(write(tmp_path / "hands", data[: len(data) * keep // 50_000]))
    assert trouble.startswith("the archive is damaged (")
    assert trouble.count("damaged") == 1


def test_a_tar_that_is_a_bomb_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "FREE", 1 << 20)
    for kind, compress in COMPRESS.items():
        bomb = compress(tarred({"a.txt": "\n" * (1 << 22), "b.txt": HAND}))
        (trouble,) = troubles(write(tmp_path / f"hands.t{kind}", bomb))
        assert "unpacks to far more than its size" in trouble


def test_a_xz_may_not_take_all_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("histparse.reader.opened"), "XZ_MEMORY", 1 << 20)
    file = write(tmp_path / "hands.xz", lzma.compress(HAND.encode()))
    assert troubles(file) == ["the archive is damaged (Memory usage limit exceeded)"]


@pytest.mark.parametrize(("begins", "kind"), [(b"Rar!\x1a\x07\x01", ".rar"), (b"7z\xbc\xaf\x27\x1c", ".7z")])
def test_other_archives_are_named(begins: bytes, kind: str, tmp_path: Path) -> None:
    file = write(tmp_path / "hands", begins + bytes(500))
    assert troubles(file) == [f"{kind} archives are not read: unpack it first, or pack it as .zip"]


def test_standard_input_is_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(gzip.compress(HAND.encode())))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert read(STDIN) == [("<stdin>", HAND)]
    assert not stdin.buffer.closed


def test_a_zip_through_a_pipe_is_refused(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, zipped(tmp_path / "x.zip", {"a": HAND}).read_bytes())
    os.close(writing)
    assert troubles(Path(f"/dev/fd/{reading}")) == ["a .zip archive must be a file, not a pipe"]
    os.close(reading)


@pytest.mark.parametrize("keep", [3, 12, 40, 4000, 9000])
def test_a_gz_cut_short_is_read_up_to_there(tmp_path: Path, keep: int) -> None:
    text = "".join(f"PokerStars Hand #{n * n * 7919}:  Razz {zlib.crc32(bytes(n))}\n" for n in range(1000))
    file = write(tmp_path / "cut.gz", gzip.compress(text.encode())[:keep])
    assert len(troubles(file)) == 1
    hands = [text for _, text in read(file) if text.startswith("PokerStars")]
    assert text.startswith("\n".join(hands))
    assert len(hands) >= (keep - 1000) / 20


def test_damage_within_a_zip_costs_one_file(tmp_path: Path) -> None:
    file = zipped(tmp_path / "x.zip", {"a": HAND * 50, "b": HAND})
    data = bytearray(file.read_bytes())
    data[40] ^= 0xFF
    file.write_bytes(data)
    pieces = read(file)
    assert (f"{file}/a", "SYN10") in pieces
    assert pieces[-1] == (f"{file}/b", HAND)


@pytest.mark.parametrize("keep", [4, 30, 100])
def test_a_zip_without_its_end_is_damaged(tmp_path: Path, keep: int) -> None:
    file = zipped(tmp_path / "x.zip", {"a": HAND, "b": HAND})
    (trouble,) = troubles(write(file, file.read_bytes()[:keep]))
    assert "damaged" in trouble


def test_what_cannot_be_unpacked_is_said(tmp_path: Path) -> None:
    odd = zipped(tmp_path / "odd.zip", {"a": HAND}, zipfile.ZIP_BZIP2)
    assert "deflate" in troubles(odd)[0]
    locked = zipped(tmp_path / "locked.zip", {"a": HAND})
    data = bytearray(locked.read_bytes())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1
    locked.write_bytes(data)
    assert "password" in troubles(locked)[0]


def test_an_archive_in_an_archive_stays_shut(tmp_path: Path) -> None:
    inner = gzip.compress(HAND.encode())
    outer = zipped(tmp_path / "x.zip", {"a.gz": inner, "b": HAND})
    assert troubles(outer) == ["an archive inside an archive is not opened"]
    assert read(outer)[-1] == (f"{outer}/b", HAND)
    nested = write(tmp_path / "x.gz", gzip.compress(inner))
    assert troubles(nested) == ["an archive inside an archive is not opened"]


@pytest.fixture
def small_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "FREE", 1 << 20)


@pytest.mark.usefixtures("small_bounds")
def test_a_bomb_is_reported_once_and_not_read_on(tmp_path: Path) -> None:
    (trouble,) = troubles(write(tmp_path / "bomb.gz", gzip.compress(b"x\n" * (1 << 21))))
    assert "far more than its size" in trouble
    archive = zipped(tmp_path / "bomb.zip", {f"{number}.txt": "x\n" * (1 << 19) for number in range(9)})
    assert len(troubles(archive)) == 1


@pytest.mark.nightly
@pytest.mark.usefixtures("small_bounds")
def test_hands_are_no_bomb(tmp_path: Path) -> None:
    sample = FOLDER / "pokerstars" / "session_cash_six_handed.txt"
    assert troubles(write(tmp_path / "many.gz", gzip.compress(sample.read_bytes() * 40))) == []


def test_the_total_is_bounded_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "TOTAL", 1 << 12)
    assert len(troubles(zipped(tmp_path / "x.zip", {"a": "x" * 5000}, zipfile.ZIP_STORED))) == 1


@pytest.mark.nightly
def test_a_bomb_takes_no_memory(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.gz"
    with gzip.open(bomb, "wb") as packed:
        for _ in range(300):
            packed.write(b"x" * (1 << 20))
    code = "import sys; from histparse.parsing import cutting; print(len(list(cutting.read_hand_texts(sys.argv[1]))))"
    limit = 600 << 20
    process = subprocess.run(
        [sys.executable, "-c", code, str(bomb)],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)),
    )
    assert process.stdout == "2\n"


@pytest.mark.nightly
def test_whatever_is_wrong_with_an_archive_is_a_finding(tmp_path: Path) -> None:
    text = "".join(f"PokerStars Hand #{n * n * 7919}:  Razz\n" for n in range(100))
    whole = {
        "x.zip": zipped(tmp_path / "whole", {"a.txt": text, "deep/b.txt": HAND, "c": text[:90]}).read_bytes(),
        "x.gz": gzip.compress(text.encode()),
    }
    chance = random.Random(5)  # noqa: S311
    silent = 0
    for number in range(600):
        name = "x.gz" if number % 4 == 0 else "x.zip"
        data = bytearray(whole[name])
        for _ in range(chance.choice([1, 2, 5, 30])):
            place = chance.randrange(len(data)) if chance.random() < 0.3 else chance.randrange(-min(300, len(data)), 0)
            data[place] = chance.choice([0, 255, data[place] ^ 1 << chance.randrange(8)])
        (tmp_path / name).write_bytes(data)
        silent += not read(tmp_path / name)
    assert silent < 10  # a damaged directory may say that a zip has no files, or hidden ones only


def test_a_member_without_a_name_is_read(tmp_path: Path) -> None:
    file = zipped(tmp_path / "x.zip", {"a": HAND})
    data = file.read_bytes().replace(b"\x01\x00\x00\x00a", b"\x00\x00\x01\x00a")
    start = data.index(b"PK\x01\x02")
    central = data[start:].replace(b"\x01\x00\x00\x00\x00\x00\x00\x00", b"\x00\x00\x01\x00\x00\x00\x00\x00", 1)
    file.write_bytes(data[:start] + central)
    assert [path for path, _ in read(file)] == [f"{file}/"]
