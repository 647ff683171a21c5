"""The Python interface: what mistakes cost, and the luck of a hand. What is exact, what modelled: docs/coach.md."""

from __future__ import annotations

from contextlib import suppress

import polars as pl

from histparse.coach.decisions import COLUMNS
from histparse.coach.kinds import NAMES
from histparse.model.errors import absent
from histparse.report.leaks import leaks_by_currency
from histparse.report.results import luckiest_hands
from histparse.stats import Filters, StatisticsError
from histparse.stats.players import find_player
from histparse.stats.run import ALL
from histparse.store import Database

HERO_OF = """
    SELECT player FROM seats JOIN hands USING (hand_key)
    WHERE site = ? AND hand_id = ? AND seats.hero AND player = hands.hero
"""


def leaks(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each currency and kind of mistake, its price in big bets per 100 hands: see `as_rows`.

    The currency of most hands comes first. Raises StatisticsError.
    """
    return pl.concat(leaks.rows(database) for leaks in leaks_by_currency(database, player, filters))


def leak_hands(database: Database, player: str, leak: str, filters: Filters) -> pl.DataFrame:
    """A row for each mistake of that kind, currency by currency; see `list_mistakes`. Raises StatisticsError."""
    if leak not in NAMES:
        raise StatisticsError(absent("leak", leak, NAMES))
    by_currency = leaks_by_currency(database, player, filters)
    return pl.concat(leaks.decisions(database)[leak].select(COLUMNS) for leaks in by_currency)


def hand_luck(database: Database, site: str, hand_id: str) -> float | None:
    """What the hero's cards were worth in the hand beyond the average, in big bets; None: nothing tells."""
    heroes = database.connection.execute(HERO_OF, [site, hand_id]).fetchall()
    if not heroes:
        return None
    player = find_player(database, f"{site}:{heroes[0][0]}")
    with suppress(StatisticsError):  # too few hands
        for luck in luckiest_hands(database, player, ALL).filter(pl.col("hand_id") == hand_id)["luck"]:
            return float(luck)
    return None
