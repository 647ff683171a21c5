"""Full Tilt: a method for each terminal of `grammars/fulltilt.lark`."""

# ruff: noqa: PLR0917  a method takes the parts of its line, however many there are

from __future__ import annotations

import re
from typing import ClassVar

from msgspec.structs import replace

from histparse.model import events as ev
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Hand, Header, Limit, Raked, Reading, Seat, StatedPot, TableLine, Tournament
from histparse.model.money import CURRENCIES, parse_amount
from histparse.model.times import Clock, parse_stated_time
from histparse.parsing.dialects.base import WITH_CARDS
from histparse.parsing.dialects.common import (
    LIMITS,
    POTS,
    CommonDialect,
    CommonSummary,
    parse_optional_amount,
    parse_optional_number,
    parse_positions,
)

_LIMITS = LIMITS | {"FL": Limit.FIXED, "PL": Limit.POT, "NL": Limit.NO}
_CALLED = {limit: called for called, limit in LIMITS.items()}
_SIZE = re.compile(r"(\d+) max|heads up")
_ACTS = WITH_CARDS - {ev.Deal, ev.Muck, ev.Collect}
"""Acts that only a player with cards does; a post may be returned."""
_NO_TALKER = re.compile(
    r"Full ?Tilt ?Poker(?:\.\w{1,6})? Game #\d|Seat \d|\*\*\*|Dealt to |(?:The b|B)utton\b|Total pot |Hand #"
    r"|(?:Uncalled bet|Ante) of "
)
"""How lines of the site begin."""

_CLOCK = re.compile(r"(\S{1,8} [A-Z]{2,5}) - (\d{4}/\d\d?/\d\d?)")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_NAMED_DAY = re.compile(rf"\w{{1,12}}, ({'|'.join(MONTHS)}) (\d\d?), (\d{{4}})")


