"""The Python interface: hand histories that are on this computer, and whose they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from histparse.api.files import Files, size
from histparse.parsing.games import Games
from histparse.reader import FileError
from histparse.reader.clients import client_folders

__all__ = ["FoundFolder", "client_folders", "find_hands_here", "look_into", "total_size"]


class FoundFolder(Struct, frozen=True):
    """A folder of hand histories."""

    path: Path
    files: int
    """All of them, also those without hands."""
    hands: dict[str, int]
    """Hands of 2-7 Triple Draw, by site; copies count as often as they are there."""
    tournaments: int
    """Tournament summaries, of any game."""
    others: int
    """Hands of other games, and other texts of a site."""


def find_hands_here() -> list[FoundFolder]:
    """The folders in which the clients of supported sites keep hand histories on this computer, with what is in them.

    Which folders are looked at, and who says so, stands in `grammars/<site>.toml`. Nothing is stored.
    """
    return [look_into(found.path) for found in client_folders()]


def total_size(paths: Iterable[Path]) -> int:
    """Bytes of all files there."""
    return Files(paths, _left_out).size


def look_into(folder: Path, advance: Callable[[int], object] = lambda _: None) -> FoundFolder:
    """What a folder has. `advance` is called with the bytes of each file read; what cannot be read is left out."""
    files, games = Files([folder], _left_out).found, Games()
    for file in files:
        with suppress(FileError):
            games.add_file(file)
        advance(size(file))
    return FoundFolder(folder, len(files), dict(games.hands), games.tournaments, games.others)


def _left_out(_: OSError) -> None:
    """What cannot be read is told when it is imported."""
