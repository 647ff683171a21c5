"""Winamax: a hand as that site writes it; play money as in its export of 2016, trailing blanks included."""

from __future__ import annotations

from histparse.export.winamax.adaptation import WinamaxHand
from histparse.export.winamax.lines import WinamaxLines
from histparse.export.winamax.words import remark, says

__all__ = ["adapted", "lines", "remark", "says"]

adapted, lines = WinamaxHand.adapted_from, WinamaxLines.lines_of
