"""PokerStars: a method for each terminal of `grammars/pokerstars.lark`."""

# ruff: noqa: PLR0917  a method takes the pieces of its line, however many there are

from __future__ import annotations

import re

from histparse.cards import parse_cards
from histparse.dialects.times import read_time
from histparse.dialects.usual import Usual, cards_of
from histparse.events import (
    Bet,
    Call,
    Check,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Muck,
    Outcome,
    Post,
    PostKind,
    Raise,
    Receive,
    Result,
    Show,
    StandPat,
    Total,
)
from histparse.hand import Header, Limit, Seat, Table, Tournament
from histparse.money import SIGNS, parse_amount

_LIMITS = {"Limit": Limit.FIXED, "Pot Limit": Limit.POT, "No Limit": Limit.NO}
_CURRENCIES = {sign: code for code, sign in SIGNS.items()} | {"R": "INR"}
"""By the first letter of an amount: `Rs. 20` is in rupees too."""
_DRAWS = {"FIRST": 1, "SECOND": 2, "THIRD": 3, "FOURTH": 4, "FIFTH": 5}
_POSTS = {str(kind): kind for kind in PostKind} | {"small & big blinds": PostKind.SMALL_AND_BIG}
_POTS = {"pot": None, "main pot": 0, "side pot": 1}
_ACTS = (Post, Deal, Fold, Check, Call, Bet, Raise, Discard, StandPat, Show, Muck)
"""Only who has cards does any of these."""
_POSITION = re.compile(r"\((.+?)\)")
_SIDE_POT = re.compile(r"pot(?:-\d)? (\S+)\.")


