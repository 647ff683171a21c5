"""Step 6e, lake: whether a file is, byte for byte, what was written; each is looked at when it is opened first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from msgspec import DecodeError, json

from histparse.store.database.connection import StoreError
from histparse.store.lake.place import Place, absolute
from histparse.store.lake.records import digest, digest_of
from histparse.system.cache import cache_folder
from histparse.system.cores import cores

DAMAGED = "not as it was written: restore a backup, or import the histories into a new lake"


def require_sound(place: Place, digests: Mapping[str, str]) -> None:
    """Raise StoreError for the first of these files that is not as it was written; one that is gone is not looked at.

    Each is read once on this machine, and known by its size and time from then on.
    """
    there = place.stamps(digests)
    seen = _seen(place)
    new = {name: digests[name] for name in there if seen.get(name) != there[name]}
    for name in damaged(place, new):
        raise StoreError(f"{place.address}/{name}: {DAMAGED}")
    if new:
        known = seen | there
        now = place.stamps(known)
        _keep(place, {name: stamp for name, stamp in known.items() if now.get(name) == stamp})


def damaged(place: Place, digests: Mapping[str, str]) -> Iterator[str]:
    """The files among these that are not as they were written. Raises StoreError for one that cannot be read."""
    with ThreadPoolExecutor(cores()) as threads:
        found = threads.map(lambda name: digest_of(place.read(name)), digests)
        yield from (name for name, digest in zip(digests, found, strict=True) if digest != digests[name])


def _seen(place: Place) -> dict[str, str]:
    """What was looked at before."""
    try:
        return json.decode(_file(place).read_bytes(), type=dict[str, str])
    except (OSError, DecodeError):
        return {}


def _keep(place: Place, stamps: Mapping[str, str]) -> None:
    file = _file(place)
    with suppress(OSError):  # then it is looked at again
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{digest(sorted(stamps))}")
        part.write_bytes(json.encode(stamps))
        part.replace(file)


def _file(place: Place) -> Path:
    return cache_folder() / "lakes" / f"{digest(absolute(place.address))}.json"
