"""The statistics counted once more, in plain Python from the events of the hands: neither replay nor database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from pkgutil import iter_modules

from histparse.model import events as ev
from histparse.model.hand import Hand
from tests.stats.recount.book import Story, story_of
from tests.stats.recount.person import Person
from tests.stats.recount.sums import Book, Count, Sums

__all__ = ["DECISIONS", "Label", "Person", "Story", "Sums", "nets", "pool", "recount", "story_of"]


PARTS: list[Callable[[Story], Iterator[Count]]] = [
    module.counts
    for module in (import_module(f"{__name__}.{module_found.name}") for module_found in iter_modules(__path__))
    if hasattr(module, "counts")
]
"""Every module here with a function `counts` is one: it returns what a hand adds to some statistics."""
DECISIONS = (ev.Fold, ev.Check, ev.Call, ev.Bet, ev.Raise)


Label = Callable[[Story, Person], str | None]
"""The label whose sums a player's hand goes into; None: nobody's."""


def by_name(_: Story, person: Person) -> str:
    """Everybody separately."""
    return person.name


def pool(_: Story, __: Person) -> str:
    """All together."""
    return "all players"


def recount(stories: Iterable[Story], label: Label = by_name) -> Sums:
    """The sums of every statistic."""
    book = Book()
    for story in stories:
        for count in counts_of(story):
            if (label_of_hand := label(story, count.person)) is not None:
                book.add(label_of_hand, count)
    return book.sums()


@cache
def counts_of(story: Story) -> tuple[Count, ...]:
    """What a hand adds to every statistic: worked out once, for it is asked under many labels."""
    return tuple(chain.from_iterable(part(story) for part in PARTS))


def nets(hand: Hand) -> dict[str, int]:
    """Each player's net: chips collected and returned less those put in."""
    return {person.name: person.won - person.put for person in story_of(hand).people}
