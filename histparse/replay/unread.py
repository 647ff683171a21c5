"""Step 3, replay: puts the lines of a hand that no pattern knows in their places among its events."""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate

from histparse.model.events import Event
from histparse.model.hand import Hand
from histparse.replay.steps import Unread


def insert_unread(hand: Hand) -> list[Event]:
    """The events, and every unread line where the fewest events are on the wrong side of it: some were moved.

    Thousands of lines may be unread between two events: the last stands for them.
    """
    events, begin = list[Event](), 0
    lines = sorted(event.line for event in hand.events)
    for line in {bisect(lines, line): line for line in hand.unread}.values():
        wrong = list(accumulate((1 if event.line > line else -1 for event in hand.events), initial=0))
        end = wrong.index(min(wrong))
        events += [*hand.events[begin:end], Unread(line)]
        begin = end
    return [*events, *hand.events[begin:]]
