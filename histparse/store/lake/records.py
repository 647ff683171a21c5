"""Step 6e, lake: what its JSON files say - parts, readings of files, manifests, snapshots - named by their content."""

from __future__ import annotations

from datetime import datetime
from hashlib import blake2b
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct, json

from histparse.store.observe.row_buffer import HANDS

Record = TypeVar("Record", bound=Struct)

NOTES = ("findings", "set_aside", "skipped", "tournaments")
"""Tables whose rows need not belong to a stored hand: beside a part as it was read, whole in each snapshot."""
WHOLE = (*NOTES, "players", "files")
"""Tables of which a snapshot has one file each."""


Name = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
Stem = Annotated[str, Meta(pattern=r"^site=[\w%.~-]+/month=[\w-]+/[0-9a-f]{32}$")]
"""A lake may come from anybody: it names no file elsewhere."""


class Cell(Struct, frozen=True, order=True):
    """The hands of a part that one site dealt in one month: a file in each table of HANDS."""

    stem: Stem
    """`site=pokerstars/month=2024-05/<name>`; `month=unknown` for hands without a time."""
    hands: int
    is_shared: bool = False
    """Others of the part have the numbers of these hands, whose keys are those of their texts."""
    digests: tuple[str, ...] = ()
    """The digests of its files, in the order of HANDS."""

    def file(self, table: str) -> str:
        """The file with its rows of a table."""
        return f"{table}/{self.stem}.parquet"

    def written(self) -> dict[str, str]:
        """The files of the cell with their digests."""
        return dict(zip(map(self.file, HANDS), self.digests, strict=True))


class Part(Struct, frozen=True):
    """What one batch of hands became. Every text is in it once."""

    name: Name
    task: str
    """The task of which it is the result or a part of it."""
    cells: tuple[Cell, ...]
    hands: dict[str, int]
    """Hands read, by path, other games included."""
    tried: tuple[tuple[str, int], ...] = ()
    """Texts set aside that were tried again, by path and digest: what parts of earlier turns say of them is over."""
    turn: int = 0
    """0: it was read from files; else the number of the retry."""
    digests: tuple[str, ...] = ()
    """The digests of its notes, in the order of NOTES."""

    def note(self, table: str) -> str:
        """The file with its rows of a table of NOTES."""
        return f"parts/{table}/{self.name}.parquet"

    def written(self) -> dict[str, str]:
        """All its files with their digests."""
        return _written(self.cells) | dict(zip(map(self.note, NOTES), self.digests, strict=True))


class Reading(Struct, frozen=True):
    """A file, or an archive, as it was read once."""

    path: str
    site: str | None
    """The site it was searched for; None: all sites."""
    program: str
    bytes: int | None
    digest: str | None
    """SHA-256 of these bytes; None if it was not read to its end."""
    imported_at: datetime
    """UTC, without a zone."""
    turn: int
    """0, or more if the same reading gave way to another before."""
    hands: dict[str, int]
    """Hands found, by path: an archive has several."""
    parts: tuple[str, ...]
    """The parts with its rows. Rows of other files may be in them too."""

    @property
    def name(self) -> str:
        """A name that is equal for all who read the same content in the same way."""
        return digest([self.path, self.site, self.program, self.bytes, self.digest, self.turn])

    def owns(self, path: str) -> bool:
        """Whether rows with that path are its own."""
        return path == self.path or path.startswith(f"{self.path}/")


class Manifest(Struct, frozen=True):
    """What an import, or a compaction, commits at once."""

    parts: tuple[Part, ...]
    readings: tuple[Reading, ...]
    outdated: tuple[str, ...] = ()
    """Names of earlier readings that these replace: the file has grown, or was judged by another program."""
    replaces: tuple[str, ...] = ()
    """Names of manifests that this one repeats."""
    weight: int = 1
    """Commits in it."""

    @property
    def name(self) -> str:
        """A name made from everything but the clock."""
        parts, readings = sorted(part.name for part in self.parts), sorted(one.name for one in self.readings)
        return digest([parts, readings, sorted(self.outdated), sorted(self.replaces)])


class Snapshot(Struct, frozen=True):
    """The files that make up the tables for a set of manifests."""

    number: int
    """Commits in it: of two snapshots the one with more is the later."""
    manifests: tuple[str, ...]
    cells: tuple[Cell, ...]
    program: str
    """Who compared neighbouring hands for it."""
    digests: tuple[str, ...] = ()
    """The digests of the files of WHOLE, in that order."""

    def file(self) -> str:
        """The name of the snapshot's file."""
        return f"snapshots/{self._own_name()}.json"

    def written(self) -> dict[str, str]:
        """All its files with their digests."""
        return _written(self.cells) | dict(zip(map(self.whole, WHOLE), self.digests, strict=True))

    def whole(self, table: str) -> str:
        """The file of a table of WHOLE."""
        return f"{table}/{self._own_name()}.parquet"

    def _own_name(self) -> str:
        return f"{self.number:08}-{digest(sorted(self.manifests))}"


def _written(cells: tuple[Cell, ...]) -> dict[str, str]:
    return {file: digest for cell in cells for file, digest in cell.written().items()}


def digest(content: object) -> str:
    """128 bits of the content, in hexadecimal digits."""
    return digest_of(json.encode(content))


def digest_of(data: bytes) -> str:
    """128 bits of the bytes of a file, in hexadecimal digits."""
    return blake2b(data, digest_size=16).hexdigest()


def in_json(record: Struct) -> bytes:
    """The record, readable, with the digest of all that stands before its last line but one."""
    body = json.format(json.encode(record), indent=1).removesuffix(_END)
    return body + _SEAL % digest_of(body).encode() + _END


def record_of(data: bytes, kind: type[Record]) -> Record:
    """The record of that kind in a file. Raises one of the errors of Damage, also if a bit is not as it was written."""
    record = json.decode(data, type=kind)
    body = data[: -len(_SEAL % bytes(32) + _END)]
    if data != body + _SEAL % digest_of(body).encode() + _END:
        raise msgspec.DecodeError("its content does not match its digest")
    return record


_SEAL, _END = b',\n "digest": "%s"', b"\n}"
Damage = (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError)
"""What reading a record raises."""
