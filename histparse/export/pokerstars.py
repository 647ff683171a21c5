"""PokerStars: a hand as that site writes it, down to the trailing blanks.

It prints nearly everything, because simulated hands are modelled on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from itertools import chain
from typing import ClassVar
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from histparse.export.adaptation import Adaptation
from histparse.export.contract import DEAL_HEADING, Line, Remark
from histparse.export.line_writer import (
    LIMITS,
    LOW,
    ORDINALS,
    PHRASES,
    PLURALS,
    LineWriter,
    hand_namer,
    to_roman_numeral,
)
from histparse.export.writer import Writer
from histparse.model import events as ev
from histparse.model.events import Event, Outcome, PostKind, Receive
from histparse.model.hand import Hand, Header, Seat, TableLine, Tournament
from histparse.model.money import SIGNS, show_plain_amount
from histparse.model.times import ZONES
from histparse.parsing.dialects.pokerstars import PokerStars


class PokerStarsHand(Adaptation):
    """One hand as PokerStars prints it."""

    dialect = PokerStars
    unprinted: ClassVar = {}
    currencies = ("USD", *(currency for currency in SIGNS if currency != "USD"), "play")

    def header(self) -> Header:
        """Everything but figures that only other sites print."""
        header, written = self.hand.header, super().header()
        written = replace(written, zone=header.zone if header.zone in ZONES else None, mix=header.mix)
        if header.site == self.dialect.site:
            written = replace(written, club=header.club, partial=header.partial, in_sequence=header.in_sequence)
        return written

    def adapt_tournament_or_refuse(self, tournament: Tournament) -> Tournament:
        """A price and a level, in Roman numerals."""
        self.require_value(tournament.buy_in, "what a tournament costs")
        self.require_value(tournament.level, "the level of a tournament")
        return replace(super().adapt_tournament_or_refuse(tournament), level=to_roman_numeral(tournament.level or ""))

    def events_with_lines(self) -> Iterator[Event]:
        """On their own lines: no event is added or moved."""
        return chain.from_iterable(self.lines())

    def on_receive(self, event: Receive) -> Iterator[Event]:
        """The hero's cards, if known."""
        if self.is_of_hero_and_known(event):
            yield event


# --- words for hands --------------------------------------------------------------------------------------------------

says = hand_namer(
    PHRASES
    | {"straight": "a straight, {one[4]} to {one[0]}", "straight flush": "a straight flush, {one[4]} to {one[0]}"},
    LOW,
    plurals=PLURALS | {"2": "Deuces"},
)
"""`8,7,5,4,3`, `a pair of Fives`, `a straight, Four to Eight`."""

_REMARKS = {
    "chat": '{0.player} said, "{0.words}"',
    "join": "{0.player} joins the table at seat #{0.number}",
    "leave": "{0.player} leaves the table",
    "return": "{0.player} has returned",
    "time out": "{0.player} has timed out",
    "connection": "{0.player} is {0.words}",
}


def format_remark(remark: Remark) -> str:
    """The line of a note, without the blank at its end."""
    if remark.kind == "finish":
        place = f"{remark.number}{ORDINALS.get(remark.number, 'th')}"
        prize = f" and received {_format_prize_amount(remark)}." if remark.prize else ""
        return f"{remark.player} finished the tournament in {place} place{prize}"
    if remark.kind == "winner":
        return f"{remark.player} wins the tournament and receives {_format_prize_amount(remark)} - congratulations!"
    if remark.kind == "sit out":
        return f"{remark.player}{': sits out' if remark.words else ' is sitting out'}"
    return _REMARKS[remark.kind].format(remark)


def _format_prize_amount(remark: Remark) -> str:
    return SIGNS.get(remark.currency, "") + show_plain_amount(remark.prize)


# --- the header, the table, the seats ---------------------------------------------------------------------------------

_EASTERN = "ET"

_CALLED_HAND = datetime(2011, 9, 1, tzinfo=UTC)
"""From about then on a hand is a `Hand`; before, it was a `Game`."""


