"""Step 10, serve: what a session's hands won one after the other, and what they would have won without luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import polars as pl

from histparse import StatisticsError
from histparse.report.leaks import game_of
from histparse.serve.curve import Curve, curve, with_other
from histparse.serve.listing import Listing
from histparse.serve.luck import HAND, brought, luck_in

POINTS, FEWEST = 300, 2
"""Points of the curve, and the hands that make one."""
Row = dict[str, Any]


def session_curve(hands: Sequence[Row], large: Sequence[int]) -> Curve | None:
    """The sums after each hand; of many hands some, and always those with a large pot, which are marked."""
    if len(hands) < FEWEST:
        return None
    kept = _kept(len(hands), large)
    sums, chosen = [*accumulate(hand["big_bets"] for hand in hands)], [hands[at] for at in kept]
    times, addresses = [hand["played_at"] for hand in chosen], [hand["to"] for hand in chosen]
    marked = [number for number, at in enumerate(kept) if at in large]
    return curve([at + 1 for at in kept], [sums[at] for at in kept], times, addresses, marked)


def without_luck(listing: Listing, hands: Sequence[Row], large: Sequence[int]) -> tuple[str, Curve | None]:
    """What the own cards brought in these hands, in a sentence, and the curve with the line without it.

    What cards are worth is fitted to all hands of the game; None, and why, where too few are known.
    """
    player, game = listing.player, game_of(listing.address.filters())
    try:
        found = listing.source.kept(
            listing.store,
            ("luck of hands", player, game),
            lambda own: own.luck(player, hands=True, filters=game),
        )
    except StatisticsError as error:
        return str(error), None
    named = pl.DataFrame([{name: hand[name] for name in (*HAND, "big_bets")} for hand in hands])
    lucky = luck_in(named, found)
    said, shown = brought(float(named["big_bets"].sum()), lucky), session_curve(hands, large)
    if shown is None:
        return said, None
    kept = _kept(len(hands), large)
    rest = (named["big_bets"] - lucky.fill_null(0.0)).cum_sum().gather(kept)
    return said, with_other(shown, [at + 1 for at in kept], rest.to_list())


def _kept(hands: int, large: Sequence[int]) -> list[int]:
    return sorted({*range(0, hands, max(1, hands // POINTS)), *large, hands - 1})
