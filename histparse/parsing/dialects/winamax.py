"""Winamax: a method for each terminal of `grammars/winamax.lark`."""

# ruff: noqa: PLR0917  a method takes the parts of its line, however many there are

from __future__ import annotations

import re
from typing import ClassVar

from msgspec.structs import replace

from histparse.model import events as ev
from histparse.model.cards import Cards, known, parse_cards
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Limit, Raked, Reading, Seat, StatedPot, TableLine, Tournament, UncalledBet
from histparse.model.money import parse_amount
from histparse.parsing.dialects.common import (
    ORDINALS,
    CommonDialect,
    CommonSummary,
    parse_optional_amount,
    parse_optional_number,
    parse_positions,
    split_buy_in_bounty_fee,
)

_PRICE = re.compile(r"\s*\d[\d,]*(?:\.\d\d?)?€?\s*")
_TOURNAMENT_TABLE = re.compile(r".*\((\d+)\)#\d+")


class Winamax(CommonDialect, CommonSummary):
    """A hand as Winamax writes it. The stated pot is what the winners get, and an uncalled bet stays in it."""

    site = "winamax"
    marks = r"Winamax |\*\*\* (?:ANTE/BLINDS|FIRST-BET) \*\*\*|Table: '[^'\n]{1,80}' \d{1,2}-max"
    opening = "Winamax Poker - (?!Tournament summary)"
    other_texts: ClassVar = {"tournament summary": "Winamax Poker - Tournament summary"}
    figures = Reading(
        # `Total pot` is what is left after rake: 12.15, with a rake of 0.85, of 13.00 put in.
        stated_pot=StatedPot.NET,
        raked=Raked.EACH_POT,
        merges_pots=True,
        # No line returns a bet that nobody matched: it stays in the pot, and in what is collected.
        uncalled=UncalledBet.IN_POT,
        heads_showdown=True,
        shows_hero_only=True,
        tells_draws=False,
    )
    seen_in: ClassVar = {
        "9250793-388-1478989461": ("stated_pot", "uncalled", "says_payouts", "heads_showdown", "shows_hero_only"),
        # Omaha and Hold'em: no hand of Triple Draw with a side pot is public.
        "270777-217-1284853532": ("raked", "marks_all_in"),
        "270777-176-1284848794": ("merges_pots",),
        "910116-28-1298310000": ("merges_pots",),
    }

    # --- the header ---------------------------------------------------------------------------------------

    def read_cash_header(
        self,
        line: int,
        kind: str | None,
        _table: str | None,
        hand_id: str,
        limit: str,
        ante: str | None,
        low: str,
        high: str,
        time: str,
    ) -> None:
        """Real money is in euros; without a euro sign it is play money. All special tables are fast-fold."""
        stakes = (Limit(limit), parse_amount(low), parse_amount(high))
        header = self.build_header(line, hand_id, stakes, "EUR" if "€" in low else "play", time)
        self.header = replace(header, ante=parse_optional_amount(ante), kind=kind, in_sequence=kind is None)

    def read_tournament_header(
        self,
        line: int,
        tournament: str,
        buy_in: str,
        level: str | None,
        hand_id: str,
        limit: str,
        ante: str | None,
        low: str,
        high: str,
        time: str,
    ) -> None:
        """The tournament's number is in the table line."""
        header = self.build_header(line, hand_id, (Limit(limit), parse_amount(low), parse_amount(high)), "chips", time)
        self.header = replace(
            header, ante=parse_optional_amount(ante), tournament=_parse_tournament(tournament, level, buy_in)
        )

    def read_table(self, line: int, table: str, seats: str, money: str | None, button: str | None) -> None:
        """A tournament's table is called `NAME(number)#table`."""
        self.table = TableLine(line, table, int(seats), parse_optional_number(button), money == "play")
        number = _TOURNAMENT_TABLE.fullmatch(table)
        if number and self.header and self.header.tournament:
            tournament = replace(self.header.tournament, tournament_id=number[1])
            self.header = replace(self.header, tournament=tournament)

    def read_seat(self, line: int, seat: str, nickname: str, stack: str, bounty: str | None) -> None:
        """Not everybody listed is dealt in: see `was_dealt_in`."""
        self.add_seat(Seat(line, int(seat), nickname, parse_amount(stack), True, parse_optional_amount(bounty)))

    # --- the play -----------------------------------------------------------------------------------------

    def read_forced_bets(self, _line: int) -> None:
        """The heading of the blinds and antes."""

    def read_post(  # type: ignore[override]  # this line has one part more
        self, line: int, player: str, kind: str, amount: str, misplaced: str | None, all_in: str | None
    ) -> Event | None:
        """Out of position a big blind is an extra one, and a small blind is dead; a larger amount combines both.

        Who has posted both in one line has another of 0 for the big blind.
        """
        chips, posted = parse_amount(amount), self.posts[kind]
        if not chips:
            return None
        if misplaced is None:
            self._double_header_stakes_if_blind_fits(posted, chips)
        elif posted is PostKind.BIG_BLIND:
            posted = PostKind.EXTRA_BLIND
        elif self.header and chips > self.header.low:
            posted = PostKind.SMALL_AND_BIG
        else:
            posted = PostKind.DEAD_BLIND
        return ev.Post(line, player, posted, chips, all_in is not None)

    def _double_header_stakes_if_blind_fits(self, kind: PostKind, chips: int) -> None:
        """The posts show whether a tournament's header gives blinds or bets: no fixed-limit one has been seen yet."""
        header = self.header
        if header is None or header.tournament is None or header.limit is not Limit.FIXED:
            return
        if (kind, chips) in ((PostKind.SMALL_BLIND, header.low), (PostKind.BIG_BLIND, header.high)):
            self.header = replace(header, low=header.high, high=2 * header.high)

    def read_post_both(self, line: int, player: str, amount: str) -> Event:
        """Known only from another program that reads such files."""
        return ev.Post(line, player, PostKind.SMALL_AND_BIG, parse_amount(amount))

    def read_deal(self, line: int, player: str, cards: str, new: str | None) -> Event:
        """In real-money hands everybody has a line; the hero is the player whose cards are shown."""
        if new is not None:
            drawn = parse_cards(new)
            return ev.Receive(line, player, len(drawn), parse_cards(cards), drawn)
        dealt = parse_cards(cards)
        if self.draw_begun:
            return ev.Receive(line, player, held=_parse_face_up_cards(cards))
        if known(dealt):
            self.hero = player
        return ev.Deal(line, player, dealt)

    def read_betting(self, line: int, ordinal: str) -> Event:
        """A betting round begins; the first is printed before the deal."""
        return ev.BettingBegins(line, ORDINALS[ordinal] - 1)

    def read_raise(self, line: int, player: str, by: str, to: str, all_in: str | None) -> Event:
        """A negative raise is a bug of the site: the total counts."""
        step = parse_amount(by)
        return ev.Raise(line, player, step if step > 0 else None, parse_amount(to), all_in is not None)

    def read_discard(self, line: int, player: str, count: str, cards: str | None) -> Event:
        """The play-money export writes standing pat as discarding no cards."""
        if count == "0":
            return ev.StandPat(line, player, _parse_face_up_cards(cards))
        return ev.Discard(line, player, int(count), _parse_face_up_cards(cards))

    def read_stand_pat(self, line: int, player: str, held: str | None = None) -> Event:
        """Only the hero's cards are repeated."""
        return ev.StandPat(line, player, _parse_face_up_cards(held))

    # --- the summary --------------------------------------------------------------------------------------

    def read_pot(self, line: int, pot: str, thousands: str | None, rake: str | None) -> Event:
        """The pot after rake; one in thousands is rounded, so it is ignored."""
        self.complete = True
        return ev.Total(line, None if thousands else parse_amount(pot), 0 if rake is None else parse_amount(rake))

    def read_lost(self, line: int, player: str, seat: str, positions: str) -> Event:
        """The text does not say when; most players who folded have no line."""
        return ev.Result(line, int(seat), player, Outcome.FOLDED, parse_positions(positions))

    # --- who has cards ------------------------------------------------------------------------------------

    def was_dealt_in(self, seat: Seat) -> bool:
        """Seats of players who take no part have no mark: 45 of them in 40 of 180 public hands."""
        return self.takes_part_in_hand(seat)


def _parse_tournament(name: str, level: str | None, buy_in: str) -> Tournament:
    """`9€ + 1€`: buy-in and fee; of three parts the middle one is the bounty; words mean that there is no buy-in."""
    parts = [parse_amount(part) for part in buy_in.split("+") if _PRICE.fullmatch(part)]
    if not parts:
        return Tournament(name, level, 0)
    currency = "EUR" if "€" in buy_in else None
    return Tournament(name, level, *split_buy_in_bounty_fee(parts), currency)


def _parse_face_up_cards(cards: str | None) -> Cards | None:
    """The cards of a bracket; None if it is absent or all are face down."""
    bracket = parse_cards(cards or "")
    return bracket if known(bracket) else None
