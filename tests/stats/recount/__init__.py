"""The statistics counted once more, in plain Python from the events of the hands: neither replay nor database."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from histparse.model import events as ev
from histparse.model.hand import Hand
from tests.stats.recount.book import Story, tell
from tests.stats.recount.drawing import drawing
from tests.stats.recount.ending import ending
from tests.stats.recount.entry import entry
from tests.stats.recount.person import Person
from tests.stats.recount.rounds import rounds
from tests.stats.recount.sums import Book, Sums

__all__ = ["DECISIONS", "Label", "Person", "Story", "Sums", "nets", "pool", "recount", "tell"]

DECISIONS = (ev.Fold, ev.Check, ev.Call, ev.Bet, ev.Raise)

Label = Callable[[Story, Person], str | None]
"""In whose sums a player's hand goes; None: in nobody's."""


def by_name(_: Story, who: Person) -> str:
    """Everybody has their own."""
    return who.name


def pool(_: Story, __: Person) -> str:
    """All together."""
    return "all players"


def recount(stories: Iterable[Story], label: Label = by_name) -> Sums:
    """The sums of every statistic."""
    book = Book()
    for story in stories:
        for part in (entry, rounds, drawing, ending):
            for count in part(story):
                if (whose := label(story, count.who)) is not None:
                    book.add(whose, count)
    return book.sums()


def nets(hand: Hand) -> dict[str, int]:
    """What the hand brought each player: chips collected and returned less those put in."""
    return {who.name: who.won - who.put for who in tell(hand).people}
