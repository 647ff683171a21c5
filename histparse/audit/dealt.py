"""Audit: the deals and draws that tests of the deal are made of - cards that were known whatever came of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct
from numpy.typing import NDArray

from histparse.model.cards import DECK, RANKS, SUITS
from histparse.model.ranking import WORDS
from histparse.odds.card_sets import SUIT_BITS, Masks, card_masks_in_column
from histparse.stats import Filters, StatisticsError
from histparse.stats.filter_views import prepare_queries
from histparse.store import Database
from histparse.system.files import query_text
from histparse.system.streams import as_frame

RANK_NAMES = [f"{word}es" if word == "six" else f"{word}s" for word in ("deuce", "trey", *WORDS[2:])]
SUIT_NAMES = ["clubs", "diamonds", "hearts", "spades"]
_BATCH = 100_000
TABLES = ("deals", "draws")
_HOLD = "CREATE OR REPLACE TEMP TABLE audited_{} AS {}"
_CARDS = (
    "SELECT card, count(*) AS n FROM (SELECT unnest(string_split(dealt, ' ')) AS card FROM audited_deals) GROUP BY card"
)
_NUMBERS = "SELECT number, count(*) AS n FROM audited_deals GROUP BY number"
_DRAWS = """
    SELECT held, thrown_before, thrown, received FROM audited_draws WHERE reshuffled = {} LIMIT {} OFFSET {}
"""


class Drawn(Struct, frozen=True):
    """Draws of a card or more as bits, an array each."""

    known: Masks
    """The cards that the player had seen: held, and thrown in earlier draws."""
    held: Masks
    thrown: Masks
    """Now and before."""
    received: Masks


class Dealt:
    """The tables `audited_deals` and `audited_draws` of a connection, and what several tests need of them."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection

    def query_rows(self, sql: str) -> pl.DataFrame:
        """Run a query of both tables."""
        return as_frame(self._connection.sql(sql))

    @cached_property
    def times_dealt_by_card(self) -> Masks:
        """The number of times that each card was dealt: an array of ranks by suits."""
        times_dealt = dict(self.query_rows(_CARDS).iter_rows())
        return np.array([times_dealt.get(card, 0) for card in DECK]).reshape(len(RANKS), len(SUITS))

    @cached_property
    def hand_count(self) -> int:
        """The number of hands dealt."""
        return int(self.times_dealt_by_card.sum()) // 5

    @cached_property
    def times_dealt_by_hand(self) -> pl.DataFrame:
        """The number of times that each hand was dealt: `number`, as the ranking has it, and `n`."""
        return self.query_rows(_NUMBERS)

    def draws_in_batches(self, *, reshuffled: bool) -> Iterator[Drawn]:
        """The draws, many at a time: those from the stub, or those from a deck of discards."""
        for offset in range(0, self.count_draws(reshuffled=reshuffled), _BATCH):
            rows = self.query_rows(_DRAWS.format(reshuffled, _BATCH, offset))
            held, earlier, now, received = (card_masks_in_column(rows[name]) for name in rows.columns)
            yield Drawn(held | earlier, held, earlier | now, received)

    def count_draws(self, *, reshuffled: bool) -> int:
        """Count the draws that are, or are not, marked as reshuffled."""
        sql = f"SELECT count(*) AS n FROM audited_draws WHERE reshuffled = {reshuffled}"  # noqa: S608 - true or false
        return int(self.query_rows(sql)["n"].item())


def create_dealt_tables(database: Database, filters: Filters) -> Dealt:
    """Fetch the cards dealt in hands that pass the filters. Raises StatisticsError for filters that choose by cards."""
    if filters.start is not None:
        raise StatisticsError(
            "an audit of the deal cannot choose hands by the cards that were dealt: leave out {start}", start=""
        )
    for name in TABLES:
        sql = query_text(f"audit/{name}")
        prepare_queries(database, [sql], None, filters, distinguishes_players=True)
        database.connection.execute(_HOLD.format(name, sql))
    return Dealt(database.connection)


def count_by_rank(cards: Masks) -> NDArray[np.int64]:
    """Count the cards of each rank in each set: an array of ranks by sets."""
    return np.stack([np.bitwise_count(cards & of_rank) for of_rank in OF_RANK]).astype(np.int64)


OF_RANK = [sum(1 << SUIT_BITS * suit + rank for suit in range(len(SUITS))) for rank in range(len(RANKS))]
"""The four cards of each rank, as bits."""
