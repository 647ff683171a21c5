"""PHH: the strings of `actions`, by one method for each kind of event."""

from __future__ import annotations

from heapq import merge
from operator import attrgetter

from histparse.export.contract import Line
from histparse.export.phh.hole_cards import hidden, moved
from histparse.export.phh.values import cards, chips
from histparse.export.play import PlayWriter
from histparse.model.cards import UNKNOWN
from histparse.model.events import (
    BettingBegins,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Muck,
    Note,
    Post,
    Receive,
    Result,
    Show,
    ShowdownBegins,
    StandPat,
    SummaryBegins,
    Wager,
)
from histparse.model.hand import Hand
from histparse.parsing.dialects.phh import Phh

_UNSAID = (BettingBegins, DrawBegins, ShowdownBegins)
"""Implied by the action that follows."""
_ELSEWHERE = (Post, Collect, Result)
"""Stated by a key."""


def action_lines(hand: Hand) -> list[Line]:
    """A line for each action, together with the events it implies."""
    actions = _Actions(hand)
    groups: list[list[Event]] = []
    begins: list[Event] = []
    ended_by_key = any(isinstance(event, Result) for event in hand.events)
    for event in merge(hand.events, hand.notes, key=attrgetter("line")):
        if isinstance(event, _UNSAID):
            begins.append(event)
        elif isinstance(event, SummaryBegins):
            if not ended_by_key:
                _last_action(groups).append(event)
        elif isinstance(event, Note):
            groups.append([event])
        elif not isinstance(event, _ELSEWHERE):
            groups.append([event, *begins])
            begins = []
    return [(tuple(events), actions.in_list(events[0])) for events in groups]


def _last_action(groups: list[list[Event]]) -> list[Event]:
    return next(events for events in reversed(groups) if not isinstance(events[0], Note))


class _Actions(PlayWriter):
    """Writes actions; players are identified by position."""

    site = Phh.site

    def __init__(self, hand: Hand) -> None:
        self.labels = {seat.player: f"p{number}" for number, seat in enumerate(hand.seats, 1)}
        self.hidden = hidden(hand.events)

    def in_list(self, event: Event) -> str:
        """A string of the list, or the comment beside it."""
        return f"  {event.text}" if isinstance(event, Note) else f"  '{self.line(event)}',"

    def _deal(self, event: Deal) -> str:
        return f"d dh {self._moved(event)}"

    def _receive(self, event: Receive) -> str:
        return f"d dh {self._moved(event)}"

    def _fold(self, event: Fold) -> str:
        return f"{self.labels[event.player]} f"

    def _wager(self, event: Wager) -> str:
        return f"{self.labels[event.player]} {'cc' if event.to is None else f'cbr {chips(event.to)}'}"

    def _standpat(self, event: StandPat) -> str:
        return f"{self.labels[event.player]} sd"

    def _discard(self, event: Discard) -> str:
        return self._moved(event, "sd ")

    def _moved(self, event: Deal | Discard | Receive, word: str = "") -> str:
        some = moved(event)
        unknown = (UNKNOWN,) * len(some) if event.player in self.hidden else some
        return f"{self.labels[event.player]} {word}{cards(unknown)}"

    def _show(self, event: Show) -> str:
        return f"{self.labels[event.player]} sm {cards(event.cards)}"

    def _muck(self, event: Muck) -> str:
        return f"{self.labels[event.player]} sm"
