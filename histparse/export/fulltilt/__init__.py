"""Full Tilt: a hand as that site wrote it in the year it was played; archived hands as the archive writes them."""

from __future__ import annotations

from histparse.export.fulltilt.adaptation import FullTiltHand
from histparse.export.fulltilt.lines import FullTiltLines
from histparse.export.fulltilt.words import remark, says

__all__ = ["adapted", "lines", "remark", "says"]

adapted, lines = FullTiltHand.adapted_from, FullTiltLines.lines_of
