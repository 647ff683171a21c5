"""Step 10, serve: in what a session is unlike the others of its player, and what mistakes cost usually."""

from __future__ import annotations

import polars as pl
from msgspec import Struct, structs

from histparse import Store, stats
from histparse.report.differences import Difference, clearest
from histparse.report.model import Figures, is_tested
from histparse.stats import Filters, Listing

MOST = 5
"""Differences that are told."""
CHIPS = "chips"


class Sessions(Struct, frozen=True):
    """The rates of a player in each session, and how many hands there are in all."""

    hands: int
    rates: dict[str, pl.DataFrame]

    def unlike(self, began: str) -> list[Difference]:
        """What was done in the session that began then more or less often than in all others, the clearest first.

        Rates are tested and corrected together as those of two players are in a report.
        """
        there = stats.catalogue()
        pairs = stats.versus_sessions(self.rates, began).items()
        return clearest([Figures(there[name], pair.own, pair.others, p=pair.p) for name, pair in pairs], MOST)


def like_session(filters: Filters, currency: str) -> Filters:
    """The filters with all dates, and only tournaments or only cash games, as a session in that currency is."""
    return structs.replace(filters, since=None, until=None, tournament=currency == CHIPS)


def sessions_in(store: Store, player: str, game: Filters) -> Sessions:
    """All sessions of that player that pass the filters. Raises StatisticsError."""
    told = [one for one in stats.catalogue().values() if is_tested(one)]
    with store.database() as database:
        hands = stats.number(database, Listing(where="played_at IS NOT NULL"), player, game)
        return Sessions(hands, stats.by_session(database, told, player, game))
