"""What a line of written text stands for."""

from __future__ import annotations

from histparse.events import Event
from histparse.hand import Header, Seat, Table

Line = tuple[Header | Table | Seat | Event | None, str]
"""A record and its text; None where the text stands for no record, like `*** DEALING HANDS ***`."""