class PokerStars(Usual):
    """A hand as PokerStars and its skins write it."""

    site = "pokerstars"
    opening = (
        r"(?:PokerStars|POKERSTARS|Full Tilt|Run It Once(?: Poker)?|BetOnline|PokerMaster|PokerBros)"
        r"(?: Home Game| Zoom| Rush)?(?: Hand| Game| GAME|Game)? #\d+:"
    )

    def __init__(self, lines: list[str], first: int) -> None:
        super().__init__(lines, first)
        self.draw_begun = False
        self.dealing = False
        self.away: set[str] = set()
        """Those who said before the deal that they sit out."""

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
        time: str,
    ) -> None:
        """Without a currency's letters its sign tells; without either it is play money."""
        played_at, zone = read_time(time)
        self.header = Header(
            line,
            self.site,
            hand_id,
            _LIMITS[limit],
            parse_amount(low),
            parse_amount(high),
            code or _CURRENCIES.get(low[0], "play"),
            played_at,
            zone,
            mix,
            stack_cap=_amount(cap),
            kind=_kind(site),
            club=club,
        )

    def read_tournament_header(
        self,
        line: int,
        site: str,
        hand_id: str,
        club: str | None,
        number: str,
        buy_in: str,
        mix: str | None,
        limit: str,
        level: str,
        low: str,
        high: str,
        time: str,
    ) -> None:
        """The level's figures are small and big bet, as in a ring game."""
        played_at, zone = read_time(time)
        self.header = Header(
            line,
            self.site,
            hand_id,
            _LIMITS[limit],
            parse_amount(low),
            parse_amount(high),
            "chips",
            played_at,
            zone,
            mix,
            _tournament(number, level, buy_in),
            kind=_kind(site),
            club=club,
        )

    def read_other_game(self, _line: int, hand_id: str, limited: str | None, name: str | None) -> None:
        """The game by its name in the header, with its limit where one is named."""
        self.skip(hand_id, limited or name or "")

    def read_table(self, line: int, name: str, seats: str | None, play_money: str | None, button: str | None) -> None:
        """Old files leave out how many seats there are."""
        self.table = Table(line, name, _number(seats), _number(button), play_money is not None)

    def read_seat(self, line: int, seat: str, name: str, stack: str, bounty: str | None, out: str | None) -> None:
        """A player marked as sitting out may be dealt in all the same: see `dealt_in`."""
        self.take_seat(Seat(line, int(seat), name, parse_amount(stack), out is None, _amount(bounty)))

    # --- the play -----------------------------------------------------------------------------------------

    def read_post(self, line: int, player: str, kind: str, amount: str, all_in: str | None) -> Event:
        """Extra blinds of new players are called big blinds too."""
        return Post(line, player, _POSTS[kind], parse_amount(amount), all_in is not None)

    def read_deal(self, line: int, player: str, cards: str, new: str | None) -> Event:
        """Cards in one bracket are the deal before the first draw, and five fresh cards after it."""
        if new is not None:
            kept, got = parse_cards(cards), parse_cards(new)
            return Receive(line, player, len(got), kept, got)
        if self.draw_begun:
            got = parse_cards(cards)
            return Receive(line, player, len(got), (), got)
        self.hero = player
        return Deal(line, player, parse_cards(cards))

    def read_draw(self, line: int, which: str) -> Event:
        """From here on cards in one bracket are drawn ones."""
        self.draw_begun = True
        return DrawBegins(line, _DRAWS[which])

    def read_collect(self, line: int, player: str, amount: str, pot: str, number: str | None) -> Event:
        """A lone side pot has no number."""
        return Collect(line, player, parse_amount(amount), _POTS[pot] if number is None else int(number))

    # --- the summary --------------------------------------------------------------------------------------

    def read_total(self, line: int, pot: str, main: str | None, sides: str | None, rake: str) -> Event:
        """The pot before rake, and its parts where there are side pots."""
        self.complete = True
        parts = tuple(parse_amount(side) for side in _SIDE_POT.findall(sides or ""))
        return Total(line, parse_amount(pot), parse_amount(rake), _amount(main), parts)

    def read_folded(
        self, line: int, player: str, seat: str, positions: str, draws: str | None, no_bet: str | None
    ) -> Event:
        """Draws made before the fold: none before the first."""
        return Result(
            line,
            int(seat),
            player,
            Outcome.FOLDED,
            _positions(positions),
            folded_after=int(draws or 0),
            bet=False if no_bet else None,
        )

    def read_collected(self, line: int, player: str, seat: str, positions: str, won: str) -> Event:
        """Won without showing."""
        return Result(line, int(seat), player, Outcome.COLLECTED, _positions(positions), won=parse_amount(won))

    def read_mucked(self, line: int, player: str, seat: str, positions: str, cards: str | None) -> Event:
        """Lost without showing: here the cards are seen."""
        return Result(line, int(seat), player, Outcome.MUCKED, _positions(positions), cards=cards_of(cards))

    def read_showed(
        self, line: int, player: str, seat: str, positions: str, cards: str, won: str | None, says: str | None
    ) -> Event:
        """Won or lost at the showdown."""
        return Result(
            line,
            int(seat),
            player,
            Outcome.SHOWED,
            _positions(positions),
            cards=parse_cards(cards),
            won=_amount(won),
            says=says,
        )

    # --- who has cards ------------------------------------------------------------------------------------

    def note(self, kind: str, line: int, player: str | None) -> None:
        """Sitting out before the deal means to have no cards, after it only not to act."""
        super().note(kind, line, player)
        if kind == "dealing hands":
            self.dealing = True
        elif kind == "sit out" and player and not self.dealing:
            self.away.add(player)

    def dealt_in(self, seat: Seat) -> bool:
        """All who are not away, and those who act all the same: tournaments deal to empty chairs."""
        if seat.dealt_in and seat.player not in self.away:
            return True
        return any(isinstance(event, _ACTS) and event.player == seat.player for event in self.events)


def _kind(site: str) -> str | None:
    """`Zoom` of `PokerStars Zoom`; another skin's whole name."""
    return re.sub("(?i)^PokerStars ?", "", site) or None


def _tournament(number: str, level: str, buy_in: str) -> Tournament:
    """`$25+$25+$5 USD`: buy-in, bounty, fee; `$10+$1`: no bounty; `200FPP`: points; `Freeroll`: nothing to pay."""
    price, _, code = buy_in.partition(" ")
    parts = [parse_amount(part) for part in price.split("+") if part[-1:].isdigit()]
    points = price.endswith("FPP")
    if points or not parts:
        return Tournament(number, level, parse_amount(price) if points else 0)
    currency = code or _CURRENCIES.get(price[0])
    bounty = parts[1] if len(parts) > 2 else None
    return Tournament(number, level, parts[0], bounty, parts[-1] if len(parts) > 1 else None, currency)


def _positions(text: str) -> tuple[str, ...]:
    return tuple(_POSITION.findall(text)) if text else ()


def _amount(text: str | None) -> int | None:
    return None if text is None else parse_amount(text)


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)
