"""PHH: a hand in this notation, as its specification wants it."""

from __future__ import annotations

from histparse.export.contract import Remark
from histparse.export.phh.adaptation import PhhHand
from histparse.export.phh.lines import PhhLines, heading
from histparse.export.writer import Writer
from histparse.model.cards import Cards

__all__ = ["PHH"]


def says(_cards: Cards) -> str:
    """Cards speak for themselves."""
    return ""


def remark(remark: Remark) -> str:
    """A comment among the actions."""
    words = f': "{remark.words}"' if remark.kind == "chat" else ""
    return f"# {remark.player}, {remark.kind}{words}"


PHH = Writer(PhhHand, PhhLines, says, remark, heading)
