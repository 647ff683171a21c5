"""PokerStars: its own words for hands and for notes."""

from __future__ import annotations

from histparse.export.contract import Remark
from histparse.export.wording import LOW, MANY, ORDINALS, PHRASES, Wording
from histparse.model.money import SIGNS, bare

says = Wording(
    PHRASES
    | {"straight": "a straight, {one[4]} to {one[0]}", "straight flush": "a straight flush, {one[4]} to {one[0]}"},
    LOW,
    many=MANY | {"2": "Deuces"},
).of
"""`8,7,5,4,3`, `a pair of Fives`, `a straight, Four to Eight`."""

_REMARKS = {
    "chat": '{0.player} said, "{0.words}"',
    "join": "{0.player} joins the table at seat #{0.number}",
    "leave": "{0.player} leaves the table",
    "return": "{0.player} has returned",
    "time out": "{0.player} has timed out",
    "connection": "{0.player} is {0.words}",
}


def remark(remark: Remark) -> str:
    """The line of a note, without the blank at its end."""
    if remark.kind == "finish":
        place = f"{remark.number}{ORDINALS.get(remark.number, 'th')}"
        prize = f" and received {_prize(remark)}." if remark.prize else ""
        return f"{remark.player} finished the tournament in {place} place{prize}"
    if remark.kind == "winner":
        return f"{remark.player} wins the tournament and receives {_prize(remark)} - congratulations!"
    if remark.kind == "sit out":
        return f"{remark.player}{': sits out' if remark.words else ' is sitting out'}"
    return _REMARKS[remark.kind].format(remark)


def _prize(remark: Remark) -> str:
    return SIGNS.get(remark.currency, "") + bare(remark.prize)