def header_line(hand: Hand) -> str:
    """`PokerStars Hand #1:  Triple Draw 2-7 Lowball Limit ($1/$2 USD) - 2012/06/07 20:44:17 ET`."""
    header = hand.header
    game = f"Triple Draw 2-7 Lowball {LIMITS[header.limit]}"
    opening = _header_opening(header)
    # The hour has no leading zero.
    time = local_and_eastern_time(header, lambda local, zone: f"{local:%Y/%m/%d} {local.hour}:{local:%M:%S} {zone}")
    if header.tournament:
        return f"{opening} {_format_tournament(header, header.tournament, game, hand.table)} - {time}"
    stakes = _format_stakes(header)
    played = f"{header.mix} ({game}, {stakes})" if header.mix else f"{game} ({stakes})"
    return f"{opening}  {played} - {time}"


def table_line(table: TableLine) -> str:
    """`Table 'Miriam III' 6-max Seat #5 is the button`."""
    seats = "" if table.seats is None else f" {table.seats}-max"
    play = " (Play Money)" if table.play_money else ""
    button = "" if table.button is None else f" Seat #{table.button} is the button"
    return f"Table '{table.name}'{seats}{play}{button}"


def seat_line(seat: Seat, header: Header) -> str:
    """`Seat 1: name ($4 in chips) `."""
    sign = header.tournament and SIGNS.get(header.tournament.currency or "")
    bounty = "" if seat.bounty is None else f", {sign or ''}{show_plain_amount(seat.bounty)} bounty"
    stack = SIGNS.get(header.currency, "") + show_plain_amount(seat.stack)
    absence = "" if seat.dealt_in else "is sitting out"
    return f"Seat {seat.seat}: {seat.player} ({stack} in chips{bounty}) {absence}"


def _header_opening(header: Header) -> str:
    kind = f" {header.kind}" if header.kind else ""
    old = header.played_at is not None and header.played_at < _CALLED_HAND and not kind
    club = f" {{{header.club}}}" if header.club else ""
    return f"PokerStars{kind} {'Game' if old else 'Hand'} #{header.hand_id}:{club}"


def _format_stakes(header: Header) -> str:
    sign = SIGNS.get(header.currency, "")
    code = f" {header.currency}" if sign else ""
    return f"{sign}{show_plain_amount(header.low)}/{sign}{show_plain_amount(header.high)}{code}"


def _format_tournament(header: Header, tournament: Tournament, game: str, table: TableLine) -> str:
    match = "Match Round I, " if header.kind == "Home Game" and table.seats == 2 else ""
    level = f"{match}Level {tournament.level} ({show_plain_amount(header.low)}/{show_plain_amount(header.high)})"
    named = f"{header.mix} ({game})" if header.mix else game
    return f"Tournament #{tournament.tournament_id}, {_format_buy_in(tournament)} {named} - {level}"


def _format_buy_in(tournament: Tournament) -> str:
    sign = SIGNS.get(tournament.currency or "", "")
    parts = (tournament.buy_in, tournament.bounty, tournament.fee)
    price = "+".join(sign + show_plain_amount(part) for part in parts if part is not None)
    return f"{price} {tournament.currency}" if sign else price


def local_and_eastern_time(header: Header, clock: Callable[[datetime, str], str]) -> str:
    """The player's own time, then Eastern time if it differs; the zone alone if the time is not known."""
    zones = dict.fromkeys((header.zone or _EASTERN, _EASTERN))
    moment = header.played_at
    local, *eastern = [zone if moment is None else clock(moment.astimezone(_zone_info(zone)), zone) for zone in zones]
    return local + "".join(f" [{time}]" for time in eastern)


@cache
def _zone_info(zone: str) -> ZoneInfo:
    return ZoneInfo(ZONES[zone])


