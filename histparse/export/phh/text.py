"""PHH: the text of a hand, one action per line. Notes are written as comments."""

from __future__ import annotations

import re

from histparse.export.contract import Line
from histparse.export.phh.actions import action_lines
from histparse.export.phh.hole_cards import hole_cards_lines
from histparse.export.phh.keys import details_lines, ending_lines, stakes_lines
from histparse.model.hand import Hand

_NOT_BARE = re.compile("[^A-Za-z0-9_-]")
"""What a name of TOML without quotes cannot contain."""


def lines(hand: Hand) -> list[Line]:
    """Stakes and stacks, the actions, then further details of the hand."""
    return [
        *stakes_lines(hand),
        (None, "actions = ["),
        *action_lines(hand),
        (None, "]"),
        *details_lines(hand),
        *ending_lines(hand),
        *hole_cards_lines(hand),
    ]


def heading(hand: Hand) -> str:
    """The hand's TOML table header in a file of several hands."""
    return f"[{_NOT_BARE.sub('-', hand.header.hand_id)}]"
