"""Full Tilt: its own words for hands and for notes."""

from __future__ import annotations

from histparse.export.contract import Remark
from histparse.export.line_writer import LOW, PHRASES, hand_namer

name_hand = hand_namer(
    PHRASES | {"straight": "a straight, {one[0]} high", "straight flush": "a straight flush, {one[0]} high"}, LOW
)
"""`8,7,5,4,3`, `a pair of Fives`, `a straight, Eight high`."""

_REMARKS = {
    "chat": "{0.player}: {0.words}",
    "join": "{0.player} sits down",
    "leave": "{0.player} stands up",
    "return": "{0.player} has returned",
    "sit out": "{0.player} is sitting out",
    "clock": "{0.player} has {0.number} seconds left to act",
    "time out": "{0.player} has timed out",
    "disconnected": "{0.player} has been disconnected",
    "connected": "{0.player} has reconnected",
}


def remark(remark: Remark) -> str:
    """The line of a note, without the blank at its end; empty for the end of a tournament, which is not printed."""
    kind = remark.words if remark.kind == "connection" else remark.kind
    return _REMARKS.get(kind, "").format(remark).rstrip()