class FullTilt(CommonDialect, CommonSummary):
    """A hand as Full Tilt wrote it: the header names the table, and seat lines do not say who is dealt in."""

    site = "fulltilt"
    marks = r"Full ?Tilt ?Poker(?:\.\w{1,6})? |The button is in seat #\d"
    # The site's archive writes `FullTiltPoker Game #`, without blanks.
    opening = r"Full ?Tilt ?Poker(?:\.\w{1,6})? Game #\d+:"
    posts = {  # noqa: RUF012 - of the class above
        "antes": PostKind.ANTE,
        "posts the small blind of": PostKind.SMALL_BLIND,
        "posts the big blind of": PostKind.BIG_BLIND,
        "posts a dead small blind of": PostKind.DEAD_BLIND,
        "posts": PostKind.EXTRA_BLIND,
    }
    """A new player's live blind is called just a post."""
    figures = Reading(
        # The main pot is printed before rake; what is collected from it is less by the rake.
        stated_parts=StatedPot.GROSS,
        raked=Raked.MAIN,
        lists_players=True,
        tells_mucks=True,
        heads_showdown=True,
        # Hands are turned up as soon as nobody can bet any more.
        shows_early=True,
        tells_served=True,
        shows_hero_only=True,
    )
    seen_in: ClassVar = {
        "25325440000": ("stated_pot", "marks_all_in", "says_payouts", "lists_players", "tells_mucks"),
        "25325990000": ("heads_showdown", "tells_served", "shows_hero_only"),
        "25314791161": ("uncalled",),
        "27088270000": ("tells_draws",),
        # 10-Game and Omaha: no raked hand of Triple Draw with a side pot is public.
        "29705138396": ("stated_parts", "raked"),
        "31318697695": ("stated_parts", "raked", "shows_early"),
    }
    other_texts: ClassVar[dict[str, str]] = {
        "tournament summary": r"Full ?Tilt ?Poker(?:\.\w{1,6})? Tournament Summary "
    }

    dealing = False
    ended: dict[str, Outcome]
    """The outcome in the summary's line for each player, when the whole hand is read."""

    # --- the header ---------------------------------------------------------------------------------------

    @staticmethod
    def parse_time(text: str) -> Clock:
        """`10:10:10 CET - 2010/11/01 [...]`: the day comes last; in 2006 it was `16:10 ET - Wed, July 12, 2006`."""
        numbered = _NAMED_DAY.sub(lambda day: f"{day[3]}/{MONTHS.index(day[1]) + 1}/{day[2]}", text)
        return parse_stated_time(_CLOCK.sub(r"\2 \1", numbered))

    def read_cash_header(
        self,
        line: int,
        hand_id: str,
        table: str,
        extras: str | None,
        mix: str | None,
        stakes: str,
        game: str,
        time: str,
        partial: str | None,
    ) -> None:
        """The table's name is followed by its size and kind: `6 max, deep`."""
        currency = CURRENCIES.get(stakes[0], "play")
        words = extras.split(", ") if extras else []
        sizes = [int(size[1] or 2) for word in words if (size := _SIZE.fullmatch(word))]
        kind = ", ".join(word for word in words if not _SIZE.fullmatch(word))
        header = self._build_header_from_terms(line, hand_id, currency, (stakes, game), time)
        self.header = replace(
            header, mix=mix, kind=kind or None, partial=partial is not None, in_sequence="rush" not in kind.lower()
        )
        self.table = TableLine(line, table, sizes[0] if sizes else None, None, currency == "play")

    def read_tournament_header(
        self,
        line: int,
        hand_id: str,
        price: str | None,
        title: str,
        tournament: str,
        table: str,
        mix: str | None,
        stakes: str,
        game: str,
        time: str,
        partial: str | None,
    ) -> None:
        """The tournament's name is its kind; no level is given."""
        priced = _parse_tournament(tournament, price)
        header = self._build_header_from_terms(line, hand_id, "chips", (stakes, game), time)
        self.header = replace(header, mix=mix, kind=title or None, tournament=priced, partial=partial is not None)
        self.table = TableLine(line, f"{tournament} {table}", 2 if title.startswith("Heads-Up") else None, None)

    def _build_header_from_terms(
        self, line: int, hand_id: str, currency: str, terms: tuple[str, str], time: str
    ) -> Header:
        """`terms`: `500K/1000K Ante 10000` and `$40 Cap Pot Limit`."""
        figures, _, ante = terms[0].partition(" Ante ")
        low, _, high = figures.partition("/")
        cap, capped, limit = terms[1].removeprefix("CAP ").rpartition(" Cap ")
        header = self.build_header(
            line, hand_id, (_LIMITS[limit], _parse_stake(low), _parse_stake(high)), currency, time
        )
        return replace(
            header, ante=parse_optional_amount(ante or None), stack_cap=parse_optional_amount(cap if capped else None)
        )

    def read_other_game(  # type: ignore[override]  # the limit is apart
        self, _line: int, hand_id: str, limit: str | None, game: str | None, name: str | None
    ) -> None:
        """The game with its limit, by the same name for all clients."""
        self.mark_as_other_game_and_drop_rest(hand_id, f"{_CALLED[_LIMITS[limit]]} {game}" if limit else name or "")

    def read_seat(self, line: int, seat: str, nickname: str, stack: str, absence: str | None) -> None:
        """A player not marked as sitting out may still be: see `was_dealt_in`."""
        self.add_seat(Seat(line, int(seat), nickname, parse_amount(stack), absence is None))

    # --- the play -----------------------------------------------------------------------------------------

    def read_cancelled(self, line: int, _hand_id: str | None = None) -> Event:
        """The line names the hand."""
        return super().read_cancelled(line)

    def read_button(self, _line: int, seat: str) -> None:
        """Printed when the blinds have been posted."""
        if self.table is not None:
            self.table = replace(self.table, button=int(seat))

    def read_raise(self, line: int, player: str, to: str, all_in: str | None) -> Event:  # type: ignore[override]  # total only
        """Only the player's total in this round is printed."""
        return ev.Raise(line, player, None, parse_amount(to), all_in is not None)

    def read_draw(  # type: ignore[override]  # this site's heading states more
        self, line: int, ordinal: str, pot: str | None, players: str | None, all_in: str | None
    ) -> Event:
        """Old clients print only the pot, the archive nothing."""
        return replace(
            super().read_draw(line, ordinal),
            pot=parse_optional_amount(pot),
            players=parse_optional_number(players),
            all_in=parse_optional_number(all_in),
        )

    def read_receive(self, line: int, player: str, count: str) -> Event:
        """All are dealt their cards after the last discard."""
        return ev.Receive(line, player, int(count))

    def read_collect(  # type: ignore[override]  # this site names the hand
        self, line: int, player: str, pot: str, number: str | None, amount: str, reading: str | None
    ) -> Event:
        """`pot 1` is the main pot, `side pot #1` the first side pot."""
        place = POTS[pot] if number is None else int(number) - (pot == "pot")
        return ev.Collect(line, player, parse_amount(amount), place, reading)

    # --- the summary --------------------------------------------------------------------------------------

    def read_total(self, line: int, pot: str, main: str | None, sides: str | None, rake: str) -> Event:
        """No cards and no pot: the hand was dead, and all chips were returned."""
        total = super().read_total(line, pot, main, sides, rake)
        return total if self.dealing or parse_amount(pot) else self.read_cancelled(line)

    def read_folded(
        self,
        line: int,
        player: str,
        seat: str,
        positions: str,
        draws: str | None,
        no_bet: str | None,
        never_bet: str | None = None,
    ) -> Event:
        """`didn't bet (folded)` is the same as `folded before the Draw (didn't bet)`."""
        return super().read_folded(line, player, seat, positions, draws, no_bet or never_bet)

    def read_mucked(  # type: ignore[override]  # this site names the hand
        self, line: int, player: str, seat: str, positions: str, cards: str | None, reading: str | None
    ) -> Event:
        """The cards are followed by the hand they make."""
        return replace(super().read_mucked(line, player, seat, positions, cards), says=reading)

    def read_sitting_out(self, line: int, player: str, seat: str, positions: str) -> Event:
        """At the table but not in the hand."""
        return ev.Result(line, int(seat), player, Outcome.SITTING_OUT, parse_positions(positions))

    def read_unsaid(self, line: int, player: str, seat: str, positions: str) -> Event:
        """Only in hands that the site marks as partial."""
        return ev.Result(line, int(seat), player, Outcome.UNSAID, parse_positions(positions))

    # --- who has cards ------------------------------------------------------------------------------------

    def record_note(self, kind: str, line: int, player: str | None) -> None:
        """Any line looks like chat that has a colon where none is known."""
        # Chat is `NAME: text`, without quotes, and no line of an act has a colon.
        if kind == "chat" and player and self._is_no_speaker(player):
            self.unknown.append(line)
            return
        super().record_note(kind, line, player)
        self.dealing = self.dealing or kind == "dealing hands"

    def _is_no_speaker(self, speaker: str) -> bool:
        """Whether the words before the colon are no name, but how a line of the site or of a seated player begins."""
        names = [seat.player for seat in self.seats]
        begins_so = _NO_TALKER.match(speaker) or any(speaker.startswith(f"{name} ") for name in names)
        return speaker not in names and bool(begins_so)

    def was_dealt_in(self, seat: Seat) -> bool:
        """Players whose outcome the summary states, and those who act; in an incomplete text those not sitting out.

        Every fold is printed: a player who does nothing but has folded by the summary was never in the hand.
        """
        ended = self.ended.get(seat.player, Outcome.UNSAID)
        if ended is Outcome.FOLDED:
            return self.has_event_of(seat.player, _ACTS | {ev.Post})
        if ended not in (Outcome.UNSAID, Outcome.SITTING_OUT):
            return True
        if seat.dealt_in and not self.complete:
            return True
        return self.has_event_of(seat.player, _ACTS)

    def build_hand(self, path: str) -> Hand | None:
        """The summary decides who was dealt in."""
        # Seat lines do not tell: in 25325440000 three seats sit out only by the summary.
        self.ended = {event.player: event.outcome for event in self.events if type(event) is ev.Result}
        return super().build_hand(path)


def _parse_tournament(number: str, price: str | None) -> Tournament:
    """`$26 + $2`: buy-in and fee; `$10`: both in one."""
    buy_in, _, fee = (price or "").partition(" + ")
    currency = CURRENCIES.get(buy_in[:1])
    return Tournament(
        number, None, parse_optional_amount(buy_in or None), None, parse_optional_amount(fee or None), currency
    )


def _parse_stake(text: str) -> int:
    """`500K` is 500,000."""
    return parse_amount(text.removesuffix("K")) * (1000 if text.endswith("K") else 1)
