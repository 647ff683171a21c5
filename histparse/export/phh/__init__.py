"""PHH: a hand in PokerKit's notation, one action per line.

Notes are written as comments. All cards are open.
"""

from __future__ import annotations

from histparse.export.contract import Line, Remark
from histparse.export.phh.actions import action_lines
from histparse.export.phh.adapt import adapted
from histparse.export.phh.keys import details_lines, ending_lines, stakes_lines
from histparse.model.cards import Cards
from histparse.model.hand import Hand

__all__ = ["adapted", "heading", "lines", "remark", "says"]


def lines(hand: Hand) -> list[Line]:
    """Stakes and stacks, the actions, then further details of the hand."""
    return [
        *stakes_lines(hand),
        (None, "actions = ["),
        *action_lines(hand),
        (None, "]"),
        *details_lines(hand),
        *ending_lines(hand),
    ]


def heading(hand: Hand) -> str:
    """The hand's TOML table header in a file of several hands."""
    return f"[{hand.header.hand_id}]"


def says(_cards: Cards) -> str:
    """Cards speak for themselves."""
    return ""


def remark(remark: Remark) -> str:
    """A comment among the actions."""
    words = f': "{remark.words}"' if remark.kind == "chat" else ""
    return f"# {remark.player}, {remark.kind}{words}"
