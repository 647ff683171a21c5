"""Hides what a text leaves out: all cards but the hero's and those turned up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from histparse.model.events import Deal, Discard, Event, Receive, StandPat


def seen_by_hero(events: Sequence[Event], hero: str | None) -> Iterator[Event]:
    """The events as the hero's text prints them; other players' cards have no line."""
    for event in events:
        if isinstance(event, Deal | Receive):
            if event.player == hero:
                yield event
        elif isinstance(event, Discard) and event.player != hero:
            yield Discard(event.line, event.player, event.count)
        elif isinstance(event, StandPat) and event.player != hero:
            yield StandPat(event.line, event.player)
        else:
            yield event
