"""Step 6b, rows: the tables of players - `seats`, what became of each, `draws`, and their cards in `showdowns`."""

from __future__ import annotations

from histparse.declared import recorded
from histparse.model.events import Result
from histparse.replay.player import Player
from histparse.replay.table import Table
from histparse.store.observe.cards import five, text, text_and_number
from histparse.store.observe.recorder import Recorder
from histparse.store.observe.row_buffer import Rows

ABSENT = {
    column.name: None if column.optional else False if column.kind == "BOOLEAN" else 0 for column in recorded("seats")
}
"""What is recorded of a player sitting out, or in a cancelled hand."""


def add_seats(seats: Rows, table: Table, seen: Recorder, *, cancelled: bool) -> None:
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
        seats.add(**ABSENT | listed if player is None else listed | _played(player, seen))


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


def add_draws(draws: Rows, seen: Recorder) -> None:
    """Add the draws of the hand observed last, with the cards that are known when it is over."""
    for drawn in seen.draws:
        held_before, number_before = text_and_number(drawn.before)
        held_after, number_after = text_and_number(drawn.after)
        draws.add(
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


def add_showdowns(showdowns: Rows, table: Table, seen: Recorder) -> None:
    """Add every player of that table whose last cards the text prints."""
    contested = len(table.live) > 1
    for name, printed in seen.printed.items():
        player = table.by_name[name]
        cards, number = text_and_number(five(printed.cards))
        showdowns.add(
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
