"""The figures in a sentence about a hand: typed values that know how they are written."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from histparse.model.money import show_amount
from histparse.model.plain import count


class Money(Struct, frozen=True, tag="money"):
    """An amount in 1/100 of the currency, an ISO code; None: nobody says which."""

    amount: int
    currency: str | None = None

    def __str__(self) -> str:
        """As the currency writes it: `$1.50`."""
        return show_amount(self.amount, self.currency)


class Cards(Struct, frozen=True, tag="cards"):
    """Cards in the order they are named."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        """As the sites print them: `[7h 5d]`."""
        return f"[{' '.join(self.cards)}]"


class Count(Struct, frozen=True, tag="count"):
    """So many things."""

    number: int
    thing: str

    def __str__(self) -> str:
        """With the noun: `1 card`, `3 cards`."""
        return count(self.number, self.thing)


Figure = str | int | Money | Cards | Count
"""What stands in a sentence where its template has a name in braces."""
Figures = Mapping[str, Figure]


def sentence(template: str, figures: Figures) -> str:
    """The template with its figures put in; without figures it is the sentence itself, whatever braces it has."""
    return template.format_map(figures) if figures else template
