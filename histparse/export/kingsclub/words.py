"""KingsClub: the site has no words for hands and no notes."""

from __future__ import annotations

from histparse.export.contract import Remark
from histparse.model.cards import Cards


def says(_cards: Cards) -> str:
    """Hands are not named."""
    return ""


def remark(_remark: Remark) -> str:
    """Only the play is printed."""
    return ""
