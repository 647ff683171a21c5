"""Step 6b, rows: the table `seats` - each player's result in a hand."""

from __future__ import annotations

from msgspec import Struct

from histparse.model.hand import Seat
from histparse.replay.player import Player
from histparse.replay.table import Table
from histparse.store.observe.cards import five, text_and_number
from histparse.store.observe.recorder import Recorder
from histparse.store.observe.row_buffer import Rows


class SeatRow(Struct, kw_only=True):
    """What is recorded of a seat. For a player sitting out or a cancelled hand, fields with a default keep it."""

    hand_key: int
    seat: int
    player: str
    starting_stack: int
    head_bounty: int | None
    seat_line: int
    who: int | None = None
    """The number of the seat in the batch."""
    left_of_button: int | None = None
    position: str | None = None
    post: str | None = None
    contributed: int = 0
    collected: int = 0
    folded_in: int | None = None
    drawn1: int | None = None
    drawn2: int | None = None
    drawn3: int | None = None
    all_in: bool = False
    showed: bool = False
    printed: bool = False
    dealt: str | None = None
    dealt_number: int | None = None
    dealt_seen: bool = False
    cards: str | None = None
    number: int | None = None


class Seats(Rows):
    """The rows of `seats`."""

    def __init__(self) -> None:
        super().__init__("seats", SeatRow)
        self._add = self.adding(SeatRow)

    def enter(self, table: Table, seen: Recorder, *, cancelled: bool) -> None:
        """Add the seats of that table, including those sitting out."""
        for seat in table.hand.seats:
            player = None if cancelled else table.by_name.get(seat.player)
            if player is None:
                self._enter_absent(seat, seen.hand_key)
            else:
                self._enter_player(seat, player, seen)

    def _enter_absent(self, seat: Seat, key: int) -> None:
        self._add(
            hand_key=key,
            seat=seat.seat,
            player=seat.player,
            starting_stack=seat.stack,
            head_bounty=seat.bounty,
            seat_line=seat.line,
        )

    def _enter_player(self, seat: Seat, player: Player, seen: Recorder) -> None:
        name, (drawn1, drawn2, drawn3) = player.name, player.drawn
        dealt, dealt_number = text_and_number(seen.first_cards.get(name))
        cards, number = text_and_number(seen.last_cards.get(name))
        self._add(
            hand_key=seen.hand_key,
            seat=seat.seat,
            player=name,
            starting_stack=seat.stack,
            head_bounty=seat.bounty,
            seat_line=seat.line,
            who=seen.who[player.order],
            left_of_button=player.order + 1,
            position=player.position or None,
            post=seen.posts.get(name),
            contributed=player.contributed,
            collected=player.won,
            folded_in=player.folded_after,
            drawn1=drawn1,
            drawn2=drawn2,
            drawn3=drawn3,
            all_in=player.all_in,
            showed=player.shown is not None and five(player.shown) is not None,
            printed=name in seen.printed,
            dealt=dealt,
            dealt_number=dealt_number,
            dealt_seen=name in seen.dealt,
            cards=cards,
            number=number,
        )
