"""Merge: a hand as that site writes it, XML elements without a root."""

from __future__ import annotations

from histparse.export.merge.adaptation import MergeHand
from histparse.export.merge.lines import MergeLines
from histparse.export.merge.words import remark, says, stakes
from histparse.export.wording import LIMITS
from histparse.model.events import Post, of_type
from histparse.model.hand import Hand, Limit
from histparse.parsing.dialects.merge import OURS

__all__ = ["adapted", "heading", "lines", "remark", "says"]

adapted, lines = MergeHand.adapted_from, MergeLines.lines_of


def heading(hand: Hand) -> str:
    """`<description type="2-7 Lowball" stakes="Limit $1/$2"/>`: it applies until the next one."""
    header = hand.header
    figures = f"{stakes(header.low)}/{stakes(header.high)}"
    if header.tournament is not None:
        small = next((event.amount for event in of_type(hand.events, Post)), header.low // 2)
        figures = f"Level {header.tournament.level or 1} Blinds {small // 100}/{header.low // 100}"
    elif header.limit is not Limit.FIXED:
        figures = f"({figures})"
    kind = f"{OURS} Tournament" if header.tournament else OURS
    return f'<description type="{kind}" stakes="{LIMITS[header.limit]} {figures}"/>'
