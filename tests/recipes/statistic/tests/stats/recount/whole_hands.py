"""Whole hands thrown, counted once more."""

from __future__ import annotations

from collections.abc import Iterator

from tests.stats.recount.book import Story
from tests.stats.recount.sums import Count, chance


def counts(story: Story) -> Iterator[Count]:
    """In each of the draws."""
    for n, draws in enumerate(story.draws, start=1):
        for who, count in draws:
            yield chance("whole_hands", who, count == 5, (n,))
