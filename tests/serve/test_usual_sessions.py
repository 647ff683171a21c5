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
from histparse.simulate import Settings, Style, deal_hands
from histparse.stats import compare_session_with_others
from histparse.stats.significance import period_p_value, two_sided_student_p
from tests.dealer.writing import write

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
EVENINGS, HANDS = (100, 200) if SOAK else (20, 60)
FIRST = datetime(2013, 3, 1, 19, tzinfo=UTC)
PLAYER = "Hero"


def dealt(file: Path, styles: list[Style], hands: int) -> Store:
    """An evening in each of these styles, against whoever comes."""
    text = file.with_suffix(".txt")
    evenings = (
        Settings(hands=hands, seed=seed, hero=PLAYER, regulars={PLAYER: style}, start=FIRST + timedelta(seed))
        for seed, style in enumerate(styles)
    )
    text.write_text("".join(write(hand) for one in evenings for hand in deal_hands(one)), encoding="utf-8")
    store = Store(file)
    assert store.import_files([text]).stored == len(styles) * hands
    return store


def unlike(store: Store, player: str = PLAYER) -> list[list[Difference]]:
    """What is said of each evening, of tournaments and of cash games."""
    rows = store.statistic("sessions", player).to_dicts()
    every = {
        of: count_dated_hands_and_session_rates(store, player, at_any_time_cash_or_tournament(Filters(), of))[1]
        for of in {row["currency"] for row in rows}
    }
    return [find_session_differences(every[row["currency"]], f"{row['began']:%Y-%m-%d %H:%M}") for row in rows]


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with dealt(tmp_path_factory.mktemp("alike") / "a.duckdb", [Style()] * EVENINGS, HANDS) as store:
        yield store


@pytest.mark.nightly
def test_of_evenings_in_ones_own_style_nothing_is_said(alike: Store) -> None:
    found = unlike(alike)
    assert len(found) >= EVENINGS
    assert sum(map(bool, found)) <= len(found) / 20


@pytest.mark.nightly
def test_an_evening_in_another_style_is_unlike_the_others(tmp_path: Path) -> None:
    with dealt(tmp_path / "a.duckdb", [*[Style()] * 6, Style(loose=0.95)], 90) as store:
        *before, last = unlike(store)
        assert "puts chips into the pot before the first draw more often than opponents" in [one.claim for one in last]
        assert not any(before)


@pytest.mark.nightly
def test_one_session_is_compared_with_nothing(tmp_path: Path) -> None:
    with dealt(tmp_path / "a.duckdb", [Style()], 40) as store:
        assert unlike(store) == [[]]


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
    between = 1 / 10 * ((15**2 + 15**2) / 50 / 0.21 - 1) / 50  # by a single degree of freedom of ten
    error = (share * (1 - share) * (1 / 30 + 1 / 100 + between * (1 + 1 / 2))) ** 0.5
    assert period_p_value(np.array([0, 18, 30]), chances, 1) == pytest.approx(two_sided_student_p(0.3 / error, 6))
    assert period_p_value(made, np.array([50, 0, 50]), 1) is None
    assert period_p_value(made[1:2], chances[1:2], 0) is None
    assert period_p_value(np.array([0, 0]), np.array([9, 9]), 0) == 1
