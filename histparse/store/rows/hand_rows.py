"""Step 6b, rows: the rows that can be written only when a hand is over - its seats, draws, showdowns and itself.

Each function writes value by value behind the rows that are there: rows made first and copied then would cost more.
"""

from __future__ import annotations

from datetime import UTC
from operator import attrgetter
from typing import Any

from histparse.model.events import Result
from histparse.model.hand import Header, Limit, Tournament
from histparse.model.ranking import describe
from histparse.replay.player import DRAWS, Player
from histparse.replay.table import Table
from histparse.store.observe.cards import five, text, text_and_number
from histparse.store.observe.recorder import Recorder

Values = list[Any]
"""Values in the order of the names beside it. Any: columns are of many types, and the frame checks them."""

_CONTRIBUTED, _WON = attrgetter("contributed"), attrgetter("won")

HAND = (
    *("hand_key", "digest", "site", "hand_id", "played_at", "zone", "betting", "low", "high", "big_bet", "currency"),
    *("small_blind", "big_blind", "ante", "stack_cap", "kind", "mix", "in_sequence"),
    *("tournament_id", "level", "buy_in", "bounty", "fee", "buy_in_currency"),
    *("table_name", "table_seats", "button", "hero", "path", "line", "last_line"),
    *("cancelled", "players", "draws", "reshuffles", "showdown", "pot", "rake"),
)


def hand_row(row: Values, key: int, digest: int, table: Table, *, cancelled: bool) -> None:
    """The row of `hands`."""
    hand, seats = table.hand, table.hand.table
    players = () if cancelled else table.players
    pot = sum(map(_CONTRIBUTED, players))
    row += (key, digest)
    _header(row, hand.header)
    row += _tournament(hand.header.tournament)
    row += (seats.name, seats.seats, seats.button, hand.hero, hand.path, hand.header.line, hand.last_line)
    row += (cancelled, len(players), min(table.drawing, DRAWS), table.reshuffles)
    row += (len(table.live) > 1 and not cancelled, pot, pot - sum(map(_WON, players)))


def _header(row: Values, header: Header) -> None:
    played_at = header.played_at and header.played_at.astimezone(UTC).replace(tzinfo=None)
    big_bet = header.high if header.limit is Limit.FIXED else 2 * header.high
    row += (header.site, header.hand_id, played_at, header.zone, header.limit.value, header.low, header.high, big_bet)
    row += (header.currency, header.small_blind, header.big_blind, header.ante, header.stack_cap)
    row += (header.kind, header.mix, header.in_sequence)


def _tournament(played: Tournament | None) -> tuple[str | int | None, ...]:
    if played is None:
        return (None,) * 6
    return played.tournament_id, played.level, played.buy_in, played.bounty, played.fee, played.currency


SEAT = (
    *("hand_key", "seat", "player", "stack", "bounty", "line"),
    *("who", "turn", "position", "post", "contributed", "collected", "folded_in"),
    *("drawn1", "drawn2", "drawn3", "all_in", "showed"),
    *("dealt", "dealt_number", "dealt_seen", "cards", "number"),
)
"""What is noted of a seat. `who`: its number in the batch, null for those who sit out."""
_ABSENT = (
    *(None, None, None, None, 0, 0, None),
    *(None, None, None, False, False),
    *(None, None, False, None, None),
)
"""From `who` on, for those who sit out or whose hand was cancelled."""


def seat_rows(row: Values, table: Table, seen: Recorder, *, cancelled: bool) -> None:
    """The rows of `seats`, for those sitting out too."""
    for seat in table.hand.seats:
        row += (seen.hand_key, seat.seat, seat.player, seat.stack, seat.bounty, seat.line)
        player = None if cancelled else table.by_name.get(seat.player)
        if player is None:
            row += _ABSENT
        else:
            _present(row, player, seen)


def _present(row: Values, player: Player, seen: Recorder) -> None:
    name, order = player.name, player.order
    dealt, dealt_number = text_and_number(seen.first_cards.get(name))
    cards, number = text_and_number(seen.last_cards.get(name))
    row += (
        seen.who[order],
        order + 1,
        player.position or None,
        seen.posts.get(name),
        player.contributed,
        player.won,
        player.folded_after,
        *player.drawn,
        player.all_in,
        player.shown is not None and five(player.shown) is not None,
        dealt,
        dealt_number,
        name in seen.dealt,
        cards,
        number,
    )


DRAW = (
    *("who", "draw", "drawn", "all_in", "drawers", "in_position", "led", "pot", "stub", "reshuffles"),
    *("seen", "thrown_before", "thrown_count", "thrown", "received"),
    *("held_before", "number_before", "held_after", "number_after", "line"),
)


def draw_rows(row: Values, seen: Recorder) -> None:
    """The rows of `draws`."""
    who = seen.who
    for drawn in seen.draws:
        before, number_before = text_and_number(drawn.before)
        after, number_after = text_and_number(drawn.after)
        row += (
            who[drawn.player.order],
            drawn.draw,
            drawn.count,
            drawn.all_in,
            drawn.drawers,
            drawn.in_position,
            drawn.led,
            drawn.pot,
            drawn.stub,
            drawn.reshuffles,
            drawn.seen,
            drawn.thrown_before,
            drawn.thrown_count,
            text(drawn.thrown),
            text(drawn.received),
            before,
            number_before,
            after,
            number_after,
            drawn.line,
        )


SHOWDOWN = (
    *("hand_key", "seat", "player", "cards", "number", "category", "says"),
    *("mucked", "contested", "drawn3", "collected", "line"),
)


def showdown_rows(row: Values, table: Table, seen: Recorder) -> None:
    """The rows of `showdowns`: every player whose last cards the text prints."""
    contested = len(table.live) > 1
    for name, printed in seen.printed.items():
        player, cards = table.by_name[name], five(printed.cards)
        shown, number = text_and_number(cards)
        made = describe(number or 0)
        row += (seen.hand_key, player.seat, name, shown, number, made.category, printed.says)
        row += (isinstance(printed, Result) and player.mucked, contested, player.drawn[2])
        row += (player.won, printed.line)
