"""Lines that most sites share: their parts come in the same order, whatever words are in between."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

# ruff: noqa: PLR0917  a method takes the parts of its line, however many there are
from functools import lru_cache
from typing import ClassVar

from histparse.model import events as ev
from histparse.model.cards import Cards, parse_cards
from histparse.model.events import Event, Outcome, PostKind, Result, SummaryBegins, Total
from histparse.model.hand import Hand, Header, Limit
from histparse.model.money import SIGNS, parse_amount
from histparse.parsing.dialects.base import Dialect

LIMITS = {"Limit": Limit.FIXED, "Pot Limit": Limit.POT, "No Limit": Limit.NO}
POTS = {"pot": None, "main pot": 0, "side pot": 1}
ORDINALS = {"FIRST": 1, "SECOND": 2, "THIRD": 3, "FOURTH": 4, "FIFTH": 5}


class PlainDialect(Dialect):
    """The lines in which sites that name their players differ in words at most."""

    def read_fold(self, line: int, player: str, cards: str | None = None) -> Event:
        """Some players turn up a card as they fold."""
        return ev.Fold(line, player, parse_cards(cards) if cards else ())

    def read_check(self, line: int, player: str) -> Event:
        """Nothing but the player."""
        return ev.Check(line, player)

    def read_bet(self, line: int, player: str, added: str, all_in: str | None) -> Event:
        """The first chips of a round."""
        return ev.Bet(line, player, parse_amount(added), all_in is not None)

    def read_stand_pat(self, line: int, player: str, held: str | None = None) -> Event:
        """Only the hero's cards are repeated."""
        return ev.StandPat(line, player, parse_optional_cards(held))

    def read_other_game(self, _line: int, hand_id: str, name: str) -> None:
        """The game as the header calls it, with its limit."""
        self.mark_as_other_game_and_drop_rest(hand_id, name)

    def read_cancelled(self, line: int) -> Event:
        """The summary that follows states no pot."""
        self.complete, self.cancelled = True, line
        return ev.Cancelled(line)

    def read_summary(self, line: int) -> Event:
        """The heading of the summary."""
        return ev.SummaryBegins(line)


class CommonDialect(PlainDialect):
    """A dialect that overrides only the lines its site writes differently."""

    draw_begun = False
    posts: ClassVar[Mapping[str, PostKind]] = {
        **{str(kind): kind for kind in PostKind},
        "small & big blinds": PostKind.SMALL_AND_BIG,
    }
    """The words for each kind of forced bet: those of PokerStars, which calls extra blinds big blinds too."""

    def build_header(self, line: int, hand_id: str, stakes: tuple[Limit, int, int], currency: str, time: str) -> Header:
        """Build the header from what all have: the limit, the small and the big bet, and when the hand was played."""
        played_at, zone = self.parse_time_and_note_doubt(line, time)
        return Header(line, self.site, hand_id, *stakes, currency, played_at, zone)

    def read_deal(self, line: int, player: str, cards: str, new: str | None) -> Event:
        """Cards in one bracket are the deal before the first draw, and five fresh cards after it."""
        if new is not None:
            held, drawn = parse_cards(cards), parse_cards(new)
            return ev.Receive(line, player, len(drawn), held, drawn)
        if self.draw_begun:
            drawn = parse_cards(cards)
            return ev.Receive(line, player, len(drawn), (), drawn)
        self.hero = player
        return ev.Deal(line, player, parse_cards(cards))

    def read_post(self, line: int, player: str, kind: str, amount: str, all_in: str | None) -> Event:
        """A forced bet in the words of `posts`."""
        return ev.Post(line, player, self.posts[kind], parse_amount(amount), all_in is not None)

    def read_call(self, line: int, player: str, added: str, all_in: str | None) -> Event:
        """The amount is what the player adds."""
        return ev.Call(line, player, parse_amount(added), None, all_in is not None)

    def read_raise(self, line: int, player: str, by: str, to: str, all_in: str | None) -> Event:
        """First the size of the raise, then the player's total in this round."""
        return ev.Raise(line, player, parse_amount(by), parse_amount(to), all_in is not None)

    def read_capped(self, line: int) -> Event:
        """Printed after the last permitted raise."""
        return ev.Capped(line)

    def read_draw(self, line: int, ordinal: str) -> ev.DrawBegins:
        """From here on cards in a single bracket are drawn ones."""
        self.draw_begun = True
        return ev.DrawBegins(line, ORDINALS[ordinal])

    def read_discard(self, line: int, player: str, count: str, cards: str | None) -> Event:
        """Only the hero's cards are shown."""
        return ev.Discard(line, player, int(count), parse_optional_cards(cards))

    def read_reshuffle(self, line: int) -> Event:
        """Printed before the discard it serves."""
        return ev.Reshuffle(line)

    def read_uncalled(self, line: int, player: str, amount: str) -> Event:
        """Always on a line of its own."""
        return ev.Uncalled(line, player, parse_amount(amount))

    def read_showdown(self, line: int) -> Event:
        """The heading of the showdown."""
        return ev.ShowdownBegins(line)

    def read_show(self, line: int, player: str, cards: str, reading: str | None) -> Event:
        """The cards are in no particular order; the words may name only the highest card, or the pairs."""
        return ev.Show(line, player, parse_cards(cards), reading)

    def read_muck(self, line: int, player: str) -> Event:
        """A loser at the showdown; the summary may show their cards."""
        return ev.Muck(line, player)

    def read_no_show(self, line: int, player: str) -> Event:
        """An uncontested winner."""
        return ev.NoShow(line, player)

    def read_collect(self, line: int, player: str, amount: str, pot: str, number: str | None) -> Event:
        """A single side pot has no number."""
        return ev.Collect(line, player, parse_amount(amount), POTS[pot] if number is None else int(number))


