"""Merge: a method for each terminal of `grammars/merge.lark`, and what only the whole hand shows."""

# ruff: noqa: PLR0917  a method takes the pieces of its line, however many there are

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from html import unescape
from typing import ClassVar

from msgspec.structs import replace

from histparse.model import events as ev
from histparse.model.cards import Cards, parse_cards
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Hand, Header, Reading, Seat, StatedPot, TableLine, Tournament, UncalledBet
from histparse.model.money import parse_amount
from histparse.model.times import NO_TIME, Clock
from histparse.parsing.dialects.base import Dialect
from histparse.parsing.dialects.merge_stakes import LIMITS, Description, chips_posted, infer_stakes

OURS = "2-7 Lowball"
_GAMES = {"67": OURS, "63": "A-5 Lowball", "71": "Badugi", "55": "5-Draw"}
"""Games by number, for files without a description."""
_POSTS = {
    "SMALL_BLIND": PostKind.SMALL_BLIND,
    "BIG_BLIND": PostKind.BIG_BLIND,
    "INITIAL_BLIND": PostKind.EXTRA_BLIND,
    "RETURN_BLIND": PostKind.SMALL_AND_BIG,
    "ANTE": PostKind.ANTE,
}
_DRAWS = {"FIRST_DRAW": 1, "SECOND_DRAW": 2, "THIRD_DRAW": 3, "FOURTH_DRAW": 4, "FIFTH_DRAW": 5}
_BETTING = {"PRE_FIRST_DRAW": 0, "POST_FIRST_DRAW": 1, "POST_SECOND_DRAW": 2, "POST_THIRD_DRAW": 3}
# Times of January, February and April are five hours behind the timestamps in UTC: there is no summer time.
CLOCK = timezone(timedelta(hours=-5))
"""The site's own time zone, summer and winter."""
_STARTS = re.compile(r"\d{14}|\d{4}/\d\d/\d\d \d\d:\d\d:\d\d [+-]\d{4}")

_CLUTTER = re.compile(r' (?:(?:sequence|timestamp|pottype)="\w*"|(?=/?>$))', re.MULTILINE)
"""Attributes in which equivalent lines differ. The pattern begins with a blank, which is quick to find."""
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|lt|gt|amp|quot|apos);")


