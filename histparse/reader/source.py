"""Step 1a, reader: opens a file as streams of bytes, one for each file or mail's text in it, within limits."""

from __future__ import annotations

import io
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from typing import BinaryIO, NamedTuple, Protocol, cast

from histparse.model.figures import Figure, Sentence, fill_template
from histparse.reader.mail import FOLDED, HEAD_LINES, texts_in_mail
from histparse.reader.opened import Decompressed, FileError, find_decompressor
from histparse.system.files import printable_path

HEAD = 1 << 12
"""How many bytes are peeked at."""
FREE = 1 << 26
"""Bytes to which any archive may unpack: 64 MB."""
RATIO = 100
"""Beyond that, unpacked bytes per byte of the archive. Hands shrink to about a tenth."""
MORE = "the archive unpacks to far more than its size: not read beyond {given:,} bytes"
TOTAL = 1 << 35
"""The most bytes unpacked from one archive: 32 GB."""

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_TAR, _TAR_AT = b"ustar", 257
_UNREAD = {b"Rar!\x1a\x07": ".rar", b"7z\xbc\xaf\x27\x1c": ".7z"}
"""Archives that Python does not unpack, by how they begin."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LOCKED = 1
_LEAST = 3
"""Lines folded as in a mail that show a text without a head to be one."""
_OF_A_MAC = re.compile(r"(?:^|/)(?:__MACOSX/|\._|\.DS_Store$)")
"""What Finder packs beside the files: icons and places of windows."""


_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")


class Unreadable(Exception):  # noqa: N818 - not an error of the program; the reader turns it into a finding
    """Bytes cannot be read; why, as a template and its figures."""

    def __init__(self, template: str, **figures: Figure) -> None:
        super().__init__(fill_template(template, figures))
        self.sentence: Sentence = template, figures


class Bytes(Protocol):
    """A stream that returns as many bytes as requested, fewer only at its end. Raises Unreadable or FileError."""

    def read(self, size: int, /) -> bytes:
        """The next bytes."""


class Source(NamedTuple):
    """A stream and its path as text: `hands.txt`, or `hands.zip/inner.txt`."""

    path: str
    stream: Bytes
    left_out: tuple[str, ...] = ()
    """The names in an archive that are not read, once all others are: hidden files, links, devices."""


class Peeked:
    """A stream whose first bytes, `head`, can be peeked at."""

    def __init__(self, stream: Bytes) -> None:
        self._stream = stream
        self._waiting = stream.read(HEAD)
        self.head = self._waiting
        self.bytes_read = 0
        """Bytes read so far."""

    def read(self, size: int, /) -> bytes:
        """The next bytes."""
        waiting, self._waiting = self._waiting[:size], self._waiting[size:]
        data = waiting if len(waiting) == size else waiting + self._stream.read(size - len(waiting))
        self.bytes_read += len(data)
        return data


def is_neither_archive_nor_mail(head: bytes) -> bool:
    """Whether a file with that beginning is read as it is, and not as an archive or a mail."""
    return not (is_archive(head) or _is_mail(head))


def is_archive(head: bytes) -> bool:
    """Whether a file with that beginning is a supported archive."""
    return head.startswith(_ZIP) or _is_tar(head) or find_decompressor(head) is not None


def is_picture(path: str | PathLike[str]) -> bool:
    """Whether a file is called as a picture is, as those that players save of their tables."""
    return str(path).lower().endswith(_PICTURES)


def _is_mail(head: bytes) -> bool:
    """Whether a file with that beginning is a mail: with its head, or its folded text alone."""
    plain = head.replace(b"\r\n", b"\n")
    return bool(HEAD_LINES.match(plain)) or len(FOLDED.findall(plain)) >= _LEAST


def _is_tar(head: bytes) -> bool:
    return head.startswith(_TAR, _TAR_AT)


def sources_in_file(name: str, file: BinaryIO) -> Iterator[Source]:
    """The sources in an open file, known by that name: it, those packed in it, or the texts of a mail.

    Each must be read before the next one.
    """
    for source in _packed_files(name, file):
        try:
            stream = Peeked(source.stream)
            mail = stream.read(FREE) if _is_mail(stream.head) else b""
        except Unreadable as reason:
            yield Source(source.path, _Refused(reason))
            continue
        if mail:
            texts = texts_in_mail(mail)
            paths = [source.path] if len(texts) == 1 else [f"{source.path}/{n}" for n in range(1, len(texts) + 1)]
            yield from map(Source, paths, map(io.BytesIO, texts))
        else:
            yield source._replace(stream=stream)


def _packed_files(name: str, file: BinaryIO) -> Iterator[Source]:
    """The file, or the files packed in it."""
    stream = Peeked(file)
    if stream.head.startswith(_ZIP):
        yield from _sources_in_zip(name, file)
    elif _is_tar(stream.head):
        yield from _sources_in_tar(name, stream, _Allowance(lambda: stream.bytes_read))
    elif decompress := find_decompressor(stream.head):
        yield from _decompressed_sources(name, stream, decompress)
    elif kind := next((kind for beginning, kind in _UNREAD.items() if stream.head.startswith(beginning)), None):
        refused = Unreadable("{kind} archives are not read: unpack it first, or pack it as .zip", kind=kind)
        yield Source(name, _Refused(refused))
    else:
        yield Source(name, stream)


def _decompressed_sources(name: str, stream: Peeked, decompress: Callable[[Peeked], Decompressed]) -> Iterator[Source]:
    """The file that is compressed, or the files of the archive that is."""
    allowance = _Allowance(lambda: stream.bytes_read)
    try:
        inside = Peeked(_Unpacked(decompress(stream), allowance))
    except Unreadable as reason:
        yield Source(name, _Refused(reason))
        return
    if _is_tar(inside.head):
        yield from _sources_in_tar(name, inside, allowance)
    else:
        yield Source(name, inside)


def _sources_in_tar(path: str, stream: Peeked, allowance: _Allowance) -> Iterator[Source]:
    """The files in a `.tar`, hidden ones left out as in a folder."""
    last: _Unpacked | None = None
    left_out: list[str] = []
    try:
        with _translating_damage(), tarfile.open(fileobj=cast("BinaryIO", stream), mode="r|") as archive:
            for member in archive:
                packed = archive.extractfile(member) if member.isreg() and not _is_hidden(member.name) else None
                if packed is None and not member.isdir():
                    left_out.append(member.name)
                if packed is not None and not allowance.spent:
                    last = _Unpacked(cast("Decompressed", packed), allowance)
                    yield Source(f"{path}/{printable_path(member.name)}", last)
    except Unreadable as reason:
        if last is None or last.reason is None:  # else the damage has been told, as that of the last file
            yield Source(path, _Refused(reason))
    yield from _source_of_left_out_names(path, left_out)


def _sources_in_zip(path: str, file: BinaryIO) -> Iterator[Source]:
    """The files in a `.zip`, hidden ones left out as in a folder."""
    if not file.seekable():
        yield Source(path, _Refused(Unreadable("a .zip archive must be a file, not a pipe")))
        return
    allowance = _Allowance(lambda: size)
    size = file.seek(0, 2)
    try:
        with _translating_damage():
            archive = zipfile.ZipFile(file)
    except Unreadable as reason:
        yield Source(path, _Refused(reason))
        return
    files = [member for member in archive.infolist() if not member.filename.endswith("/")]
    for member in files:
        if not _is_hidden(member.filename) and not allowance.spent:
            yield Source(f"{path}/{printable_path(member.filename)}", _open_zip_member(archive, member, allowance))
    yield from _source_of_left_out_names(path, [member.filename for member in files if _is_hidden(member.filename)])


def _source_of_left_out_names(path: str, names: list[str]) -> Iterator[Source]:
    """Yield a source for the names left out, except for those that a Mac puts into every archive."""
    left_out = tuple(printable_path(name) for name in names if not _OF_A_MAC.search(name))
    if left_out:
        yield Source(path, io.BytesIO(), left_out)


def _open_zip_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, allowance: _Allowance) -> Bytes:
    if member.flag_bits & _LOCKED:
        return _Refused(Unreadable("the archive is protected by a password"))
    if member.compress_type not in _METHODS:
        return _Refused(Unreadable("this file of the archive uses an unsupported compression: use deflate"))
    try:
        with _translating_damage():
            return _Unpacked(cast("zipfile.ZipExtFile", archive.open(member)), allowance)
    except Unreadable as reason:
        return _Refused(reason)


@contextmanager
def _translating_damage() -> Iterator[None]:
    """Turn any error of unpacking into Unreadable, unless it is not the archive's fault.

    No list of types would be complete: a wrong offset alone may raise BadZipFile, ValueError or OSError.
    """
    try:
        yield
    except (FileError, MemoryError, Unreadable):
        raise
    except Exception as error:
        if isinstance(error.__context__, FileError):  # zipfile reports every OSError as a bad archive
            raise error.__context__ from None
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise Unreadable("the archive is damaged ({reason})", reason=reason) from error


def _is_hidden(member_path: str) -> bool:
    """Whether a file, or a folder it lies in, is; `.` and `..` are no names."""
    return any(part.startswith((".", "__MACOSX")) and part not in {".", ".."} for part in member_path.split("/"))


class _Refused:
    """A stream that cannot be read."""

    def __init__(self, reason: Unreadable) -> None:
        self._reason = reason

    def read(self, size: int, /) -> bytes:  # noqa: ARG002 - there are no bytes
        raise self._reason


class _Allowance:
    """The limit on what an archive may unpack to; `packed` returns its size in bytes as known so far."""

    def __init__(self, packed: Callable[[], int]) -> None:
        self._packed = packed
        self._bytes_out = 0
        self.spent = False

    def count_unpacked_within_limit(self, size: int) -> None:
        """Count unpacked bytes. Raises Unreadable when there are too many."""
        self._bytes_out += size
        if self._bytes_out > min(TOTAL, FREE + RATIO * self._packed()):
            self.spent = True
            raise Unreadable(MORE, given=self._bytes_out)


class _Unpacked:
    """The content of an archive, as far as it is readable and allowed."""

    def __init__(self, stream: Decompressed, allowance: _Allowance) -> None:
        self._stream = stream
        self._allowance = allowance
        self.reason: Unreadable | None = None
        """Why it ends before its end."""

    def read(self, size: int, /) -> bytes:
        """The next bytes; those before any damage come first."""
        data = bytearray()
        while len(data) < size and (more := self._read_chunk(size - len(data))):
            data += more
        if self.reason is not None and not data:
            raise self.reason
        return bytes(data)

    def _read_chunk(self, size: int) -> bytes:
        data = b""
        if self.reason is None:
            try:
                with _translating_damage():
                    data = self._stream.read1(size)
                self._allowance.count_unpacked_within_limit(len(data))
            except Unreadable as error:
                self.reason, data = error, b""
        return data
