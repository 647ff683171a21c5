"""Step 6b, rows: the table `draws` - what each player drew, with the cards that are known when the hand is over."""

from __future__ import annotations

from histparse.store.observe.cards import text, text_and_number
from histparse.store.observe.recorder import Recorder
from histparse.store.observe.row_buffer import Rows


class Draws(Rows):
    """The rows of `draws`."""

    def __init__(self) -> None:
        super().__init__("draws")

    def enter(self, seen: Recorder) -> None:
        """Add the draws of the hand observed last."""
        for drawn in seen.draws:
            held_before, number_before = text_and_number(drawn.before)
            held_after, number_after = text_and_number(drawn.after)
            self.add(
                who=seen.who[drawn.player.order],
                draw=drawn.draw,
                drawn=drawn.count,
                seen=drawn.seen,
                thrown=text(drawn.thrown),
                received=text(drawn.received),
                held_before=held_before,
                number_before=number_before,
                held_after=held_after,
                number_after=number_after,
                draw_line=drawn.line,
                **drawn.state,
            )
