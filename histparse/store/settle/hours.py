"""Step 6d, settle: the hour that clocks show twice when they go back - the order of the numbers tells which it is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.store.settle.changes import run

_NEAR, _JITTER, _NIGHT = timedelta(minutes=30), timedelta(minutes=1), timedelta(hours=6)
"""Hands of one session are so near; numbers given at several tables may be out of order by so much."""
# What was played within hours of a time in doubt, file by file.
_NEARBY = """
    SELECT site, path, hand_key, played_at, or_at FROM hands
    WHERE EXISTS (
        FROM hands AS doubt WHERE doubt.or_at IS NOT NULL AND doubt.path = hands.path AND doubt.site = hands.site
            AND abs(epoch(doubt.played_at) - epoch(hands.played_at)) < 3 * 3600
    ) AND path IN (SELECT path FROM ({paths}))
    ORDER BY site, path, length(hand_id), hand_id
"""
_SETTLE = (
    "UPDATE hands SET played_at = told.moment, or_at = NULL FROM ({told}) AS told WHERE hands.hand_key = told.hand_key",
    "UPDATE seats SET hand_played_at = told.moment FROM ({told}) AS told WHERE seats.hand_key = told.hand_key",
)


class Timed(NamedTuple):
    """A hand with its time, in the order of the numbers of a file."""

    hand_key: int
    moment: datetime
    again: datetime | None
    """The later moment at which the clock shows the same; None: the time is certain."""


def settle_hours(connection: DuckDBPyConnection, paths: Collection[str]) -> int:
    """Correct the times of hands in these files that came later than the first hour; how many stay uncertain."""
    if not paths:
        return 0
    files = pl.DataFrame({"path": [*paths]})
    rows = run(connection, _NEARBY, paths=files).fetchall()
    certain_times = [hand_time for night in _nights(rows) for hand_time in certain(night)]
    if certain_times:
        frame = pl.DataFrame(certain_times, {"hand_key": pl.Int64, "moment": pl.Datetime("us")}, orient="row")
        for statement in _SETTLE:
            run(connection, statement, told=frame)
    return sum(again is not None for *_, again in rows) - len(certain_times)


def _nights(rows: Iterable[tuple[str, str, int, datetime, datetime | None]]) -> Iterator[list[Timed]]:
    """The hands of each file and night."""
    night, last = list[Timed](), None
    for site, path, key, moment, again in rows:
        hand = Timed(key, moment, again)
        if night and (last != (site, path) or abs(hand.moment - night[-1].moment) > _NIGHT):
            yield night
            night = []
        night.append(hand)
        last = site, path
    yield night


def certain(hands: Sequence[Timed]) -> Iterator[tuple[int, datetime]]:
    """The times that the order of the hands tells: those of the first hour come first, and time goes on."""
    doubts = [place for place, hand in enumerate(hands) if hand.again]
    # All from some place on are of the second hour: it lies behind `first`, and not behind `second`.
    first = max(
        (place for place in doubts if any(_goes_back(hands[place], later) for later in hands[place:])), default=-1
    )
    too_early = (
        place for place in doubts if any(earlier.moment > hands[place].moment + _JITTER for earlier in hands[:place])
    )
    second = min(too_early, default=len(hands))
    undecided = [place for place in doubts if first < place < second]
    if first > second:  # the numbers do not follow the time
        return
    if undecided:
        preceding, following = hands[: undecided[0]], hands[undecided[-1] + 1 :]
        follows = bool(preceding) and hands[undecided[0]].moment - preceding[-1].moment < _NEAR
        precedes = bool(following) and _later(following[0]) - _later(hands[undecided[-1]]) < _NEAR
        if precedes and not follows:
            second = undecided[0]
        elif not follows or precedes:
            doubts = [place for place in doubts if place not in undecided]
    for place in doubts:
        yield hands[place].hand_key, _later(hands[place]) if place >= second else hands[place].moment


def _goes_back(hand: Timed, next_hand: Timed) -> bool:
    """Whether the other, which has a higher number, comes too early for the hand to be of the second hour."""
    return _later(next_hand) < _later(hand) - _JITTER


def _later(hand: Timed) -> datetime:
    return hand.again or hand.moment
