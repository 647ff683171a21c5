"""The Python interface: imports hands as the site's client writes them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path

from histparse.api.arguments import Path as AnyPath
from histparse.api.arguments import Paths, expanded, several
from histparse.model.errors import HistparseError
from histparse.parsing.dialects import known_site
from histparse.watch.target import HandLine, Target
from histparse.watch.watcher import Watcher

__all__ = ["Target", "Watcher", "watch_folders", "watcher"]


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
    target = Target(expanded(into), known_site(site), None if publish is None else expanded(publish))
    watching = watcher(several(paths), target, settle=settle, poll=poll)
    if ontrouble is not None:
        watching.on_trouble = ontrouble
    return watching.run()


def watcher(paths: list[str], into: Target, *, settle: float, poll: bool) -> Watcher:
    """What watches them; where the hands go is there and can be used. Raises HistparseError, StoreError."""
    for path in paths:
        if not Path(path).exists():
            raise HistparseError(f"cannot watch {path}: there is no such folder")
        if not (Path(path).is_dir() or Path(path).is_file()):
            raise HistparseError(f"cannot watch {path}: neither a folder nor a file")
    into.check()  # what cannot be used is refused now, not when the first hand comes
    return Watcher(paths, into, settle=settle, poll=poll)
