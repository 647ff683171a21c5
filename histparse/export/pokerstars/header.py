"""PokerStars: the lines before the play."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo

from histparse.export.wording import LIMITS
from histparse.model.hand import Hand, Header, Seat, Table, Tournament
from histparse.model.money import SIGNS, bare
from histparse.model.times import ZONES

_EASTERN = "ET"

_CALLED_HAND = datetime(2011, 9, 1, tzinfo=UTC)
"""From about then on a hand is a `Hand`; before, it was a `Game`."""


def header_line(hand: Hand) -> str:
    """`PokerStars Hand #1:  Triple Draw 2-7 Lowball Limit ($1/$2 USD) - 2012/06/07 20:44:17 ET`."""
    header = hand.header
    game = f"Triple Draw 2-7 Lowball {LIMITS[header.limit]}"
    if header.tournament:
        return f"{_opening(header)} {_tournament(header, header.tournament, game, hand.table)} - {_time(header)}"
    stakes = _stakes(header)
    return f"{_opening(header)}  {_mixed(header, f'{game}, {stakes}') or f'{game} ({stakes})'} - {_time(header)}"


def table_line(table: Table) -> str:
    """`Table 'Miriam III' 6-max Seat #5 is the button`."""
    seats = "" if table.seats is None else f" {table.seats}-max"
    play = " (Play Money)" if table.play_money else ""
    button = "" if table.button is None else f" Seat #{table.button} is the button"
    return f"Table '{table.name}'{seats}{play}{button}"


def seat_line(seat: Seat, header: Header) -> str:
    """`Seat 1: name ($4 in chips) `."""
    sign = header.tournament and SIGNS.get(header.tournament.currency or "")
    bounty = "" if seat.bounty is None else f", {sign or ''}{bare(seat.bounty)} bounty"
    stack = SIGNS.get(header.currency, "") + bare(seat.stack)
    away = "" if seat.dealt_in else "is sitting out"
    return f"Seat {seat.seat}: {seat.player} ({stack} in chips{bounty}) {away}"


def _opening(header: Header) -> str:
    kind = f" {header.kind}" if header.kind else ""
    old = header.played_at is not None and header.played_at < _CALLED_HAND and not kind
    club = f" {{{header.club}}}" if header.club else ""
    return f"PokerStars{kind} {'Game' if old else 'Hand'} #{header.hand_id}:{club}"


def _mixed(header: Header, game: str) -> str:
    return f"{header.mix} ({game})" if header.mix else ""


def _stakes(header: Header) -> str:
    sign = SIGNS.get(header.currency, "")
    code = f" {header.currency}" if sign else ""
    return f"{sign}{bare(header.low)}/{sign}{bare(header.high)}{code}"


def _tournament(header: Header, tournament: Tournament, game: str, table: Table) -> str:
    match = "Match Round I, " if header.kind == "Home Game" and table.seats == 2 else ""
    level = f"{match}Level {tournament.level} ({bare(header.low)}/{bare(header.high)})"
    named = _mixed(header, game) or game
    return f"Tournament #{tournament.tournament_id}, {_buy_in(tournament)} {named} - {level}"


def _buy_in(tournament: Tournament) -> str:
    sign = SIGNS.get(tournament.currency or "", "")
    parts = (tournament.buy_in, tournament.bounty, tournament.fee)
    price = "+".join(sign + bare(part) for part in parts if part is not None)
    return f"{price} {tournament.currency}" if sign else price


def _time(header: Header) -> str:
    """The hour has no leading zero."""
    return own_and_eastern(header, lambda local, zone: f"{local:%Y/%m/%d} {local.hour}:{local:%M:%S} {zone}")


def own_and_eastern(header: Header, clock: Callable[[datetime, str], str]) -> str:
    """The player's own time, then Eastern time if it differs; the zone alone if the time is not known."""
    zones = dict.fromkeys((header.zone or _EASTERN, _EASTERN))
    moment = header.played_at
    own, *eastern = [zone if moment is None else clock(moment.astimezone(_place(zone)), zone) for zone in zones]
    return own + "".join(f" [{time}]" for time in eastern)


@cache
def _place(zone: str) -> ZoneInfo:
    return ZoneInfo(ZONES[zone])
