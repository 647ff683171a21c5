"""Merge: its own format of hands, amounts, names and notes."""

from __future__ import annotations

from html import escape

from histparse.export.contract import Remark
from histparse.export.line_writer import hand_namer

name_hand = hand_namer(
    {
        "pair": "Pair of {many[0]}",
        "two pair": "Two Pair {many[0]} and {many[2]}",
        "trips": "Three of a Kind {many[0]}",
        "straight": "{one[0]} High Straight",
        "flush": "{one[0]} High Flush",
        "full house": "Full House - {many[0]} over {many[3]}",
        "quads": "Four of a Kind {many[0]}",
        "straight flush": "{one[0]} High Straight Flush",
    },
    low="{ranks[0]}-{ranks[1]}-{ranks[2]}-{ranks[3]}-{ranks[4]}",
)
"""`9-7-6-4-3`, `Pair of Nines`, `Full House - Queens over Nines`."""


def remark(remark: Remark) -> str:
    """The line of a note, without sequence and time; empty for notes this site does not print."""
    if remark.kind != "chat":
        return ""
    return f'<event type="CHAT" player="{quoted(remark.player)}" text="{quoted(remark.words)}"/>'


def quoted(text: str) -> str:
    """A name or chat, escaped for an attribute."""
    return escape(text, quote=False).replace('"', "&quot;")


def amount(value: int) -> str:
    """`13.50`: always two decimals."""
    return f"{value // 100}.{value % 100:02}"
