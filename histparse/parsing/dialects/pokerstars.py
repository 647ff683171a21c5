"""PokerStars: a method for each terminal of `grammars/pokerstars.lark`."""

# ruff: noqa: PLR0913, PLR0917  a method takes the parts of its line, however many there are

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from histparse.model import events as ev
from histparse.model.events import Event
from histparse.model.hand import Hand, Header, Raked, Reading, Seat, StatedPot, TableLine, Tournament
from histparse.model.money import CURRENCIES, parse_amount
from histparse.parsing.dialects.base import WITH_CARDS, OwnResult
from histparse.parsing.dialects.common import (
    LIMITS,
    CommonDialect,
    CommonSummary,
    parse_optional_amount,
    parse_optional_number,
    split_buy_in_bounty_fee,
)

_CURRENCIES = CURRENCIES | {"R": "INR"}
"""By the first character of an amount: `Rs. 20` is in rupees too."""
_FAST_FOLD = frozenset({"Zoom", "Rush"})
_ACTS = (WITH_CARDS | {ev.Post}) - {ev.Collect}
"""Acts that only a player with cards does."""
_PRICE = re.compile(r"[^\d-]?\d[\d,]*(?:\.\d\d?)?")


class PokerStars(CommonDialect, CommonSummary):
    """A hand as PokerStars and its skins write it."""

    site = "pokerstars"
    marks = r"PokerStars |\*\*\* DEALING HANDS \*\*\*|Table '[^'\n]{1,80}' \d{1,2}-max Seat #\d"
    opening = (
        r"(?:PokerStars|POKERSTARS|Full Tilt|Run It Once(?: Poker)?|BetOnline|PokerMaster|PokerBros)"
        r"(?: Home Game| Zoom| Rush)?(?: Hand| Game| GAME|Game)? #\d+:"
    )
    foreign: ClassVar = {
        "Chinese": r"PokerStars扑克之星",
        "French": r"Main PokerStars n°",
        "Portuguese": r"Mão PokerStars #",
        "Russian": r"Раздача PokerStars №",
        "Spanish": r"Mano n\.º",
    }
    english = (
        "a hand in {language}; only English ones can be read. "
        "Choose English as the language of hand histories in PokerStars' settings (Playing History) for hands to come; "
        "older ones can be requested from the site in English."
    )
    figures = Reading(
        # Main and side pots are printed after rake: each is what was collected from it.
        stated_parts=StatedPot.NET,
        raked=Raked.EACH_POT,
        lists_players=True,
        tells_mucks=True,
        heads_showdown=True,
        shows_hero_only=True,
        # `Betting is capped`, and `The deck is reshuffled`.
        announces=True,
    )
    seen_in: ClassVar = {
        "35839001292": ("stated_pot", "uncalled", "marks_all_in", "says_payouts", "heads_showdown", "announces"),
        "35839176665": ("announces",),
        "35839050562": ("lists_players", "tells_mucks", "shows_hero_only", "tells_draws"),
        # Badugi and 5 Card Draw: no raked hand of Triple Draw with a side pot is public.
        "49164202872": ("stated_parts", "raked"),
        "64146221551": ("stated_parts", "raked"),
    }
    other_texts: ClassVar = {"tournament summary": r"(?:PokerStars|Full Tilt)(?: Home Game)? Tournament #\d+, "}

    def __init__(self, lines: list[str], first: int) -> None:
        super().__init__(lines, first)
        self.dealing = False
        self.absent: set[str] = set()
        """Players who announced before the deal that they sit out."""
        self.listed: set[str] = set()
        """Players with a line in the summary."""

    @staticmethod
    def parse_result(kind: str, pieces: Sequence[str | None]) -> OwnResult | None:
        """A prize that is no amount is a ticket; who shares a bounty is not told how much they get."""
        first, *rest = pieces
        if kind in {"FINISH", "WINNER"}:
            place, prize = (1, first) if kind == "WINNER" else (int(first or 0) or None, rest[0])
            if place is None or (kind == "WINNER" and prize is None):
                return OwnResult(place)
            return OwnResult(place, 0 if prize is None else _parse_price(prize))
        if kind == "BOUNTY" and first == "wins":
            return OwnResult(bounties_won=1, bounty_won=_parse_price(str(rest[0])))
        if kind == "BUY":
            return OwnResult(rebuys=1) if first == "re-buys" else OwnResult(addons=1)
        return None

    # --- the header ---------------------------------------------------------------------------------------

    def read_cash_header(
        self,
        line: int,
        site: str,
        hand_id: str,
        club: str | None,
        mix: str | None,
        limit: str,
        low: str,
        high: str,
        cap: str | None,
        code: str | None,
        _session: str | None,
        time: str,
    ) -> None:
        """Without a currency code its sign decides; without either it is play money."""
        stakes = (LIMITS[limit.title()], parse_amount(low), parse_amount(high))
        header = self.build_header(line, hand_id, stakes, code or _CURRENCIES.get(low[0], "play"), time)
        self.header = _set_kind_from_site_name(
            replace(header, mix=mix, stack_cap=parse_optional_amount(cap), club=club), site
        )

    def read_tournament_header(
        self,
        line: int,
        site: str,
        hand_id: str,
        club: str | None,
        fast: str | None,
        tournament: str,
        buy_in: str | None,
        mix: str | None,
        limit: str,
        level: str,
        low: str,
        high: str,
        _session: str | None,
        time: str,
    ) -> None:
        """The figures of the level are small and big bet, as in a ring game."""
        stakes = (LIMITS[limit.title()], parse_amount(low), parse_amount(high))
        header = self.build_header(line, hand_id, stakes, "chips", time)
        priced = _parse_tournament(tournament, level, buy_in)
        self.header = _set_kind_from_site_name(replace(header, mix=mix, tournament=priced, club=club), fast or site)

    def read_other_game(  # type: ignore[override]  # the limit is apart
        self, _line: int, hand_id: str, limited: str | None, name: str | None
    ) -> None:
        """The game by its name in the header, with its limit if there is one."""
        self.mark_as_other_game_and_drop_rest(hand_id, limited or name or "")

    def read_table(self, line: int, table: str, seats: str | None, play_money: str | None, button: str | None) -> None:
        """Old files leave out the number of seats."""
        self.table = TableLine(
            line, table, parse_optional_number(seats), parse_optional_number(button), play_money is not None
        )

    def read_seat(
        self, line: int, seat: str, nickname: str, stack: str, bounty: str | None, absence: str | None
    ) -> None:
        """A player marked as sitting out may still be dealt in: see `was_dealt_in`."""
        is_moved = (absence or "").startswith(" out")
        chips = parse_amount(stack)
        self.add_seat(Seat(line, int(seat), nickname, chips, absence is None, parse_optional_amount(bounty), is_moved))

    # --- the play -----------------------------------------------------------------------------------------

    def read_splash(self, line: int, amount: str) -> Event:
        """Nobody's chips."""
        return ev.Splash(line, parse_amount(amount))

    def build_hand(self, path: str) -> Hand | None:
        """The site pays a player who cashes out and takes what they win: as in the summary, the pot is theirs."""
        results = [event for event in self.events if isinstance(event, ev.Result)]
        self.listed = {result.player for result in results}
        won = {result.player: result.won for result in results if result.won}
        collected = {event.player for event in self.events if isinstance(event, ev.Collect)}
        for note in self.notes:
            if note.kind == "cash out" and note.player in won.keys() - collected:
                place = next(place for place, event in enumerate(self.events) if event.line > note.line)
                self.events.insert(place, ev.Collect(note.line, note.player, won[note.player] or 0))
        return super().build_hand(path)

    # --- who has cards ------------------------------------------------------------------------------------

    def record_note(self, kind: str, line: int, player: str | None) -> None:
        """Sitting out before the deal means having no cards, after it only not acting."""
        super().record_note(kind, line, player)
        if kind == "dealing hands":
            self.dealing = True
        elif kind == "sit out" and player and not self.dealing:
            self.absent.add(player)

    def was_dealt_in(self, seat: Seat) -> bool:
        """Everybody not sitting out, and those who act anyway: tournaments deal to empty chairs.

        Whom the summary leaves out although it lists others, and who does nothing, was not there.
        """
        is_listed = not (self.complete and self.listed) or seat.player in self.listed
        if seat.dealt_in and seat.player not in self.absent and is_listed:
            return True
        return self.has_event_of(seat.player, _ACTS)


def _set_kind_from_site_name(header: Header, site: str) -> Header:
    """The header with the kind of table: `Zoom` of `PokerStars Zoom`; of another skin its whole name."""
    kind = re.sub("(?i)^PokerStars ?", "", site).strip() or None
    return replace(header, kind=kind, in_sequence=kind not in _FAST_FOLD)


def _parse_tournament(number: str, level: str, buy_in: str | None) -> Tournament:
    """`$25+$25+$5 USD`: buy-in, bounty, fee; `$10+$1`: no bounty; `200FPP`, `250 SC`: points; `Freeroll`: no price."""
    if buy_in is None:
        return Tournament(number, level)
    price, _, code = buy_in.partition(" ")
    parts = [parse_amount(part) for part in price.removesuffix("FPP").split("+") if _PRICE.fullmatch(part)]
    if price.endswith("FPP") or code == "SC" or not parts:
        return Tournament(number, level, sum(parts))
    currency = code or _CURRENCIES.get(price[0])
    return Tournament(number, level, *split_buy_in_bounty_fee(parts), currency)


def _parse_price(text: str) -> int | None:
    return parse_amount(text) if _PRICE.fullmatch(text) else None
