"""Winamax: the lines before the play."""

from __future__ import annotations

from datetime import UTC

from histparse.model.hand import Hand, Header, Seat, TableLine, Tournament
from histparse.model.money import show_plain_amount


def sign(currency: str | None) -> str:
    """Euros have a sign, which comes last; play money and chips have none."""
    return "€" if currency == "EUR" else ""


def header_line(hand: Hand) -> str:
    """`Winamax Poker - CashGame - HandId: #1-2-3 - 2-7 Triple Draw fixed limit (5€/10€) - 2016/11/12 22:24:21 UTC`."""
    header = hand.header
    game = "Lowball27" if is_export(hand) else "2-7 Triple Draw"
    occasion = f"{_occasion(header, hand.table)} - HandId: #{header.hand_id}"
    return f"Winamax Poker - {occasion} - {game} {header.limit} ({_stakes(header)}) - {_time(header)}"


def is_export(hand: Hand) -> bool:
    """Play money is known only from an export with some wording of its own."""
    return hand.header.currency == "play"


def table_line(table: TableLine, header: Header) -> str:
    """`Table: 'Pampelune' 6-max (real money) Seat #4 is the button`."""
    money = "play" if header.currency == "play" else "real"
    button = "" if table.button is None else f"Seat #{table.button} is the button"
    return f"Table: '{table.name}' {table.seats}-max ({money} money) {button}"


def seat_line(seat: Seat, header: Header) -> str:
    """`Seat 1: name (25.50€)`."""
    bounty = "" if seat.bounty is None else f", {show_plain_amount(seat.bounty)}€ bounty"
    return f"Seat {seat.seat}: {seat.player} ({show_plain_amount(seat.stack)}{sign(header.currency)}{bounty})"


def _occasion(header: Header, table: TableLine) -> str:
    if header.tournament:
        name = table.name.rpartition("(")[0] or header.tournament.tournament_id
        level = "" if header.tournament.level is None else f" level: {header.tournament.level}"
        return f'Tournament "{name}" buyIn: {_buy_in(header.tournament)}{level}'
    return f'{header.kind} "{table.name}"' if header.kind else "CashGame"


def _buy_in(tournament: Tournament) -> str:
    parts = (tournament.buy_in, tournament.bounty, tournament.fee)
    return " + ".join(show_plain_amount(part) + sign(tournament.currency) for part in parts if part is not None)


def _stakes(header: Header) -> str:
    figures = (header.ante, header.low, header.high)
    return "/".join(show_plain_amount(figure) + sign(header.currency) for figure in figures if figure is not None)


def _time(header: Header) -> str:
    return f"{header.played_at.astimezone(UTC):%Y/%m/%d %H:%M:%S} UTC" if header.played_at else "UTC"
