"""Step 6b, rows: the table `showdowns` - players whose last cards the text prints."""

from __future__ import annotations

from histparse.model.events import Result
from histparse.replay.table import Table
from histparse.store.observe.cards import five, text_and_number
from histparse.store.observe.recorder import Recorder
from histparse.store.observe.row_buffer import Rows


class Showdowns(Rows):
    """The rows of `showdowns`."""

    def __init__(self) -> None:
        super().__init__("showdowns")

    def enter(self, table: Table, seen: Recorder) -> None:
        """Add every player of that table whose last cards the text prints."""
        contested = len(table.live) > 1
        for name, printed in seen.printed.items():
            player = table.by_name[name]
            cards, number = text_and_number(five(printed.cards))
            self.add(
                who=seen.who[player.order],
                cards=cards,
                number=number,
                says=printed.says,
                mucked=isinstance(printed, Result) and player.mucked,
                contested=contested,
                drawn3=player.drawn[2],
                collected=player.won,
                showdown_line=printed.line,
            )
