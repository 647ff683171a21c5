"""Full Tilt: a hand as that site wrote it in the year it was played; archived hands as the archive writes them."""

from __future__ import annotations

from histparse.export.writer import Writer
from tests.dealer.fulltilt.adaptation import FullTiltHand
from tests.dealer.fulltilt.lines import FullTiltLines
from tests.dealer.fulltilt.words import name_hand, remark

__all__ = ["FULL_TILT"]

FULL_TILT = Writer(FullTiltHand, FullTiltLines, name_hand, remark)
