"""KingsClub: its own words for hands and for what happens beside the play: it has none for either."""

from __future__ import annotations

from histparse.export.contract import Remark
from histparse.model.cards import Cards


def says(_cards: Cards) -> str:
    """Hands are not read out."""
    return ""


def remark(_remark: Remark) -> str:
    """Nothing is told but the play."""
    return ""
