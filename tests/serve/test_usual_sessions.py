"""A session is said to be unlike the others only where its player plays otherwise."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from histparse import Filters, Store
from histparse.report.differences import Difference
from histparse.serve.sessions import (
    at_any_time_cash_or_tournament,
    count_dated_hands_and_session_rates,
    find_session_differences,
)
from histparse.simulate import Settings, Style
from histparse.stats import compare_session_with_others
from histparse.stats.significance import period_p_value, two_sided_student_p
from tests.serve.databases import deal_into

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
EVENINGS, HANDS = (100, 200) if SOAK else (20, 60)
FIRST = datetime(2013, 3, 1, 19, tzinfo=UTC)
PLAYER = "Hero"


def deal_evenings(database_path: Path, styles: list[Style], hands: int) -> Path:
    """An evening in each of these styles, against whoever comes."""
    evenings = (
        Settings(hands=hands, seed=seed, hero=PLAYER, regulars={PLAYER: style}, start=FIRST + timedelta(seed))
        for seed, style in enumerate(styles)
    )
    return deal_into(database_path, *evenings)


def differences(store: Store) -> list[list[Difference]]:
    """What is said of each evening; all are of cash games, in one currency."""
    rows = store.statistic("sessions", PLAYER)
    (currency,) = rows["currency"].unique()
    filters = at_any_time_cash_or_tournament(Filters(), currency)
    rates = count_dated_hands_and_session_rates(store, PLAYER, filters)[1]
    return [find_session_differences(rates, f"{began:%Y-%m-%d %H:%M}") for began in rows["began"]]


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store(deal_evenings(tmp_path_factory.mktemp("alike") / "a.duckdb", [Style()] * EVENINGS, HANDS)) as store:
        yield store


@pytest.mark.nightly
def test_of_evenings_in_ones_own_style_nothing_is_said(alike: Store) -> None:
    evenings = differences(alike)
    assert len(evenings) >= EVENINGS
    assert sum(map(bool, evenings)) <= len(evenings) / 20


@pytest.mark.nightly
def test_an_evening_in_another_style_is_unlike_the_others(tmp_path: Path) -> None:
    with Store(deal_evenings(tmp_path / "a.duckdb", [*[Style()] * 6, Style(loose=0.95)], 90)) as store:
        *usual, last = differences(store)
    claims = [difference.claim for difference in last]
    assert "puts chips into the pot before the first draw more often than opponents" in claims
    assert not any(usual)


@pytest.mark.nightly
def test_one_session_is_compared_with_nothing(tmp_path: Path) -> None:
    with Store(deal_evenings(tmp_path / "a.duckdb", [Style()], 40)) as store:
        assert differences(store) == [[]]


@pytest.mark.nightly
def test_the_sides_are_counted_as_their_hands_are_listed(alike: Store) -> None:
    row = alike.statistic("sessions", PLAYER).to_dicts()[3]
    began = f"{row['began']:%Y-%m-%d %H:%M}"
    cash = at_any_time_cash_or_tournament(Filters(since=row["began"].date()), row["currency"])
    assert cash == Filters(tournament=False)
    pairs = compare_session_with_others(count_dated_hands_and_session_rates(alike, PLAYER, cash)[1], began)
    for outside, side in ((False, pairs["vpip"].own), (True, pairs["vpip"].others)):
        listed = [
            alike.number_of_hands("vpip", PLAYER, filters=cash, session=began, outside=outside, made=made)
            for made in (True, False)
        ]
        assert listed == [*side.select("done", "chances").row(0)]
        assert listed[1] > 20
        assert side.select(pl.col("rate").is_between("low", "high")).item()


def test_by_hand() -> None:
    """18 of 30 beside 30 of 100 that stray by chance alone, or by more: 0.3 over its error, with 6 of freedom."""
    made, chances = np.array([15, 18, 15]), np.array([50, 30, 50])
    share = 48 / 130
    error = (share * (1 - share) * (1 / 30 + 1 / 100)) ** 0.5
    assert period_p_value(made, chances, 1) == pytest.approx(two_sided_student_p(0.3 / error, 6))
    variance = 1 / 10 * ((15**2 + 15**2) / 50 / 0.21 - 1) / 50  # between evenings, by a single degree of freedom of ten
    error = (share * (1 - share) * (1 / 30 + 1 / 100 + variance * (1 + 1 / 2))) ** 0.5
    assert period_p_value(np.array([0, 18, 30]), chances, 1) == pytest.approx(two_sided_student_p(0.3 / error, 6))
    assert period_p_value(made, np.array([50, 0, 50]), 1) is None
    assert period_p_value(made[1:2], chances[1:2], 0) is None
    assert period_p_value(np.array([0, 0]), np.array([9, 9]), 0) == 1
