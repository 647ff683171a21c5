"""Coach, luck: a player's result beside the one without the luck of the own cards, each with its interval, as rows."""

from __future__ import annotations

from math import sqrt

import numpy as np
import polars as pl
from msgspec import Struct

from histparse.coach.luck.observed import Booleans, Fetched, fetch
from histparse.coach.luck.surprises import luck
from histparse.model.errors import quoted
from histparse.odds.card_sets import Floats
from histparse.stats import Filters, StatisticsError
from histparse.stats.naming import unit
from histparse.store import Database
from histparse.system import late
from histparse.system.streams import as_frame

FEWEST = 500
"""Fewer hands with cards known do not tell what cards are worth, so nothing is said."""
_TAIL = 0.975


class Pace(Struct, frozen=True):
    """Big bets won per 100 hands, and the 95 % interval."""

    bb100: float
    low: float
    high: float


class WithoutLuck(Struct, frozen=True):
    """A result, the part of it that the own cards brought beyond the average, and the rest."""

    net: Pace
    luck: float
    """In big bets per 100 hands."""
    without: Pace
    variance_left: float
    """The variance of the rest beside that of the nets: with 0.7 each hand tells as much as 1.4 hands."""


def without_luck(net: Floats, lucky: Floats) -> WithoutLuck:
    """The result of hands with those nets and that luck, in big bets."""
    rest = net - lucky
    return WithoutLuck(_pace(net), float(100 * lucky.mean()), _pace(rest), float(rest.var() / (net.var() or 1)))


def _pace(each: Floats) -> Pace:
    """The mean as it is: nothing is centred."""
    mean = 100 * float(each.mean())
    reach = 100 * float(late.special.stdtrit(len(each) - 1, _TAIL) * np.std(each, ddof=1)) / sqrt(len(each))
    return Pace(mean, mean - reach, mean + reach)


# --- in rows ----------------------------------------------------------------------------------------------------------

HANDS = "SELECT hand_key, site, hand_id, path FROM hands WHERE hand_key IN (SELECT unnest($keys::BIGINT[]))"
COLUMNS = ("site", "hand_id", "path", "line", "currency", "net", "luck", "without")


def results(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each currency with enough hands whose cards are known, that with the most hands first.

    `hands`, those with cards `known`, then in big bets per 100 hands `bb100`, `luck`, which the own cards brought
    beyond their average, and `without`, what is left; `low_end` to `high_end` and `without_low` to `without_high` are
    95 % intervals; `variance_left`: how much of that of nets is left. `allowed`: how much `without_high` is raised,
    as luck may be so much too large, because opponents fold more often than those whose cards are known. Raises
    StatisticsError if no currency has 500.
    """
    fetched = fetch(database, player, filters)
    found = _by_currency(fetched, luck(fetched.observed))
    if not found:
        raise _too_few(fetched, player)
    return pl.DataFrame(found)


def hands(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """The hands with cards known, the luckiest first: `net`, `luck` and what is left `without` it, in big bets.

    Raises StatisticsError for fewer than 500.
    """
    fetched = fetch(database, player, filters)
    observed = fetched.observed.hands
    if np.count_nonzero(observed.known) < FEWEST:
        raise _too_few(fetched, player)
    lucky = luck(fetched.observed)
    each = fetched.rows.with_columns(pl.Series("luck", lucky), pl.Series("without", observed.net - lucky))
    known = each.filter(pl.Series(observed.known))
    named = as_frame(database.connection.sql(HANDS, params={"keys": known["hand_key"].unique().to_list()}))
    return known.join(named, on="hand_key").sort("luck", "hand_key", descending=[True, False]).select(COLUMNS)


def _by_currency(fetched: Fetched, lucky: Floats) -> list[dict[str, object]]:
    net, known = fetched.observed.hands.net, fetched.observed.hands.known
    currencies = fetched.rows["currency"].cast(pl.String).to_numpy()
    found = [(currency, currencies == currency) for currency in np.unique(currencies)]
    enough = [(currency, these) for currency, these in found if np.count_nonzero(known & these) >= FEWEST]
    enough.sort(key=lambda one: -np.count_nonzero(one[1]))
    return [_row(currency, known[these], net[these], lucky[these], fetched.allowed) for currency, these in enough]


def _row(currency: str, known: Booleans, net: Floats, lucky: Floats, allowed: float) -> dict[str, object]:
    found = without_luck(net, lucky)
    return {
        "currency": currency,
        "hands": len(net),
        "known": int(known.sum()),
        "bb100": found.net.bb100,
        "low_end": found.net.low,
        "high_end": found.net.high,
        "luck": found.luck,
        "without": found.without.bb100,
        "without_low": found.without.low,
        "without_high": found.without.high + allowed,
        "variance_left": found.variance_left,
        "allowed": allowed,
    }


def _too_few(fetched: Fetched, player: str) -> StatisticsError:
    known = fetched.rows.filter(pl.Series(fetched.observed.hands.known))["currency"].value_counts(sort=True)
    each = ", ".join(f"{hands:,} in {unit(currency)}" for currency, hands in known.rows()) or "none"
    needed = f"{FEWEST} hands in one currency with the player's cards known"
    return StatisticsError(f"results without luck need {needed}: {quoted(player)} has {each}")
