"""What every dialect does with a hand, whatever the site."""

from __future__ import annotations

import pytest

from histparse.model.events import Cancelled, Collect, Event, SummaryBegins, Total
from histparse.model.hand import Header, Limit, TableLine
from histparse.parsing.dialects.base import Dialect

WON, POT = Collect(3, "Ann", 100), Total(4, 100, 0)


def events(*printed: Event, complete: bool = True) -> tuple[Event, ...]:
    """The events of a hand in which a site prints these."""
    dialect = Dialect(["header", "table", "Ann wins 1", "Pot 1"], 1)
    dialect.header = Header(1, "nowhere", "1", Limit.FIXED, 100, 200, "USD", None)
    dialect.table = TableLine(2, "Here", None, 1)
    dialect.events, dialect.complete, dialect.last = [*printed], complete, printed[-1].line
    dialect.cancelled = next((event.line for event in printed if isinstance(event, Cancelled)), None)
    hand = dialect.build_hand("x.txt")
    assert hand is not None
    return hand.events


@pytest.mark.parametrize(
    ("printed", "whole"),
    [
        ([WON, POT], [WON, SummaryBegins(4), POT]),
        ([WON], [WON, SummaryBegins(3)]),
        ([WON, SummaryBegins(4)], [WON, SummaryBegins(4)]),
        ([SummaryBegins(2), WON, POT], [SummaryBegins(2), WON, POT]),
        ([Cancelled(3)], [Cancelled(3)]),
    ],
)
def test_the_play_of_a_whole_hand_ends_with_or_without_a_heading(printed: list[Event], whole: list[Event]) -> None:
    assert events(*printed) == tuple(whole)


def test_the_play_of_a_hand_cut_short_does_not_end() -> None:
    assert events(WON, complete=False) == (WON,)
