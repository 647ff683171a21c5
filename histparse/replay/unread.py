"""Step 3, replay: puts the lines of a hand that no pattern knows in their places among its events."""

from __future__ import annotations

from itertools import accumulate

from histparse.model.events import Event
from histparse.model.hand import Hand
from histparse.replay.steps import Unread


def with_unread(hand: Hand) -> list[Event]:
    """The events, and every unread line where the fewest events are on the wrong side of it: some were moved."""
    events = list(hand.events)
    for line in hand.unread:
        wrong = list(accumulate((1 if event.line > line else -1 for event in events), initial=0))
        events.insert(wrong.index(min(wrong)), Unread(line))
    return events