class Merge(Dialect):
    """A hand as Merge writes it."""

    site = "merge"
    marks = r"[ \t]*<(?:round id=|players dealer=|description type=)"
    opening = r'[ \t]*<game id="'
    heading = r"[ \t]*<description "
    figures = Reading(
        # No line has the rake; what a winner gets includes the bet that nobody called, and is less by the rake.
        StatedPot.NONE,
        uncalled=UncalledBet.IN_WINNINGS,
        marks_all_in=False,
        shows_hero_only=True,
        first_seat=0,
    )
    seen_in: ClassVar = {
        "31691047-4": ("says_payouts", "shows_hero_only", "tells_draws", "first_seat"),
        "33423082-3": ("uncalled",),
    }

    milliseconds = r'(?<= timestamp=")\d{1,16}(?=")'

    def __init__(self, lines: list[str], first: int) -> None:
        super().__init__(_CLUTTER.sub("", "\n".join(map(str.strip, lines))).split("\n"), first)
        self.described: Description | None = None
        """The description in the heading, if there is one."""
        self.by_seat: dict[str, str] = {}
        self.draw_begun = False
        self.acting: set[str] = set()
        """Players who act in the hand."""

    @staticmethod
    def original_positions(line: str) -> list[int]:
        """Without indent, numbering and timing."""
        read = line.strip()
        clutter = {index for match in _CLUTTER.finditer(read) for index in range(*match.span())}
        indent = len(line) - len(line.lstrip())
        return [indent + index for index in range(len(read)) if index not in clutter]

    @staticmethod
    def decode_name(name: str) -> str:
        """A name with its escapes decoded."""
        return _ENTITY.sub(lambda entity: unescape(entity[0]) or entity[0], name)

    # --- the header ---------------------------------------------------------------------------------------

    def read_description(
        self,
        _line: int,
        game: str,
        contest: str | None,
        limit: str,
        level: str | None,
        low: str | None,
        high: str | None,
    ) -> None:
        """Describes the games that follow."""
        self.described = Description(game, contest is not None, limit, level, low, high)

    def read_game(
        self,
        line: int,
        hand_id: str,
        time: str,
        game_type: str,
        real: str,
        seats: str | None,
        version: str | None,
        _day: str | None,
        table: str | None,
        tournament: str | None,
        of_tournament: str | None,
        _hand_id: str | None,
    ) -> None:
        """The description names the game, or else its number does. The stakes come last, when all is read."""
        stated = self.described or Description(_GAMES.get(game_type, f"game type {game_type}"))
        if stated.game != OURS:
            self.mark_as_other_game_and_drop_rest(
                hand_id, f"{stated.game} {stated.limit}" if self.described else stated.game
            )
            return
        played_at, zone = self.parse_time_and_note_doubt(line, time)
        entered = Tournament(tournament or "", stated.level) if stated.tournament or of_tournament else None
        currency = "chips" if entered else "USD" if real == "true" else "play"
        self.header = Header(
            line, self.site, hand_id, LIMITS[stated.limit], 0, 0, currency, played_at, zone, tournament=entered
        )
        self.stacks_before_posts = entered is None or version is not None
        self.table = TableLine(
            line, self.decode_name(table or ""), int(seats) if seats else None, None, currency == "play"
        )

    def read_players(self, line: int, dealer: str) -> None:
        """The dealer has the button."""
        if self.table is not None:
            self.table = replace(self.table, line=line, button=int(dealer))

    def read_seat(self, line: int, seat: str, nickname: str, stack: str, dealt_in: str) -> None:
        """Seats are counted from 0."""
        self.by_seat[seat] = self.decode_name(nickname)
        self.add_seat(Seat(line, int(seat), self.decode_name(nickname), parse_amount(stack), dealt_in == "true"))

    def read_end_players(self, _line: int) -> None:
        """The end tag."""

    # --- the play -----------------------------------------------------------------------------------------

    def read_round(self, line: int, phase: str) -> Event | None:
        """Betting rounds and draws are distinguished by name."""
        if phase in _BETTING:
            return ev.BettingBegins(line, _BETTING[phase])
        if phase in _DRAWS:
            self.draw_begun = True
            return ev.DrawBegins(line, _DRAWS[phase])
        return {"SHOWDOWN": ev.ShowdownBegins(line), "END_OF_GAME": ev.SummaryBegins(line)}.get(phase)

    read_end_round = read_end_players

    def read_post(self, line: int, kind: str, seat: str, amount: str) -> Event:
        """A player who returns pays both blinds."""
        return ev.Post(line, self._player_name(seat), _POSTS[kind], parse_amount(amount))

    def read_fold(self, line: int, seat: str) -> Event:
        """Nothing but the seat."""
        return ev.Fold(line, self._player_name(seat))

    def read_check(self, line: int, seat: str) -> Event:
        """Nothing but the seat."""
        return ev.Check(line, self._player_name(seat))

    def read_call(self, line: int, seat: str, amount: str) -> Event:
        """The amount is what the player adds."""
        return ev.Call(line, self._player_name(seat), parse_amount(amount))

    def read_bet(self, line: int, seat: str, amount: str) -> Event:
        """The first chips of a round."""
        return ev.Bet(line, self._player_name(seat), parse_amount(amount))

    def read_raise(self, line: int, seat: str, amount: str) -> Event:
        """The amount is the player's total in this round."""
        return ev.Raise(line, self._player_name(seat), to=parse_amount(amount))

    def read_all_in(self, line: int, seat: str, amount: str) -> Event:
        """The amount is what the player adds; the replay works out which act it is."""
        return ev.Wager(line, self._player_name(seat), parse_amount(amount), all_in=True)

    def read_draw(self, line: int, seat: str, count: str) -> Event:
        """No cards are shown, not even the hero's."""
        return (
            ev.Discard(line, self._player_name(seat), int(count))
            if int(count)
            else ev.StandPat(line, self._player_name(seat))
        )

    def read_hole(self, line: int, cards: str, seat: str, reading: str | None) -> Event | None:
        """The deal is printed after the first betting round: its event is moved to where it took place."""
        dealt, player = _parse_cards(cards), self._player_name(seat)
        if dealt is None:
            return None
        if self.draw_begun:
            return ev.Receive(line, player, held=dealt, says=reading or None)
        self.hero = player
        place = next((n for n, event in enumerate(self.events) if not isinstance(event, ev.Post)), len(self.events))
        self.events.insert(place, ev.Deal(line, player, dealt, reading or None))
        return None

    def read_drawn(self, line: int, cards: str, seat: str, reading: str | None) -> Event | None:
        """All five cards, even of a player who stood pat."""
        held = _parse_cards(cards)
        return None if held is None else ev.Receive(line, self._player_name(seat), held=held, says=reading or None)

    def read_show(self, line: int, seat: str) -> Event:
        """The order of showing; the cards come further down."""
        self.unfinished[seat] = len(self.events)
        return ev.Show(line, self._player_name(seat), ())

    def read_muck(self, line: int, seat: str) -> Event:
        """A loser at the showdown, or an uncalled winner."""
        return ev.Muck(line, self._player_name(seat))

    def read_shown(self, line: int, cards: str, seat: str) -> Event | None:
        """The cards of a player who has shown."""
        shown = _parse_cards(cards)
        place = self.unfinished.pop(seat, None)
        if place is None or shown is None:
            return None if shown is None else ev.Show(line, self._player_name(seat), shown)
        self.events[place] = ev.Show(self.events[place].line, self._player_name(seat), shown)
        return None

    def read_mucked(self, line: int, cards: str, seat: str) -> Event | None:
        """The cards of a player who has mucked."""
        mucked = _parse_cards(cards)
        return (
            None
            if mucked is None
            else ev.Result(line, int(seat), self._player_name(seat), Outcome.MUCKED, cards=mucked)
        )

    @staticmethod
    def parse_time(text: str) -> Clock:
        """The time in UTC, and the zone: `20110419091134` on the site's clock, or `2012/08/14 21:50:08 +0400`."""
        try:
            if text.isdecimal():
                return Clock(datetime.strptime(text, "%Y%m%d%H%M%S").replace(tzinfo=CLOCK).astimezone(UTC), None, None)
            return Clock(datetime.strptime(text, "%Y/%m/%d %H:%M:%S %z").astimezone(UTC), text[-5:], None)
        except (ValueError, OverflowError):  # of an unknown format nothing is said
            return Clock(None, None, (NO_TIME, {"time": text}) if _STARTS.fullmatch(text) else None)

    def read_result(
        self, line: int, amount: str, uncalled: str, pot: str, seat: str, reading: str | None
    ) -> Event | None:
        """Uncalled chips are in the amount, or have an element of their own."""
        if uncalled == "true":
            return ev.Uncalled(line, self._player_name(seat), parse_amount(amount))
        return ev.Collect(line, self._player_name(seat), parse_amount(amount), max(int(pot) - 1, 0), reading or None)

    def read_cancelled(self, line: int) -> Event:
        """The round of that name contains nothing else."""
        self.cancelled = line
        return ev.Cancelled(line)

    def read_end_game(self, _line: int) -> None:
        """The end of the hand, behind which nothing follows."""
        self.complete = True

    def record_note(self, kind: str, line: int, player: str | None) -> None:
        """Chat names its player; all other lines give the seat."""
        name = self.decode_name(player or "") if kind == "chat" else self._player_name(player or "")
        super().record_note(kind, line, name)

    # --- the whole hand -----------------------------------------------------------------------------------

    def build_hand(self, path: str) -> Hand | None:
        """Stakes that the description does not state are worked out from the blinds."""
        if self.header is not None:
            if not self.stacks_before_posts:
                self.seats = [
                    replace(seat, stack=seat.stack + chips_posted(seat.player, self.events)) for seat in self.seats
                ]
            self.header = infer_stakes(self.header, self.described, self.seats, self.events)
            if not any(paid.pot for paid in ev.of_type(self.events, ev.Collect)):  # a single pot
                self.events = [replace(e, pot=None) if isinstance(e, ev.Collect) else e for e in self.events]
            self.acting = {player for event in self.events if (player := getattr(event, "player", None))}
        return super().build_hand(path)

    def was_dealt_in(self, seat: Seat) -> bool:
        """The attribute is wrong of some who act in a hand that was played out."""
        played_out = self.complete and self.cancelled is None
        return seat.dealt_in or (played_out and seat.player in self.acting)

    def is_placeholder_name(self, player: str) -> bool:
        """In an empty seat."""
        return player not in self.by_seat.values() and re.fullmatch(r"seat -?\d{1,2}", player) is not None

    def _player_name(self, seat: str) -> str:
        """The player in that seat; an empty seat is named after its number."""
        return self.by_seat.get(seat, f"seat {seat}")


def _parse_cards(text: str) -> Cards | None:
    """`Qh,Tc`; None if one of them is not shown."""
    return None if "null" in text else parse_cards(text)