def parse_optional_cards(text: str | None) -> Cards | None:
    """The cards of a bracket that may be absent."""
    return None if text is None else parse_cards(text)


def parse_optional_amount(text: str | None) -> int | None:
    """An amount that may be absent."""
    return None if text is None else parse_amount(text)


def parse_optional_number(text: str | None) -> int | None:
    """A whole number that may be absent."""
    return None if text is None else int(text)


def split_buy_in_bounty_fee(parts: Sequence[int]) -> tuple[int, int | None, int | None]:
    """Buy-in, bounty and fee in the order of the text: of three parts the middle one is the bounty."""
    return parts[0], parts[1] if len(parts) > 2 else None, parts[-1] if len(parts) > 1 else None


# --- signs of currencies --------------------------------------------------------------------------------------

AMOUNTS = {sign: re.compile(f"[{sign}] ?\\d|\\d ?[{sign}]") for sign in SIGNS.values()}
"""By sign, amounts that have it."""
OTHER_CURRENCY = "an amount in {sign} where the header says {currency}"


def doubt_first_foreign_currency_amount(hand: Dialect, text: str) -> None:
    """Doubt the first line with an amount in a currency other than the header's. `text`: the whole hand."""
    expected = SIGNS.get(hand.header.currency) if hand.header and hand.writes_signs else None
    unexpected = [sign for sign in SIGNS.values() if sign != expected and sign in text]
    if hand.header and expected and unexpected:
        for line, words in _chip_lines_without_names(hand):
            if wrong := next((sign for sign in unexpected if AMOUNTS[sign].search(words)), None):
                hand.note_doubt(line, (OTHER_CURRENCY, {"sign": wrong, "currency": hand.header.currency}))
                return


def _chip_lines_without_names(hand: Dialect) -> list[tuple[int, str]]:
    """The lines about chips, with names and what hands are called removed: these and chat are not amounts."""
    numbers = dict.fromkeys([*(seat.line for seat in hand.seats), *(event.line for event in hand.events)])
    names = sorted({seat.player for seat in hand.seats}, key=len, reverse=True)
    readings = {
        event.line: event.says for event in hand.events if isinstance(event, ev.Show | ev.Result) and event.says
    }
    return [(line, _remove_names(hand.line_text(line), [*names, readings.get(line, "")])) for line in numbers]


def _remove_names(words: str, names: list[str]) -> str:
    for name in filter(None, names):
        words = words.replace(name, "")
    return words


# --- the summary: the pot, and a line for each player -----------------------------------------------------------------

_POSITION = re.compile(r"\(([^()]+)\)")
_SIDE_POT = re.compile(r"pot(?:[ -]#?\d)? (\S+)\.")


class CommonSummary(Dialect):
    """A dialect whose summary gives `Seat n: name (positions) result`."""

    def build_hand(self, path: str) -> Hand | None:
        """The line with the pot, which ends a complete text, may be one that was not read: others follow it."""
        begins = next((event.line for event in self.events if isinstance(event, SummaryBegins)), self.last)
        self.complete |= any(begins < line < self.last for line in self.unknown)
        return super().build_hand(path)

    def read_total(self, line: int, pot: str, main: str | None, sides: str | None, rake: str) -> Event:
        """The pot before rake, and its parts if there are side pots."""
        self.complete = True
        parts = tuple(parse_amount(side) for side in _SIDE_POT.findall(sides or ""))
        return Total(line, parse_amount(pot), parse_amount(rake), parse_optional_amount(main), parts)

    def read_folded(
        self, line: int, player: str, seat: str, positions: str, draws: str | None, no_bet: str | None
    ) -> Event:
        """When a player folded: after how many draws."""
        return Result(
            line,
            int(seat),
            player,
            Outcome.FOLDED,
            parse_positions(positions),
            folded_after=int(draws or 0),
            bet=False if no_bet else None,
        )

    def read_collected(self, line: int, player: str, seat: str, positions: str, won: str) -> Event:
        """Won without showing."""
        return Result(line, int(seat), player, Outcome.COLLECTED, parse_positions(positions), won=parse_amount(won))

    def read_mucked(self, line: int, player: str, seat: str, positions: str, cards: str | None) -> Result:
        """Lost without showing; the cards are printed here."""
        return Result(
            line, int(seat), player, Outcome.MUCKED, parse_positions(positions), cards=parse_optional_cards(cards)
        )

    def read_showed(
        self, line: int, player: str, seat: str, positions: str, cards: str, won: str | None, reading: str | None
    ) -> Event:
        """Won or lost at the showdown."""
        return Result(
            line,
            int(seat),
            player,
            Outcome.SHOWED,
            parse_positions(positions),
            cards=parse_cards(cards),
            won=parse_optional_amount(won),
            says=reading,
        )


@lru_cache(maxsize=64)
def parse_positions(text: str) -> tuple[str, ...]:
    """` (button) (small blind)` means both."""
    return tuple(_POSITION.findall(text)) if text else ()
