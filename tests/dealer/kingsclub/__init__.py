"""KingsClub: a hand as that site's web client writes it. The site has no words for hands and no notes."""

from __future__ import annotations

from histparse.export.contract import Remark
from histparse.export.writer import Writer
from histparse.model.cards import Cards
from tests.dealer.kingsclub.adaptation import KingsClubHand
from tests.dealer.kingsclub.lines import KingsClubLines

__all__ = ["KINGS_CLUB"]


def name_hand(_cards: Cards) -> str:
    """Hands are not named."""
    return ""


def remark(_remark: Remark) -> str:
    """Only the play is printed."""
    return ""


KINGS_CLUB = Writer(KingsClubHand, KingsClubLines, name_hand, remark)
