"""The Python interface: hand histories that the sites' clients keep - found on this computer, imported as they come."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from histparse.api.in_and_out import Path as AnyPath
from histparse.api.in_and_out import Paths, expand_home, list_paths
from histparse.api.reading import Files, size_for_progress
from histparse.model.errors import HistparseError
from histparse.parsing.dialects.base import require_known_site
from histparse.parsing.doctor import Games
from histparse.reader import FileError
from histparse.reader.clients import existing_client_folders
from histparse.watch.target import HandLine, Target
from histparse.watch.watcher import Watcher

__all__ = [
    "FoundFolder",
    "Target",
    "Watcher",
    "count_hands_in_folder",
    "existing_client_folders",
    "prepare_target_and_make_watcher",
    "total_bytes",
]


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
    pictures: int = 0
    """Files that are pictures, and no histories."""


def find_hands_here() -> list[FoundFolder]:
    """The folders in which the clients of supported sites keep hand histories on this computer, with what is in them.

    Which folders are looked at, and who says so, stands in `grammars/<site>.toml`. Nothing is stored.
    """
    return [count_hands_in_folder(folder.path) for folder in existing_client_folders()]


def total_bytes(paths: Iterable[Path]) -> int:
    """Bytes of all files there."""
    return Files(paths, _ignore_error).size_in_bytes


def count_hands_in_folder(folder: Path, advance: Callable[[int], object] = lambda _: None) -> FoundFolder:
    """Count the hands in a folder. `advance` gets the bytes of each file read; what cannot be read is left out."""
    files, games = Files([folder], _ignore_error), Games()
    for file in files.paths:
        with suppress(FileError):
            games.add_file(file)
        advance(size_for_progress(file))
    return FoundFolder(
        folder, len(files.paths), dict(games.hands), games.tournaments, games.others, files.picture_count
    )


def _ignore_error(_: OSError) -> None:
    """Say nothing of a file that cannot be read: the import will."""


def watch_folders(
    paths: Paths,
    into: AnyPath,
    *,
    publish: AnyPath | None = None,
    site: str | None = None,
    settle: float = 1.0,
    poll: bool = False,
    ontrouble: Callable[[str], object] | None = None,
) -> Generator[list[HandLine], None, None]:
    """Import hands as the site's client writes them into folders or files, until it is closed: the new hands of each.

    They go into a database file, which is made if need be, and open only for the moment of an import. After
    each, a copy is published at the address `publish`, if any. `settle`: seconds without a change after which a file
    counts as written; `poll`: use no file events of the system. `ontrouble` gets a sentence for what is waited for,
    such as a database in use. Raises HistparseError, StoreError for what cannot be used.
    """
    target = Target(expand_home(into), require_known_site(site), None if publish is None else expand_home(publish))
    watching = prepare_target_and_make_watcher(list_paths(paths), target, settle=settle, poll=poll)
    if ontrouble is not None:
        watching.on_trouble = ontrouble
    return watching.run()


def prepare_target_and_make_watcher(paths: list[str], into: Target, *, settle: float, poll: bool) -> Watcher:
    """Make a watcher of these paths, after a check that the target can be used. Raises HistparseError, StoreError."""
    for path in paths:
        if not Path(path).exists():
            raise HistparseError(f"cannot watch {path}: there is no such folder")
        if not (Path(path).is_dir() or Path(path).is_file()):
            raise HistparseError(f"cannot watch {path}: neither a folder nor a file")
    into.create_if_missing_and_publish()  # what cannot be used is refused now, not when the first hand comes
    return Watcher(paths, into, settle=settle, poll=poll)
