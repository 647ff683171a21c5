"""PokerStars: its own words for hands and for what happens beside the play."""

from __future__ import annotations

from functools import cache

from histparse.cards import RANKS, Cards
from histparse.ranking import WORDS, describe, number

ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}

_ONE = {rank: word.capitalize() for rank, word in zip(RANKS, WORDS, strict=True)}
_MANY = {rank: f"{word}s" for rank, word in _ONE.items()} | {"2": "Deuces", "6": "Sixes"}

_SAYS = {
    "pair": "a pair of {many[0]}",
    "two pair": "two pair, {many[0]} and {many[2]}",
    "trips": "three of a kind, {many[0]}",
    "straight": "a straight, {one[4]} to {one[0]}",
    "flush": "a flush, {one[0]} high",
    "full house": "a full house, {many[0]} full of {many[3]}",
    "quads": "four of a kind, {many[0]}",
    "straight flush": "a straight flush, {one[4]} to {one[0]}",
}

_REMARKS = {
    "chat": '{player} said, "{detail}"',
    "join": "{player} joins the table at seat #{detail}",
    "leave": "{player} leaves the table",
    "wait": "{player}: sits out",
    "sit out": "{player} is sitting out",
    "return": "{player} has returned",
    "time out": "{player} has timed out",
    "connection": "{player} is {detail}",
    "finish": "{player} finished the tournament in {detail}",
    "winner": "{player} wins the tournament{detail}",
}


def says(cards: Cards) -> str:
    """`8,7,5,4,3`, `a pair of Fives`, `a straight, Four to Eight`."""
    return _says(number(cards))


@cache
def _says(place: int) -> str:
    made = describe(place)
    if made.category not in _SAYS:
        return ",".join(made.ranks)
    one, many = ([names[rank] for rank in made.ranks] for names in (_ONE, _MANY))
    return _SAYS[made.category].format(one=one, many=many)


def remark(kind: str, player: str, detail: str) -> str:
    """The line for something beside the play."""
    return _REMARKS[kind].format(player=player, detail=detail)
