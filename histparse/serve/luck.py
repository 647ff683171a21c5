"""Step 10, serve: what the luck of the own cards brought in some hands, by what it was in each of them."""

from __future__ import annotations

import polars as pl

from histparse.model.plain import count
from histparse.report import words
from histparse.report.results import NOT_TAKEN_OUT, OWN_LUCK, WITHOUT

HAND = ("site", "hand_id")


def luck_in(hands: pl.DataFrame, found: pl.DataFrame) -> pl.Series:
    """The luck of each of these hands in their order, from that of more of them; null: its cards are not known."""
    return hands.join(found.select(*HAND, "luck"), on=HAND, how="left", maintain_order="left")["luck"]


def brought(net: float, lucky: pl.Series) -> str:
    """What the own cards brought of that net in big bets, in a sentence."""
    luck, known = float(lucky.sum()), lucky.count()
    told = "" if known == len(lucky) else f", {known:,} with cards known"
    return (
        f"{OWN_LUCK} {words.signed(luck)} big bets, {WITHOUT} {words.signed(net - luck)}, "
        f"from {count(len(lucky), 'hand')}{told}; {NOT_TAKEN_OUT}"
    )
