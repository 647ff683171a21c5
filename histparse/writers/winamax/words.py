"""Winamax: its own words for hands and for what happens beside the play."""

from __future__ import annotations

from functools import cache

from histparse.cards import Cards
from histparse.ranking import describe, number
from histparse.writers.contract import Remark

_ONE = {"T": "Ten", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
_MANY = {rank: f"{word}s" for rank, word in _ONE.items()}

_SAYS = {
    "pair": "One pair : {many[0]}",
    "two pair": "Two pairs : {many[0]} and {many[2]}",
    "trips": "Trips of {many[0]}",
    "straight": "Straight {one[0]} high",
    "flush": "Flush {one[0]} high",
    "full house": "Full of {many[0]} and {many[3]}",
    "quads": "Quads of {many[0]}",
    "straight flush": "Straight flush {one[0]} high",
}
"""Of these, pairs and flushes were seen in real hands; the others are put in the same manner."""


def says(cards: Cards) -> str:
    """`High card : 8`, `One pair : Queens`, `Two pairs : Aces and 3`, `Flush King high`."""
    return _says(number(cards))


@cache
def _says(place: int) -> str:
    made = describe(place)
    one, many = ([names.get(rank, rank) for rank in made.ranks] for names in (_ONE, _MANY))
    return _SAYS.get(made.category, "High card : {one[0]}").format(one=one, many=many)


def remark(remark: Remark) -> str:
    """What happens beside the play has no line at Winamax; for those who ask all the same it is put plainly."""
    return f"{remark.player} {remark.words or remark.kind}"
