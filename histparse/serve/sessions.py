"""Step 10, serve: a player's sessions - the one that an address names, those around it, and how it is unlike them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import chain
from zoneinfo import ZoneInfo

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from histparse import Filters, Store, stats
from histparse.model.errors import count
from histparse.report.differences import Difference, clearest_differences
from histparse.report.model import Figures, Row, is_tested
from histparse.serve.address import RefusedError
from histparse.serve.hand_addresses import SESSION_FORMAT
from histparse.serve.leak_costs import price_mistakes_in_hands
from histparse.serve.listing import Listing
from histparse.serve.source import PageRequest
from histparse.stats import words

MARGIN = timedelta(hours=1)
"""Around a session, whose times are those of a clock that may be put back while it lasts."""


def list_sessions(request: PageRequest) -> pl.DataFrame:
    """The sessions of the player, the earliest first."""
    return request.call_cached(Store.statistic, "sessions", request.player, filters=request.filters)


def find_session(listing: Listing) -> Row | None:
    """The session whose hands are listed, by when it began and its currency; None: there is none."""
    return find_session_and_neighbours(listing)[1]


def find_session_and_neighbours(
    listing: Listing,
) -> tuple[Row | None, Row | None, Row | None]:
    """The session before that one, that one, and the one after it; None where there is none."""
    words, rows = listing.conditions, list_sessions(listing.request).to_dicts()
    chosen = words["session"], words["of"].get("currency")
    names = [(f"{row['began']:{SESSION_FORMAT}}", row["currency"]) for row in rows]
    index = next((index for index, name in enumerate(names) if name == chosen), None)
    if index is None:
        return None, None, None
    previous, following = (rows[near] if 0 <= near < len(rows) else None for near in (index - 1, index + 1))
    return previous, rows[index], following


def filters_around_session(filters: Filters, session: Row) -> Filters:
    """The filters with the currency and the time of that session, and a little more."""
    zone = ZoneInfo(filters.zone)
    end = session["began"] + timedelta(minutes=session["minutes"] + 1)
    first, last = (time.replace(tzinfo=zone) for time in (session["began"] - MARGIN, end + MARGIN))
    return replace(filters.at_any_time(), since=first, until=last, money=session["currency"])


def add_mistake_losses_or_refuse(request: PageRequest, sessions: pl.DataFrame) -> pl.DataFrame:
    """The sessions with what mistakes cost in each, in big bets. Raises RefusedError where no cards are known."""
    filters = request.filters
    mistakes = {
        currency: price_mistakes_in_hands(request, replace(filters, money=currency))
        for currency in sessions["currency"].unique().sort()
    }
    priced = {currency: counted.decisions.values() for currency, counted in mistakes.items() if not counted.sentence}
    if not priced:
        raise RefusedError(next((counted.sentence for counted in mistakes.values()), "there is no session"))
    started = pl.col("began").dt.replace_time_zone(filters.zone, ambiguous="earliest", non_existent="null")
    starts = sessions.select("began", start=started.dt.convert_time_zone("UTC").dt.replace_time_zone(None)).unique()
    lost = (
        pl.concat(chain.from_iterable(priced.values()))
        .drop_nulls("played_at")
        .sort("played_at")
        .join_asof(starts.drop_nulls().sort("start"), left_on="played_at", right_on="start")
        .group_by("began", "currency")
        .agg(lost_by_mistakes=-pl.col("big_bets").sum())
    )
    return sessions.join(lost, on=["began", "currency"], how="left").with_columns(
        pl.when(pl.col("currency").is_in(priced.keys())).then(pl.col("lost_by_mistakes").fill_null(0.0))
    )


# --- bars -------------------------------------------------------------------------------------------------------------

WIDTH, HEIGHT, LEAST = 1000, 120, 1.5
"""The size of the drawing, and the height of a bar of nothing."""
MOST_BARS, GAP = 400, 0.25
"""The bars drawn, those of the last sessions, and the part of the room of each that stays free."""


class Bar(Struct, frozen=True):
    """A session: a rectangle, the session in words, and its address."""

    x: float
    y: float
    wide: float
    high: float
    in_words: str
    address: str
    is_lost: bool


class Bars(Struct, frozen=True):
    """The bars, the height of nothing won, and the most that was won and lost in words."""

    bars: list[Bar]
    zero: float
    high: str
    low: str
    width: int = WIDTH
    height: int = HEIGHT


def build_session_bars(sessions: Sequence[Row], session_address: Callable[[Row], str]) -> Bars | None:
    """The bars of these sessions, the earliest first; None for fewer than two."""
    shown = sessions[-MOST_BARS:]
    if len(shown) < 2:
        return None
    won = [row["big_bets"] for row in shown]
    top, bottom = max(0.0, *won), min(0.0, *won)
    step, scale = WIDTH / len(shown), HEIGHT / ((top - bottom) or 1.0)

    def bar(place: int, row: Row) -> Bar:
        net = row["big_bets"]
        upper, high = (top - max(net, 0.0)) * scale, max(abs(net) * scale, LEAST)
        x, wide = place * step + step * GAP / 2, step * (1 - GAP)
        x, upper, wide, high = (round(size, 1) for size in (x, upper, wide, high))
        return Bar(x, upper, wide, high, _describe_session(row), session_address(row), net < 0)

    bars = [bar(place, row) for place, row in enumerate(shown)]
    return Bars(bars, round(top * scale, 1), words.signed_number(top, 0), words.signed_number(bottom, 0))


def _describe_session(row: Row) -> str:
    """`9 Mar 2013, 20:02: +12.5 big bets in 230 hands in USD`."""
    hands = f"{count(row['hands'], 'hand')} in {words.currency_name(row['currency'])}"
    big_bets = words.signed_number(row["big_bets"])
    return f"{words.format_day(row['began'])}, {row['began']:%H:%M}: {big_bets} big bets in {hands}"


# --- how one is unlike the others -------------------------------------------------------------------------------------

MOST_COMPARED = 5
"""Differences that are shown."""
CHIPS = "chips"


def find_session_differences(session_rates: dict[str, pl.DataFrame], session_start: str) -> list[Difference]:
    """Find what was done more or less often in that session than in all others, the clearest first.

    `session_rates` as of `count_dated_hands_and_session_rates`. They are tested and corrected together as in reports.
    """
    catalogue = stats.catalogue()
    pairs = stats.compare_session_with_others(session_rates, session_start).items()
    figures = [Figures(catalogue[name], pair.own, pair.others, p=pair.p) for name, pair in pairs]
    return clearest_differences(figures, MOST_COMPARED)


def at_any_time_cash_or_tournament(filters: Filters, session_currency: str) -> Filters:
    """The filters with all dates, and only tournaments or only cash games, as a session in that currency is."""
    return replace(filters.at_any_time(), tournament=session_currency == CHIPS)


def count_dated_hands_and_session_rates(
    store: Store, player: str, filters: Filters
) -> tuple[int, dict[str, pl.DataFrame]]:
    """The hands of that player that pass the filters, and by statistic its rates in each session.

    Raises StatisticsError.
    """
    tested = [statistic for statistic in stats.catalogue().values() if is_tested(statistic)]
    with store.database() as database:
        hands = stats.count_rows(database, stats.Listing(where="played_at IS NOT NULL"), player, filters)
        return hands, stats.player_rates_by_session(database, tested, player, filters)
