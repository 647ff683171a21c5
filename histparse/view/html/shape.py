"""Step 7b, view: where everything lies on the replayer's table: hero at the bottom, the others clockwise around it."""

from __future__ import annotations

from msgspec import Struct

WIDTH, SIDES, FEWEST_ROWS = 400, (65, 335), 3
"""The width of the table, the middle of the seats at its sides, and for how many seats at a side it has room."""
HEIGHT, ROW = 440, 98
"""The height of a table with so much room, and of each row more."""
TOP, FIRST, LAST = 4, 66, 176
"""The seat at the top, the first row at the sides, and the distance of the last row from the bottom."""
BOTTOM = 90
"""The distance of the seat at the bottom."""
BET = 132
"""Where bets of the left side begin."""


class SeatPlace(Struct, frozen=True):
    """The middle of a seat's upper edge, and where its bet lies. `anchor`: the end of the bet's text that is there."""

    x: int
    y: int
    bet_x: int
    bet_y: int
    anchor: str


class TableShape(Struct, frozen=True):
    """A table for that many players, the one at the bottom first."""

    height: int
    places: tuple[SeatPlace, ...]


def table_shape(players: int) -> TableShape:
    """The places of 2 players or more, clockwise from the bottom."""
    rows = (players - 1) // 2
    height = HEIGHT + ROW * max(rows - FEWEST_ROWS, 0)
    heights = _heights(rows, height)
    left, right = ([_side(x, y, is_left=x < WIDTH // 2) for y in heights] for x in SIDES)
    middle = WIDTH // 2
    top = [SeatPlace(middle, TOP, middle, TOP + 96, "middle")] * (players > 1 and players % 2 == 0)
    bottom = SeatPlace(middle, height - BOTTOM, middle, height - BOTTOM - 10, "middle")
    return TableShape(height, (bottom, *reversed(left), *top, *right))


def _heights(rows: int, height: int) -> list[int]:
    """The upper edges of the seats at a side, from above."""
    last = height - LAST
    if rows < 2:
        return [(FIRST + last) // 2] * rows
    return [FIRST + (last - FIRST) * row // (rows - 1) for row in range(rows)]


def _side(x: int, y: int, *, is_left: bool) -> SeatPlace:
    return SeatPlace(x, y, BET if is_left else WIDTH - BET, y + 60, "start" if is_left else "end")
