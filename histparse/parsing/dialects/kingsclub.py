"""KingsClub, the web client of SwC: a method for each terminal of `grammars/kingsclub.lark`."""

from __future__ import annotations

import re
from typing import ClassVar

from msgspec.structs import replace

from histparse.model import events as ev
from histparse.model.cards import UNKNOWN, parse_cards
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Hand, Header, Limit, Reading, Seat, StatedPot, TableLine, Tournament, UncalledBet
from histparse.model.money import parse_amount
from histparse.model.times import Clock, parse_stated_time
from histparse.parsing.dialects.common import LIMITS, PlainDialect, parse_optional_number
from histparse.parsing.dialects.inferred_payouts import infer_dead_blinds_and_payouts

_POSTS = {
    "ante": PostKind.ANTE,
    "small blind": PostKind.SMALL_BLIND,
    "big blind": PostKind.BIG_BLIND,
    "blind": PostKind.EXTRA_BLIND,
}
_LAST_ROUND = 3
_TOURNAMENT_TABLE = re.compile(r"T(\d+) \[\d+\]")


class KingsClub(PlainDialect):
    """A hand as KingsClub's client writes it: without a currency, and without returns of uncalled bets."""

    site = "kingsclub"
    marks = r"\*\*\* 1ST BETTING ROUND \*\*\*|Table '[^'\n]{1,80}' Seat \d{1,2} is the button"
    opening = r"#\d++: [^\n]{1,80}? - [\d,.]++/(?:[\d,.]++|pt)"
    figures = Reading(StatedPot.NONE, uncalled=UncalledBet.UNSAID, shows_hero_only=True)
    seen_in: ClassVar = {
        "39969256": ("uncalled", "says_payouts", "shows_hero_only", "tells_draws"),
        "3583643": ("marks_all_in",),  # Omaha
    }

    def __init__(self, lines: list[str], first: int) -> None:
        super().__init__(lines, first)
        self.showing_down = False
        """Whether cards turned up now are a showdown; players all-in before the last round merely expose theirs."""
        self.dealt: set[str] = set()
        self.side_pots = False
        self.looked_at = 0
        """How many events have been checked for the values below: the betting round, and whether anybody acted in
        it."""
        self.last_round = self.acted = False

    # --- the header ---------------------------------------------------------------------------------------

    def read_header(self, line: int, hand_id: str, limit: str, low: str, high: str) -> None:
        """Bets in fixed limit, blinds otherwise; the currency is not stated."""
        self.header = Header(
            line, self.site, hand_id, LIMITS[limit], parse_amount(low), parse_amount(high), "?", played_at=None
        )

    def read_time(self, line: int, time: str) -> None:
        """The second line."""
        played_at, _ = self.parse_time_and_note_doubt(line, time)
        if self.header is not None:
            self.header = replace(self.header, played_at=played_at)

    @staticmethod
    def parse_time(text: str) -> Clock:
        """No zone is given: the clock is taken for UTC, which is at most a day off."""
        return parse_stated_time(f"{text} UTC")._replace(zone=None)

    def read_table(self, line: int, table: str, button: str | None) -> None:
        """Tournament tables are named after the tournament."""
        self.table = TableLine(line, table, None, parse_optional_number(button))
        match = _TOURNAMENT_TABLE.fullmatch(table)
        if match is not None and self.header is not None:
            self.header = replace(self.header, currency="chips", tournament=Tournament(match[1]))

    def read_seat(self, line: int, seat: str, nickname: str, stack: str) -> None:
        """Points may follow the stack."""
        self.add_seat(Seat(line, int(seat), nickname, parse_amount(stack)))

    # --- the play -----------------------------------------------------------------------------------------

    def read_betting(self, line: int, number: str) -> Event:
        """A betting round begins; the line is printed also where nobody can bet."""
        return ev.BettingBegins(line, int(number) - 1)

    def read_draw(self, line: int, number: str) -> Event:
        """The heading of a draw."""
        return ev.DrawBegins(line, int(number))

    def read_post(self, line: int, player: str, kind: str, amount: str, all_in: str | None) -> Event:
        """A blind is live up to the big blind; the rest is dead."""
        chips, posted = parse_amount(amount), _POSTS[kind]
        if posted is PostKind.EXTRA_BLIND and chips > self._big_blind():
            posted = PostKind.SMALL_AND_BIG
        return ev.Post(line, player, posted, chips, all_in is not None)

    def read_straddle(self, line: int, player: str, amount: str, all_in: str | None) -> Event:
        """A voluntary blind above the big one."""
        return ev.Post(line, player, PostKind.STRADDLE, parse_amount(amount), all_in is not None)

    def read_deal(self, line: int, player: str, cards: str) -> Event:
        """Everybody dealt in has a line; the hero's shows cards."""
        dealt = parse_cards(cards)
        self.dealt.add(player)
        if UNKNOWN not in dealt:
            self.hero = player
        return ev.Deal(line, player, dealt)

    def read_call(self, line: int, player: str, to: str, all_in: str | None) -> Event:
        """The amount is the player's total in this round."""
        # With a big blind of 40, a real `calls 80` adds 40 (39969256).
        return ev.Call(line, player, None, parse_amount(to), all_in is not None)

    def read_raise(self, line: int, player: str, to: str, all_in: str | None) -> Event:
        """The amount is the player's total in this round."""
        return ev.Raise(line, player, None, parse_amount(to), all_in is not None)

    def read_discard(self, line: int, player: str, thrown: str, new: str, second_run: str | None) -> Event:
        """The cards discarded and drawn; if the hand is run twice, neither run is the hand."""
        cards = parse_cards(thrown)
        self.events.append(ev.Discard(line, player, len(cards), cards))
        drawn = parse_cards(new)
        return ev.Receive(line, player, len(drawn), new=drawn if second_run is None else None)

    def read_drawn(self, line: int, player: str, count: str) -> Event:
        """Others' cards are not shown."""
        return ev.Discard(line, player, int(count))

    def read_show(self, line: int, player: str, cards: str) -> Event:
        """After a final round that was played the showdown begins; players all-in expose their cards earlier."""
        # Hands of players all-in are shown by seats, above the heading of the last betting round, which is empty.
        if self._has_anyone_acted_last_round():
            self._begin_showdown_once(line)
        return ev.Show(line, player, parse_cards(cards))

    def read_run(self, line: int, player: str, _number: str, _cards: str) -> None:
        """Running it twice gives two hands: both are kept as notes, neither is the hand."""
        self._begin_showdown_once(line)
        self.record_note("run", line, player)

    # --- the summary --------------------------------------------------------------------------------------

    def read_result(self, line: int, player: str, seat: str, stack: str, net: str | None) -> Event:
        """A net of nothing is not printed."""
        amount = parse_amount(net or "0")
        return ev.Result(line, int(seat), player, Outcome.UNSAID, stack=parse_amount(stack), net=amount)

    def read_rake(self, line: int, rake: str) -> Event:
        """The pot is not stated; a hand without rake has no such line."""
        return ev.Total(line, None, parse_amount(rake))

    def read_win(self, line: int, player: str, number: str | None, amount: str) -> Event:
        """The winner of a whole pot."""
        self.complete = True
        self.side_pots |= number is not None
        return ev.Collect(line, player, parse_amount(amount), parse_optional_number(number))

    def read_share(self, line: int, player: str, amount: str, number: str | None) -> Event:
        """One winner of several."""
        return self.read_win(line, player, number, amount)

    # --- the whole hand -----------------------------------------------------------------------------------

    def build_hand(self, path: str) -> Hand | None:
        """Chips that no line states are inferred from the nets of the summary."""
        if self.header is not None and self.complete:
            if self.side_pots:
                self.events = [replace(e, pot=e.pot or 0) if isinstance(e, ev.Collect) else e for e in self.events]
            # A dead blind has no line of its own, only the net tells of it: a real `posts blind 44` cost 66.
            # An unknown act would be mistaken for such chips; what stands behind the hand is none.
            if not self.unread_lines or self.unread_lines[0] > self.last_line():
                self.events = infer_dead_blinds_and_payouts(self.events, self._big_blind())
        return super().build_hand(path)

    def was_dealt_in(self, seat: Seat) -> bool:
        """Whoever is dealt cards; if the deal is missing, whoever acts."""
        if self.dealt:
            return seat.player in self.dealt
        return self.has_event_of(seat.player, {*ev.ACTS, ev.Post})

    def _big_blind(self) -> int:
        if self.header is None:
            return 0
        return self.header.low if self.header.limit is Limit.FIXED else self.header.high

    def _has_anyone_acted_last_round(self) -> bool:
        """Whether somebody has acted in the last betting round."""
        for event in self.events[self.looked_at :]:
            if isinstance(event, ev.BettingBegins):
                self.last_round, self.acted = event.round == _LAST_ROUND, False
            self.acted |= isinstance(event, ev.ACTS)
        self.looked_at = len(self.events)
        return self.last_round and self.acted

    def _begin_showdown_once(self, line: int) -> None:
        if not self.showing_down:
            self.showing_down = True
            self.events.append(ev.ShowdownBegins(line))
