"""Breaches TBL04: what the header and the seats cannot say."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Event, Result
from histparse.simulate.breaches.contract import Spoilt, breach
from histparse.simulate.breaches.scene import Scene

CENTURY = 100
"""Years."""


@breach("TBL04")
def time_to_come(scene: Scene) -> Spoilt | None:
    """The clock is ahead by a century."""
    header = scene.hand.header
    if header.played_at is None or (header.played_at.month, header.played_at.day) == (2, 29):
        return None
    late = replace(header, played_at=header.played_at.replace(year=header.played_at.year + CENTURY))
    return Spoilt(scene.story, late, header=late)


@breach("TBL04")
def stakes_turned(scene: Scene) -> Spoilt:
    """The larger bet stands first."""
    header = scene.hand.header
    turned = replace(header, low=header.high, high=header.low)
    return Spoilt(scene.story, turned, header=turned)


@breach("TBL04")
def seat_beyond_the_table(scene: Scene) -> Spoilt | None:
    """The last seat has a number that the table does not have. The order round the table stays."""
    size, last = scene.hand.table.seats, max(scene.hand.seats, key=lambda seat: seat.seat)
    if size is None or scene.hand.table.button == last.seat:
        return None
    beyond = replace(last, seat=size + scene.random.randint(1, 3))
    story = [_reseated(event, last.player, beyond.seat) for event in scene.story]
    return Spoilt(story, beyond, tuple(beyond if seat is last else seat for seat in scene.hand.seats))


def _reseated(event: Event, player: str, seat: int) -> Event:
    return replace(event, seat=seat) if isinstance(event, Result) and event.player == player else event