class PokerStarsLines(LineWriter):
    """The lines of one hand, in its currency."""

    site = PokerStars.site
    words: ClassVar = {
        "post": "{player}: posts {kind} {amount}{all_in}",
        "deal": "Dealt to {player}{cards}",
        "fold": "{player}: folds{turned_up}",
        "check": "{player}: checks ",
        "call": "{player}: calls {added}{all_in}",
        "bet": "{player}: bets {added}{all_in}",
        "raise": "{player}: raises {by} to {to}{all_in}",
        "capped": "Betting is capped",
        "uncalled": "Uncalled bet ({amount}) returned to {player}",
        "drawbegins": "*** {draw} DRAW ***",
        "reshuffle": "The deck is reshuffled",
        "discard": "{player}: discards {count} card{s}{cards}",
        "receive": "Dealt to {player}{kept}{new}",
        "standpat": "{player}: stands pat{on}{held}",
        "showdownbegins": "*** SHOW DOWN ***",
        "show": "{player}: shows{cards} (Lo: {says})",
        "muck": "{player}: mucks hand ",
        "noshow": "{player}: doesn't show hand ",
        "collect": "{player} collected {amount} from {which_pot}",
        "cancelled": "Hand cancelled",
        "summarybegins": "*** SUMMARY ***",
        "total": "Total pot {pot}{parts} | Rake {rake} ",
        "result": "Seat {seat}: {player}{positions} {ended}",
        "note": "{text}{trailing_blank}",
    }
    posts: ClassVar = {
        PostKind.ANTE: "the ante",
        PostKind.SMALL_BLIND: "small blind",
        PostKind.BIG_BLIND: "big blind",
        PostKind.SMALL_AND_BIG: "small & big blinds",
        PostKind.EXTRA_BLIND: "big blind",
        PostKind.STRADDLE: "straddle",
        PostKind.BUTTON_BLIND: "button blind",
    }
    draws = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH")

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.sign = SIGNS.get(hand.header.currency, "")
        # A hand that was read has the heading of the deal among its notes.
        self.dealt = any(note.kind == DEAL_HEADING for note in hand.notes)

    def opening_lines(self) -> Iterator[Line]:
        """Header, table and seats."""
        yield self.header, header_line(self.hand)
        yield self.hand.table, table_line(self.hand.table)
        yield from ((seat, seat_line(seat, self.header)) for seat in self.hand.seats)

    def lines_before(self, event: Event) -> Iterator[str]:
        """The heading of the deal."""
        if not self.dealt and not isinstance(event, ev.Post | ev.Note | ev.Cancelled | ev.SummaryBegins):
            self.dealt = True
            yield "*** DEALING HANDS ***"

    def money(self, amount: int) -> str:
        """`$1.50`, `1600`."""
        return self.sign + show_plain_amount(amount)

    def _turned_up(self, event: ev.Fold) -> str:
        return self.cards(event.cards) if event.cards else " "

    def _on(self, event: ev.StandPat) -> str:
        return " " if event.held is None else " on"

    def _says(self, event: ev.Show | ev.Result) -> str:
        return event.says or says(event.cards or ())

    def _trailing_blank(self, event: ev.Note) -> str:
        """Notes are stored without the trailing blank of their line."""
        return " " if event.kind == "join" or event.text.endswith(": sits out") else ""

    def _ended(self, event: ev.Result) -> str:
        won = f"({self.money(event.won or 0)})"
        match event.outcome:
            case Outcome.FOLDED:
                draw = event.folded_after
                stage = f"after the {draw}{ORDINALS[draw]}" if draw else "before the"
                return f"folded {stage} Draw" + " (didn't bet)" * (event.bet is False)
            case Outcome.COLLECTED:
                return f"collected {won}"
            case Outcome.MUCKED:
                return f"mucked{self.cards(event.cards)}"
        outcome = "lost" if event.won is None else f"won {won}"
        return f"showed{self.cards(event.cards or ())} and {outcome} with Lo: {self._says(event)}"


POKERSTARS = Writer(PokerStarsHand, PokerStarsLines, says, format_remark)
