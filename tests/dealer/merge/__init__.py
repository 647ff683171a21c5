"""Merge: a hand as that site writes it, XML elements without a root."""

from __future__ import annotations

from histparse.export.writer import Writer, heading_of_merge_site
from tests.dealer.merge.adaptation import MergeHand
from tests.dealer.merge.lines import MergeLines
from tests.dealer.merge.words import name_hand, remark

__all__ = ["MERGE"]

MERGE = Writer(MergeHand, MergeLines, name_hand, remark, heading_of_merge_site)
