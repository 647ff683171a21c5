"""Step 6b, rows: the table `seats` - each player's result in a hand."""

from __future__ import annotations

from histparse.declared import recorded
from histparse.replay.player import Player
from histparse.replay.table import Table
from histparse.store.observe.cards import five, text_and_number
from histparse.store.observe.recorder import Recorder
from histparse.store.observe.row_buffer import Rows

ABSENT = {
    column.name: None if column.optional else False if column.kind == "BOOLEAN" else 0 for column in recorded("seats")
}
"""Of a player sitting out, or in a cancelled hand."""


class Seats(Rows):
    """The rows of `seats`."""

    def __init__(self) -> None:
        super().__init__("seats")

    def enter(self, table: Table, seen: Recorder, *, cancelled: bool) -> None:
        """Add the seats of that table, including those sitting out."""
        for seat in table.hand.seats:
            player = None if cancelled else table.by_name.get(seat.player)
            listed = {
                "hand_key": seen.hand_key,
                "seat": seat.seat,
                "player": seat.player,
                "starting_stack": seat.stack,
                "head_bounty": seat.bounty,
                "seat_line": seat.line,
            }
            if player is None:
                self.add(**ABSENT | listed)
            else:
                self.add(**listed, **_played(player, seen))


def _played(player: Player, seen: Recorder) -> dict[str, object]:
    """What became of a player."""
    name, (drawn1, drawn2, drawn3) = player.name, player.drawn
    dealt, dealt_number = text_and_number(seen.first_cards.get(name))
    cards, number = text_and_number(seen.last_cards.get(name))
    return {
        "who": seen.who[player.order],
        "left_of_button": player.order + 1,
        "position": player.position or None,
        "post": seen.posts.get(name),
        "contributed": player.contributed,
        "collected": player.won,
        "folded_in": player.folded_after,
        "drawn1": drawn1,
        "drawn2": drawn2,
        "drawn3": drawn3,
        "all_in": player.all_in,
        "showed": player.shown is not None and five(player.shown) is not None,
        "printed": name in seen.printed,
        "dealt": dealt,
        "dealt_number": dealt_number,
        "dealt_seen": name in seen.dealt,
        "cards": cards,
        "number": number,
    }
