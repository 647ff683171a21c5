"""PHH: a hand as PokerKit's notation writes it, one action a line.

What the dealer says beside the play is written as comments. All cards are open.
"""

from __future__ import annotations

from histparse.export.contract import Line, Remark
from histparse.export.phh.actions import tell_actions
from histparse.export.phh.adapt import adapted
from histparse.export.phh.keys import tell_details, tell_ending, tell_stakes
from histparse.model.cards import Cards
from histparse.model.hand import Hand

__all__ = ["adapted", "heading", "remark", "says", "tell"]


def tell(hand: Hand) -> list[Line]:
    """Stakes and stacks, the actions, then what else is known of the hand."""
    return [
        *tell_stakes(hand),
        (None, "actions = ["),
        *tell_actions(hand),
        (None, "]"),
        *tell_details(hand),
        *tell_ending(hand),
    ]


def heading(hand: Hand) -> str:
    """The name of the hand's table in a file of several hands."""
    return f"[{hand.header.hand_id}]"


def says(_cards: Cards) -> str:
    """Cards speak for themselves."""
    return ""


def remark(remark: Remark) -> str:
    """A comment among the actions."""
    words = f': "{remark.words}"' if remark.kind == "chat" else ""
    return f"# {remark.player}, {remark.kind}{words}"
