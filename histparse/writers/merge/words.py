"""Merge: its own words for hands, amounts and names, and for what happens beside the play."""

from __future__ import annotations

from functools import cache
from html import escape

from histparse.cards import RANKS, Cards
from histparse.ranking import WORDS, describe, number
from histparse.writers.contract import Remark

_ONE = {rank: word.capitalize() for rank, word in zip(RANKS, WORDS, strict=True)} | {"2": "Two"}
_MANY = {rank: f"{word}s" for rank, word in _ONE.items()} | {"6": "Sixes"}

_SAYS = {
    "pair": "Pair of {many[0]}",
    "two pair": "Two Pair {many[0]} and {many[2]}",
    "trips": "Three of a Kind {many[0]}",
    "straight": "{one[0]} High Straight",
    "flush": "{one[0]} High Flush",
    "full house": "Full House - {many[0]} over {many[3]}",
    "quads": "Four of a Kind {many[0]}",
    "straight flush": "{one[0]} High Straight Flush",
}


def says(cards: Cards) -> str:
    """`9-7-6-4-3`, `Pair of Nines`, `Full House - Queens over Nines`."""
    return _says(number(cards))


@cache
def _says(place: int) -> str:
    made = describe(place)
    if made.category not in _SAYS:
        return "-".join(made.ranks)
    one, many = ([names[rank] for rank in made.ranks] for names in (_ONE, _MANY))
    return _SAYS[made.category].format(one=one, many=many)


def remark(remark: Remark) -> str:
    """The line of a note, as it is without place and time; empty for what this site does not tell."""
    if remark.kind != "chat":
        return ""
    return f'<event type="CHAT" player="{quoted(remark.player)}" text="{quoted(remark.words)}"/>'


def quoted(text: str) -> str:
    """A name or talk, fit to stand in an attribute."""
    return escape(text, quote=False).replace('"', "&quot;")


def amount(value: int) -> str:
    """`13.50`: always two decimals."""
    return f"{value // 100}.{value % 100:02}"


def stakes(value: int) -> str:
    """`$1`, `$0.50`: decimals where needed."""
    return f"${amount(value).removesuffix('.00')}"
