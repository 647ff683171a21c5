"""KingsClub: a hand as that site's web client writes it. The site has no words for hands and no notes."""

from __future__ import annotations

from histparse.export.contract import Remark
from histparse.export.kingsclub.adaptation import KingsClubHand
from histparse.export.kingsclub.lines import KingsClubLines
from histparse.model.cards import Cards

__all__ = ["adapted", "lines", "remark", "says"]

adapted, lines = KingsClubHand.adapted_from, KingsClubLines.lines_of


def says(_cards: Cards) -> str:
    """Hands are not named."""
    return ""


def remark(_remark: Remark) -> str:
    """Only the play is printed."""
    return ""
