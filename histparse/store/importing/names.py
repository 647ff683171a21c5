"""Step 6e, importing: a file has one name, that by which it was read first, however it is called later."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path, PurePath

from histparse.system.files import shown_path


class Names:
    """The names of files that were read before; in an archive, also that of the archive."""

    def __init__(self, read: Iterable[str]) -> None:
        self._read = set(read)

    def of(self, path: Path) -> str:
        """The name by which that file was read before, or else its own."""
        own = shown_path(path)
        if own in self._read:
            return own
        alike = self._by_end.get(PurePath(own).name, set())
        return own if own in alike else next((name for name in sorted(alike) if _is_same(name, path)), own)

    @cached_property
    def _by_end(self) -> Mapping[str, set[str]]:
        found = defaultdict[str, set[str]](set)
        for name in self._read:
            for whole in (name, *map(str, PurePath(name).parents)):
                found[PurePath(whole).name].add(whole)
        return found


def _is_same(name: str, path: Path) -> bool:
    with suppress(OSError):
        return path.samefile(name)
    return False
