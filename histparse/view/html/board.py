"""Step 7b, view: the board of the replayer - where seats, bets and the pot lie, on a wide screen and on a narrow one.

A seat is five cards beside each other above a plate. In units of the drawing, so large that the cards of a narrow board
are 30 pixels wide on a telephone of 390, and those of a wide one 50 on a screen of 1440 by 900.
"""

from __future__ import annotations

from msgspec import Struct

CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 30, 38, 31
SEAT_WIDTH, SEAT_HEIGHT = 154, 72
PLATE_TOP = 40
ROW = SEAT_HEIGHT + 1
"""The least distance of rows of seats."""
NARROW, NARROW_HEIGHT = 360, 340
"""The width of a narrow board, and its least height."""
POT_BAND = 44
"""The room for the pot above the seat at the bottom."""
WIDE = ((2, 400, 236), (4, 440, 240), (10, 576, 300))
"""Wide boards: up to how many seats, their width and height."""
EDGE, LINE = 3, 2
"""Between a seat and what lies before it, and the room for lines around the board."""


class SeatPlace(Struct, frozen=True):
    """The middle of a seat's upper edge, and where its bet lies. `anchor`: the end of the bet's text that is there."""

    x: int
    y: int
    bet_x: int
    bet_y: int
    anchor: str


class BoardShape(Struct, frozen=True):
    """A board for that many players, the one at the bottom first."""

    width: int
    height: int
    pot: tuple[int, int]
    """The middle of the line above the pot."""
    side_pots: tuple[int, int]
    places: tuple[SeatPlace, ...]

    @property
    def view_box(self) -> str:
        """The drawing with room for the lines around it."""
        return f"{-LINE} {-LINE} {self.width + 2 * LINE} {self.height + 2 * LINE}"


def wide_board(players: int) -> BoardShape:
    """A board for 2 players or more, clockwise from the bottom: the pot is in the middle, bets lie around it."""
    width, height = next((wide, high) for most, wide, high in WIDE if players <= most or most == WIDE[-1][0])
    rows = (players - 1) // 2
    gap = (height - rows * SEAT_HEIGHT) / (rows + 1)
    heights = [round(gap + (SEAT_HEIGHT + gap) * row) for row in range(rows)]
    middle, bottom = width // 2, height - SEAT_HEIGHT
    bet = 62 if rows == 1 else 30  # a single row has the pot beside it
    left, right = ([_side_place(width, y, y + bet, is_left=is_left) for y in heights] for is_left in (True, False))
    top = SeatPlace(middle, 0, middle, SEAT_HEIGHT + 12, "middle")
    hero = SeatPlace(middle, bottom, middle, bottom - 6, "middle")
    places = (hero, *reversed(left), *[top] * (players % 2 == 0), *right)
    return BoardShape(width, height, (middle, height // 2 - 14), (middle, height // 2 + 20), places)


def narrow_board(players: int) -> BoardShape:
    """A board in two columns: what has no room in the middle is beside the seat at the bottom."""
    rows, has_top = (players - 1) // 2, players % 2 == 0
    seats_height = ROW * (rows + 1 + has_top)
    height = max(NARROW_HEIGHT, seats_height)
    middle, bottom, corner = NARROW // 2, height - SEAT_HEIGHT, (NARROW - SEAT_WIDTH) // 4
    band = POT_BAND if height - seats_height >= POT_BAND else 0
    heights = _spread_rows(rows, ROW * has_top, bottom - band - ROW)
    left = [_side_place(NARROW, y, y + 14, is_left=True) for y in heights]
    right = [_side_place(NARROW, y, y + 60, is_left=False) for y in heights]  # beside the left one, lower
    top = SeatPlace(middle, 0, NARROW - corner, 26, "middle")
    hero = SeatPlace(middle, bottom, NARROW - corner, bottom + 26, "middle")
    pot = (middle, bottom - 28) if band else (corner, bottom + 30)
    return BoardShape(
        NARROW, height, pot, (NARROW - corner, bottom + 18), (hero, *reversed(left), *[top] * has_top, *right)
    )


def _side_place(width: int, y: int, bet_y: int, *, is_left: bool) -> SeatPlace:
    x, bet_x = SEAT_WIDTH // 2, SEAT_WIDTH + EDGE
    return SeatPlace(x, y, bet_x, bet_y, "start") if is_left else SeatPlace(width - x, y, width - bet_x, bet_y, "end")


def _spread_rows(rows: int, first: int, last: int) -> list[int]:
    """The upper edges of so many rows between the first and the last; a single one in their middle."""
    if rows < 2:
        return [(first + last) // 2] * rows
    return [first + (last - first) * row // (rows - 1) for row in range(rows)]
