"""Step 6d, lake: a file that is in the lake only during an import, so that other machines know it from their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

from histparse.store.lake.place import Place


@contextmanager
def marked(place: Place) -> Iterator[str]:
    """The name of a file that exists within the block; a sweep takes what a kill leaves. Raises StoreError."""
    name = f".{uuid4().hex}.part"
    place.write(name, b"")
    try:
        yield name
    finally:
        place.remove(name)
