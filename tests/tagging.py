"""Tags and notes for many hands at once."""

from __future__ import annotations

from collections.abc import Mapping

from histparse.store.database.tags import Hand, TagFile, Tagged, clean_tagging_or_refuse, store_merged_taggings


def add_tags(file: TagFile, taggings: Mapping[Hand, Tagged]) -> None:
    """Add all that is said to what is there, or nothing."""
    cleaned = {hand: clean_tagging_or_refuse(tagging) for hand, tagging in taggings.items()}
    with file.begin_change() as connection:
        store_merged_taggings(connection, cleaned, Tagged())
