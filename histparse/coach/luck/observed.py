"""Coach, luck: the player's hands and draws from the database, those with cards known as arrays."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from msgspec import Struct
from numpy.typing import NDArray

from histparse.coach.luck.histories import NO_CHANCES, Histories, allowed_for, histories, picked_over, weights
from histparse.odds.card_sets import HAND, Floats, Masks, masks_in
from histparse.stats import Filters
from histparse.stats.run import rows_of
from histparse.store import Database
from histparse.system.resources import query
from histparse.system.streams import as_frame

Booleans = NDArray[np.bool_]
Integers = NDArray[np.int64]
NONE = np.zeros(0, np.int64)
NO_FIGURE = np.zeros(0)


class Hands(Struct, frozen=True):
    """Hands dealt to the player, an array each."""

    key: Integers
    """A number for each hand: the seats of one hand share it."""
    net: Floats
    """In big bets."""
    known: Booleans
    """Whether the text shows the cards at the deal."""
    dealt: Masks
    """Five cards as bits; 0 if they are unknown."""
    players: Integers
    """Players dealt in."""
    place: Integers
    """From 1, left of the button, to `players`, the button."""


class Draws(Struct, frozen=True):
    """Draws of a card or more that were seen as they were made, before any reshuffle; an array each."""

    hand: Integers = NONE
    """The place among the hands."""
    draw: Integers = NONE
    """Which draw it is, 1-3."""
    keeps: Masks = NONE
    discards: Masks = NONE
    """The cards the player has thrown, now and before."""
    after: Masks = NONE
    """The five cards held then."""
    pot: Floats = NO_FIGURE
    """In big bets."""
    opponents: Integers = NONE
    """How many draw or stand pat with them."""
    low: Floats = NO_CHANCES
    """The chance of each number of low cards, 0-5, among those that come: an array of draws by low cards."""


class Observed(Struct, frozen=True):
    """All that luck is counted from."""

    hands: Hands
    draws: Draws


class Fetched(Struct, frozen=True):
    """What was observed, and of which hands: a row each, with `hand_key`, `seat`, `line` and `currency`."""

    observed: Observed
    rows: pl.DataFrame
    allowed: float
    """Big bets per 100 hands that luck may be too large; see `histories.allowed_for`."""


def fetch(database: Database, player: str | None, filters: Filters) -> Fetched:
    """All hands of that player, or of all players together, that pass the filters. Raises StatisticsError."""
    hands, draws = (rows_of(database, f"luck/{name}", player, filters) for name in ("hands", "draws"))
    dealt = masks_in(hands["dealt"])
    observed = Hands(
        key=_numbers(hands, "hand_key"),
        net=hands["net"].to_numpy(),
        known=dealt > 0,
        dealt=dealt,
        players=_numbers(hands, "players"),
        place=_numbers(hands, "place"),
    )
    known, likelihoods = database.once(_histories, lambda: _histories(database))
    return Fetched(Observed(observed, _draws(draws, hands, likelihoods)), hands, allowed_for(known))


def _histories(database: Database) -> tuple[Histories, Mapping[str, Floats]]:
    """What players did in all hands of the database, whatever the filters, and what that tells of their cards."""
    rows = as_frame(database.connection.sql(query("luck/histories")))
    heroes, opponents = rows.filter(pl.col("low").is_not_null()), rows.filter(pl.col("low").is_null())
    known = histories(heroes.rows(), opponents.select("history", "hands").rows())
    return known, weights(known)


def _draws(rows: pl.DataFrame, hands: pl.DataFrame, likelihoods: Mapping[str, Floats]) -> Draws:
    numbered = hands.select("hand_key", "seat").with_row_index("hand")
    rows = rows.join(numbered, on=["hand_key", "seat"])
    held, thrown, thrown_before, after = (masks_in(rows[name]) for name in ("held", "thrown", "thrown_before", "after"))
    keeps, discards = held & ~thrown, thrown | thrown_before
    return Draws(
        hand=_numbers(rows, "hand"),
        draw=_numbers(rows, "draw"),
        keeps=keeps,
        discards=discards,
        after=after,
        pot=rows["pot"].to_numpy(),
        opponents=_numbers(rows, "opponents"),
        low=picked_over(keeps | discards, HAND - np.bitwise_count(keeps), rows["others"].to_list(), likelihoods),
    )


def _numbers(rows: pl.DataFrame, name: str) -> Integers:
    return np.asarray(rows[name].to_numpy(), np.int64)
