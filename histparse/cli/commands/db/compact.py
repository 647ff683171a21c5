"""`histparse db compact`: gives back the space that removed rows left in a database."""

from __future__ import annotations

from msgspec import Struct

from histparse.cli.answer_format import Answer, Format, answer
from histparse.cli.database_option import Db, find_database
from histparse.cli.progress import progress
from histparse.cli.usage_error import refusing
from histparse.store import StoreError
from histparse.store.lake.compact import compact as compact_files
from histparse.store.lake.founding import is_lake
from histparse.store.lake.place import place_at
from histparse.store.upkeep.compaction import compact


def compact_lake(address: str) -> tuple[int, int]:
    """The same for a lake."""
    place = place_at(address)
    before = sum(place.sizes().values())
    compact_files(address)
    return before, sum(place.sizes().values())


class Sizes(Struct, frozen=True):
    """The file's size in bytes."""

    path: str
    before: int
    after: int


def run(
    db: Db,
    format: Format = Answer.TEXT,  # noqa: A002 - the option's name
) -> int:
    """Write a database anew without the space that removed rows left; nothing in it changes.

    The new file is made beside the old one and replaces it when complete, so there must be room for both.

    **Examples**

    - `histparse db compact --db poker.duckdb`
    - `histparse db compact --db poker.duckdb --format json`
    """
    with refusing(StoreError):
        find_database(db)
        with progress("Compacting"):
            sizes = Sizes(db, *(compact_lake if is_lake(db) else compact)(db))
    answer(sizes, [f"{db}: {sizes.before / 1e6:,.1f} MB before, {sizes.after / 1e6:,.1f} MB now"], format)
    return 0
