"""The figures in a sentence about a hand: typed values that know how they are written."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from histparse.model.errors import count
from histparse.model.money import show_amount


class Money(Struct, frozen=True, tag="money"):
    """An amount in 1/100 of the currency, an ISO code; None: nobody says which."""

    amount: int
    currency: str | None = None

    def __str__(self) -> str:
        """The amount as the currency writes it: `$1.50`."""
        return show_amount(self.amount, self.currency)


class Cards(Struct, frozen=True, tag="cards"):
    """Cards in the order they are named."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        """The cards as sites print them: `[7h 5d]`."""
        return f"[{' '.join(self.cards)}]"


class Count(Struct, frozen=True, tag="count"):
    """So many things."""

    number: int
    thing: str

    def __str__(self) -> str:
        """With the noun: `1 card`, `3 cards`."""
        return count(self.number, self.thing)


class Made(Struct, frozen=True, tag="hand"):
    """A hand of five cards: `ranks` and `category` as in the table of ranks."""

    ranks: str
    category: str

    def __str__(self) -> str:
        """The hand as players say it: `8-7-5-4-2`, `5-5-8-7-4 (pair)`."""
        ranks = "-".join(self.ranks)
        return ranks if self.category.endswith("-low") else f"{ranks} ({self.category})"


class Nth(Struct, frozen=True, tag="nth"):
    """Which one in a row, counted from 1."""

    number: int

    def __str__(self) -> str:
        """In words: `first`, `second`."""
        return NTH[self.number] if 0 < self.number < len(NTH) else f"{self.number}th"


NTH = ("", "first", "second", "third", "fourth", "fifth")


class PotName(Struct, frozen=True, tag="pot"):
    """A pot by its number; the main pot is 0."""

    number: int

    def __str__(self) -> str:
        """The pot as sites call it: `the main pot`, `side pot 1`."""
        return f"side pot {self.number}" if self.number else "the main pot"


class Term(Struct, frozen=True, tag="term"):
    """A word of the game: `small blind`."""

    word: str

    def __str__(self) -> str:
        """The word of the game itself."""
        return self.word


Figure = str | int | Money | Cards | Count | Made | Nth | PotName | Term
"""What stands in a sentence where its template has a name in braces."""
Figures = Mapping[str, Figure]
Sentence = tuple[str, Figures]
"""A template and its figures."""


def fill_template(template: str, figures: Figures) -> str:
    """The template with its figures put in; without figures it is the sentence itself, whatever braces it has."""
    return template.format_map(figures) if figures else template
