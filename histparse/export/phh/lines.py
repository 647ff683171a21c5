"""PHH: the text of a hand, one action per line. Notes are written as comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from histparse.export.contract import Line
from histparse.export.line_writer import LineWriter
from histparse.export.phh.hole_cards import hidden, hole_cards_lines, moved
from histparse.export.phh.keys import details_lines, ending_lines, stakes_lines
from histparse.export.phh.values import cards
from histparse.model import events as ev
from histparse.model.cards import UNKNOWN, Cards
from histparse.model.events import Event
from histparse.model.hand import Hand
from histparse.model.money import bare
from histparse.parsing.dialects.phh import Phh

_UNSAID = (ev.BettingBegins, ev.DrawBegins, ev.ShowdownBegins)
"""Implied by the action that follows."""
_ELSEWHERE = (ev.Post, ev.Collect, ev.Result)
"""Stated by a key."""
_NOT_BARE = re.compile("[^A-Za-z0-9_-]")
"""What a name of TOML without quotes cannot contain."""


def heading(hand: Hand) -> str:
    """The hand's TOML table header in a file of several hands."""
    return f"[{_NOT_BARE.sub('-', hand.header.hand_id)}]"


class PhhLines(LineWriter):
    """The lines of one hand; players are identified by position."""

    site = Phh.site
    words: ClassVar = {
        "deal": "d dh {label} {moved}",
        "receive": "d dh {label} {moved}",
        "fold": "{label} f",
        "wager": "{label} {wager}",
        "standpat": "{label} sd",
        "discard": "{label} sd {moved}",
        "show": "{label} sm {cards}",
        "muck": "{label} sm",
    }

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.labels = {seat.player: f"p{number}" for number, seat in enumerate(hand.seats, 1)}
        self.hidden = hidden(hand.events)

    def opening(self) -> Iterator[Line]:
        """Stakes and stacks."""
        return stakes_lines(self.hand)

    def play(self) -> Iterator[Line]:
        """The actions, then further details of the hand."""
        yield None, "actions = ["
        for events in self._together():
            action = events[0]
            yield tuple(events), f"  {action.text}" if isinstance(action, ev.Note) else f"  '{self.line(action)}',"
        yield None, "]"
        yield from details_lines(self.hand)
        yield from ending_lines(self.hand)
        yield from hole_cards_lines(self.hand)

    def _together(self) -> list[list[Event]]:
        """Each action with the events it implies."""
        groups: list[list[Event]] = []
        begins: list[Event] = []
        ended_by_key = any(isinstance(event, ev.Result) for event in self.hand.events)
        for event in self.story:
            if isinstance(event, _UNSAID):
                begins.append(event)
            elif isinstance(event, ev.SummaryBegins):
                if not ended_by_key:
                    next(events for events in reversed(groups) if not isinstance(events[0], ev.Note)).append(event)
            elif isinstance(event, ev.Note):
                groups.append([event])
            elif not isinstance(event, _ELSEWHERE):
                groups.append([event, *begins])
                begins = []
        return groups

    def cards(self, some: Cards | None) -> str:
        """`7h6c??`, without blanks."""
        return cards(some or ())

    def _label(self, event: ev.Fold) -> str:
        return self.labels[event.player]

    def _moved(self, event: ev.Deal | ev.Discard | ev.Receive) -> str:
        some = moved(event)
        return cards((UNKNOWN,) * len(some) if event.player in self.hidden else some)

    def _wager(self, event: ev.Wager) -> str:
        return "cc" if event.to is None else f"cbr {bare(event.to)}"
