"""Winamax: a hand as that site writes it; play money as in its export of 2016, trailing blanks included."""

from __future__ import annotations

from histparse.export.writer import Writer
from tests.dealer.winamax.adaptation import WinamaxHand
from tests.dealer.winamax.lines import WinamaxLines
from tests.dealer.winamax.words import name_hand, remark

__all__ = ["WINAMAX"]

WINAMAX = Writer(WinamaxHand, WinamaxLines, name_hand, remark)
