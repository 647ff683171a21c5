"""Winamax: its own words for hands and for notes."""

from __future__ import annotations

from histparse.export.contract import Remark
from histparse.export.line_writer import SINGULARS, hand_namer

_SINGULARS = {rank: rank if rank.isdigit() else word for rank, word in SINGULARS.items()}
"""Ranks below ten are written as digits."""

name_hand = hand_namer(
    {
        "pair": "One pair : {many[0]}",
        "two pair": "Two pairs : {many[0]} and {many[2]}",
        "trips": "Trips of {many[0]}",
        "straight": "Straight {one[0]} high",
        "flush": "Flush {one[0]} high",
        "full house": "Full of {many[0]} and {many[3]}",
        "quads": "Quads of {many[0]}",
        "straight flush": "Straight flush {one[0]} high",
    },
    low="High card : {one[0]}",
    singulars=_SINGULARS,
    plurals={rank: word + "s" * (len(word) > 1) for rank, word in _SINGULARS.items()},
)
"""`High card : 8`, `One pair : Queens`, `Two pairs : Aces and 3`, `Flush King high`.

Pairs and flushes were seen in real hands; the others are worded by analogy.
"""


def remark(remark: Remark) -> str:
    """Winamax prints no notes; a plain wording for callers that ask anyway."""
    return f"{remark.player} {remark.words or remark.kind}"
