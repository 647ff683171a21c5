"""The hour that clocks show twice: with one clock in the text the order of the hand numbers tells which is meant."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from histparse.model.hand import Hand
from histparse.simulate import deal_hands
from histparse.stats import run_statistic
from histparse.store import Database, Summary
from histparse.store.settle.neighbours import Timed, determine_doubtful_times
from tests.dealer.writing import write_all
from tests.simulate.games import game
from tests.store.filling import rows, stored

CLOCKS_GO_BACK = datetime(2012, 11, 4, 6, tzinfo=UTC)
"""When it is 1 a.m. for the second time in New York."""
MINUTE = timedelta(minutes=1)


def night(begins: int, minutes: Iterable[float], site: str = "pokerstars") -> list[Hand]:
    """Hands so many minutes after one that begins so many before the clocks go back."""
    times = [CLOCKS_GO_BACK - begins * MINUTE + minute * MINUTE for minute in minutes]
    hands = deal_hands(game("ring", len(times), 3, site, zone="ET"))
    numbered = enumerate(zip(hands, times, strict=True))
    return [
        replace(hand, header=replace(hand.header, hand_id=str(900_000 + number), played_at=time))
        for number, (hand, time) in numbered
    ]


def played(path: Path, hands: Iterable[Hand]) -> tuple[list[datetime], Summary]:
    """The times that an import of these hands stores, in the order of their numbers."""
    file = path / "hands.txt"
    file.write_text(write_all(hands), "utf-8")
    summary = stored(path / "db", [file])
    with Database(path / "db") as database:
        times = "SELECT played_at FROM hands JOIN seats USING (hand_key) WHERE played_at = hand_played_at GROUP BY ALL"
        return sorted(time.replace(tzinfo=UTC) for (time,) in rows(database, times)), summary


@pytest.mark.nightly(1)
@pytest.mark.parametrize("site", ["pokerstars", "fulltilt"])
@pytest.mark.parametrize("step", [1, -1], ids=["ascending", "newest first"])
def test_sixty_hands_over_88_minutes(site: str, step: int, tmp_path: Path) -> None:
    hands = night(50, [88 * number / 59 for number in range(60)], site)
    times, summary = played(tmp_path, hands[::step])
    assert times == [hand.header.played_at.replace(microsecond=0) for hand in hands if hand.header.played_at]
    assert summary.uncertain == 0
    with Database(tmp_path / "db") as database:
        [session] = run_statistic(database, "sessions", "Hero").to_dicts()
        [hourly] = run_statistic(database, "hourly", "Hero").to_dicts()
    assert (session["hands"], round(session["minutes"]), round(hourly["tables"], 2)) == (60, 88, 1)


def test_what_follows_the_hour_tells_it_too(tmp_path: Path) -> None:
    hands = night(-30, [0, 10, 20, 40])
    times, summary = played(tmp_path, hands)
    assert (times, summary.uncertain) == ([hand.header.played_at for hand in hands], 0)


def test_where_nothing_tells_the_hour_the_doubt_is_said(tmp_path: Path) -> None:
    hands = night(-10, [0, 10, 20])
    times, summary = played(tmp_path, hands)
    assert times == [CLOCKS_GO_BACK + number * MINUTE - timedelta(hours=1) for number in (10, 20, 30)]
    assert summary.uncertain == 3


@given(st.lists(st.integers(1, 29), min_size=8, max_size=60), st.integers(20, 100))
def test_times_that_are_told_are_right(pauses: list[int], begins: int) -> None:
    """Whatever the pauses; and all are told where one is shown too early after a hand before."""
    times, time = list[datetime](), CLOCKS_GO_BACK - begins * MINUTE
    for pause in pauses:
        times.append(time)
        time += pause * MINUTE
    hour = timedelta(hours=1)
    shown = [
        Timed(key, time - hour if time >= CLOCKS_GO_BACK else time, time if time >= CLOCKS_GO_BACK else time + hour)
        if -hour <= time - CLOCKS_GO_BACK < hour
        else Timed(key, time, None)
        for key, time in enumerate(times)
    ]
    determined = dict(determine_doubtful_times(shown))
    assert all(times[key] == time for key, time in determined.items())
    assert {key for key, hand in enumerate(shown) if hand.again is None}.isdisjoint(determined)
