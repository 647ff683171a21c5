"""Step 6b, rows: the table `draws` - what each player drew, with the cards that are known when the hand is over."""

from __future__ import annotations

from msgspec import Struct

from histparse.store.observe.cards import text, text_and_number
from histparse.store.observe.recorder import Recorder
from histparse.store.observe.row_buffer import Rows


class DrawRow(Struct, kw_only=True):
    """What is recorded of a draw."""

    who: int
    """The number of the player's seat in the batch."""
    draw: int
    drawn: int
    all_in: bool
    drawers: int
    in_position: bool
    led: bool
    pot: int
    stub: int | None
    reshuffles: int
    seen: bool
    thrown_before: str | None
    thrown_count: int
    """Cards discarded before, including unknown ones."""
    thrown: str | None
    received: str | None
    held_before: str | None
    number_before: int | None
    held_after: str | None
    number_after: int | None
    draw_line: int


class Draws(Rows):
    """The rows of `draws`."""

    def __init__(self) -> None:
        super().__init__("draws", DrawRow)
        self._add = self.adding(DrawRow)

    def enter(self, seen: Recorder) -> None:
        """Add the draws of the hand observed last."""
        for drawn in seen.draws:
            held_before, number_before = text_and_number(drawn.before)
            held_after, number_after = text_and_number(drawn.after)
            self._add(
                who=seen.who[drawn.player.order],
                draw=drawn.draw,
                drawn=drawn.count,
                all_in=drawn.all_in,
                drawers=drawn.drawers,
                in_position=drawn.in_position,
                led=drawn.led,
                pot=drawn.pot,
                stub=drawn.stub,
                reshuffles=drawn.reshuffles,
                seen=drawn.seen,
                thrown_before=drawn.thrown_before,
                thrown_count=drawn.thrown_count,
                thrown=text(drawn.thrown),
                received=text(drawn.received),
                held_before=held_before,
                number_before=number_before,
                held_after=held_after,
                number_after=number_after,
                draw_line=drawn.line,
            )
