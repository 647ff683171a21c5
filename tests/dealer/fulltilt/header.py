"""Full Tilt: the lines before the play."""

from __future__ import annotations

from datetime import UTC, datetime

from histparse.export.line_writer import LIMITS
from histparse.export.pokerstars import local_and_eastern_time
from histparse.model.hand import Hand, Header, Limit, Seat, TableLine, Tournament
from histparse.model.money import show_amount as show

_SHORT_GAMES = {Limit.FIXED: "FL", Limit.POT: "PL", Limit.NO: "NL"}

NEW_CLIENT = datetime(2012, 6, 1, tzinfo=UTC)
"""The site closed in 2011 and reopened in this year with other headings."""
_GAME_FIRST = datetime(2013, 1, 1, tzinfo=UTC)
"""From about then on the game comes before the stakes."""


def header_line(hand: Hand) -> str:
    """`Full Tilt Poker Game #1: Table Tam (6 max) - $5/$10 - Limit 2-7 Triple Draw - 15:37:47 ET - 2012/11/23`."""
    header = hand.header
    site = "FullTiltPoker" if is_archived(hand) else "Full Tilt Poker"
    where = _contest(header, header.tournament, hand.table) if header.tournament else _table(header, hand.table)
    mix = f" - {header.mix}" if header.mix else ""
    game = " - ".join([_game(header), _stakes(header)][:: 1 if played_since(header, _GAME_FIRST) else -1])
    partial = " (partial)" if header.partial else ""
    return f"{site} Game #{header.hand_id}: {where}{mix} - {game} - {_time(hand)}{partial}"


def seat_line(seat: Seat, header: Header) -> str:
    """`Seat 1: name ($40)`."""
    mark = "" if seat.dealt_in else ", is sitting out"
    return f"Seat {seat.seat}: {seat.player} ({show(seat.stack, header.currency)}){mark}"


def is_archived(hand: Hand) -> bool:
    """Whether the hand comes from the archive: its summaries begin with the duration of the hand."""
    return any(note.kind == "duration" for note in hand.notes)


def played_since(header: Header, moment: datetime) -> bool:
    """Whether the hand was played at that moment or later."""
    return header.played_at is not None and header.played_at >= moment


def _table(header: Header, table: TableLine) -> str:
    size = {None: "", 2: "heads up"}.get(table.seats, f"{table.seats} max")
    description = ", ".join(filter(None, (size, header.kind)))
    return f"Table {table.name} ({description})" if description else f"Table {table.name}"


def _contest(header: Header, tournament: Tournament, table: TableLine) -> str:
    prices = (tournament.buy_in, tournament.fee)
    price = " + ".join(show(part, tournament.currency) for part in prices if part is not None)
    name = " ".join(filter(None, (price, header.kind)))
    place = table.name.removeprefix(f"{tournament.tournament_id} ")
    return f"{name} ({tournament.tournament_id}), {'Table ' if place.isdigit() else ''}{place}"


def _game(header: Header) -> str:
    names = _SHORT_GAMES if played_since(header, _GAME_FIRST) else LIMITS
    cap = "" if header.stack_cap is None else f"{show(header.stack_cap, header.currency)} Cap "
    return f"{cap}{names[header.limit]} 2-7 Triple Draw"


def _stakes(header: Header) -> str:
    ante = "" if header.ante is None else f" Ante {show(header.ante, header.currency)}"
    return f"{show(header.low, header.currency)}/{show(header.high, header.currency)}{ante}"


def _time(hand: Hand) -> str:
    """In the archive the hour has no leading zero."""

    def clock(local: datetime, zone: str) -> str:
        hour = str(local.hour) if is_archived(hand) else f"{local:%H}"
        return f"{hour}:{local:%M:%S} {zone} - {local:%Y/%m/%d}"

    return local_and_eastern_time(hand.header, clock)
