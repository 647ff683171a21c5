"""The fast lane: what stands above the seats - who may be plain at all, and what the hand is played for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple, get_type_hints

import numpy as np

from histparse.columnar.compiled import NOBODY, one, room
from histparse.columnar.grammar.headers import Headers
from histparse.columnar.replay.stakes import NO_CAP, FirstToShow, HeadsUp, ShortRaise, Stakes
from histparse.model.hand import Header, Limit, StatedPot, Table, UncalledBet
from histparse.model.house import House, Source
from histparse.model.money import LARGEST, SIGNS
from histparse.parsing.dialects import dialects
from histparse.parsing.dialects.currency_signs import AMOUNTS
from histparse.reader import HandText
from histparse.replay.payouts import UNBROKEN
from histparse.rules.blinds import small_blinds
from histparse.rules.plausible import impossible_level, possible_times

HEADINGS = 64
"""Headings that are remembered; files with more are of many tables."""
AS_DECLARED = set(get_type_hints(Stakes))
"""What the dialect declares under the name it has in the stakes."""
ANY_SIZE = 1 << 20
"""The last seat of a table whose size is not known."""
MANY_SEATS = 100
"""No line gives a seat a number of more than two digits."""


class Preamble(NamedTuple):
    """The first lines of a hand that may be plain."""

    header: Header
    table: Table
    size: int
    """Bytes of these lines, with their ends."""
    lines: int
    stakes: int
    """The row of `Preambles.stakes`."""
    stacks_before_posts: bool


class Preambles:
    """Reads the preambles of hands of one site and house."""

    def __init__(self, site: str, house: House) -> None:
        self._house = house
        dialect = dialects()[site]
        self._figures, self._inferred, self._layout = dialect.figures, dialect.inferred, dialect.layout
        self._site = site
        self._headers: dict[str, Headers] = {}
        """What is known of headers, by their heading."""
        self._rows: dict[tuple[object, ...], int | None] = {}
        """By what a header says about the stakes, their row; None where it is not plain."""
        self._stakes = room(Stakes, 0)

    def read(self, texts: Iterable[HandText]) -> list[Preamble | None]:
        """By text, its preamble; None where the hand cannot be plain."""
        times = possible_times()
        return [None if text.other_text else self._read(text.text, text.heading, times) for text in texts]

    def stakes(self, preambles: Sequence[Preamble | None]) -> np.ndarray[Any, Any]:
        """What the hands are played for and what their house permits, by preamble."""
        there = [(place, preamble) for place, preamble in enumerate(preambles) if preamble]
        places = [place for place, _ in there]
        stakes = room(Stakes, len(preambles))
        stakes[places] = self._stakes[[preamble.stakes for _, preamble in there]]
        buttons = (preamble.table.button for _, preamble in there)
        stakes["button"][places] = [NOBODY if button is None else button for button in buttons]
        stakes["highest_seat"][places] = [preamble.table.seats or ANY_SIZE for _, preamble in there]
        stakes["stacks_before_posts"][places] = [preamble.stacks_before_posts for _, preamble in there]
        return stakes

    def _read(self, text: str, heading: str, times: tuple[datetime, datetime]) -> Preamble | None:
        reading = self._headers_below(heading).read(text) if _is_encodable(text) else None
        if reading is None:
            return None
        header, table, before_posts, end = reading
        played_for = _played_for(header)
        if played_for not in self._rows:
            self._rows[played_for] = self._new_row(header)
        row = self._rows[played_for]
        if row is None or not _is_plausible(header, times) or not _is_in_bounds(header, table):
            return None
        if any(text.find(sign, end) >= 0 and AMOUNTS[sign].search(text, end) for sign in _other_signs(header.currency)):
            return None
        return Preamble(header, table, len(text[:end].encode()), text.count("\n", 0, end), row, before_posts)

    def _headers_below(self, heading: str) -> Headers:
        """The headers of hands that the heading describes."""
        if heading not in self._headers:
            if len(self._headers) == HEADINGS:
                self._headers.clear()
            self._headers[heading] = Headers(self._site, heading)
        return self._headers[heading]

    def _new_row(self, header: Header) -> int | None:
        """The row of the stakes of hands with such a header; None where they are not plain."""
        if not _is_plain(header):
            return None
        stakes: Any = one(Stakes)
        house = self._house
        stakes.small_bet, stakes.big_bet = header.low, header.high
        for place, some in enumerate(small_blinds(header.low)):
            stakes.small_blinds[place] = some.start, some.stop, some.step
        stakes.is_tournament = header.tournament is not None
        stakes.whole_chips = 100 if header.currency in UNBROKEN else 1
        stakes.cap, stakes.cap_heads_up = _cap(house.cap), _cap(house.cap_heads_up)
        stakes.heads_up_counts = HeadsUp[house.heads_up_counts.upper()]
        stakes.short_raise = ShortRaise[house.short_raise.name]
        announces = self._figures.announces
        stakes.announces_cap, stakes.most_players = house.announces_cap and announces, house.most_players
        stakes.first_to_show = FirstToShow[house.first_to_show.name]
        stakes.folds_return = Source.FOLDED_HANDS in house.reshuffled
        stakes.draw_returns = Source.THIS_DRAW in house.reshuffled
        stakes.own_return = house.own_discard_returns
        stakes.announces_reshuffle = house.announces_reshuffle == "yes" and announces
        self._enter_text(stakes)
        self._stakes = np.append(self._stakes, stakes)
        return len(self._stakes) - 1

    def _enter_text(self, stakes: Stakes) -> None:
        """Enter how the site's text is to be read."""
        figures, inferred, layout = self._figures, self._inferred, self._layout
        stakes.nets_pot = figures.stated_pot is StatedPot.NET
        stakes.nets_parts = figures.stated_parts is StatedPot.NET
        stakes.adds_up_parts = figures.stated_parts is StatedPot.GROSS
        stakes.sums_up = figures.stated_pot is not StatedPot.NONE or inferred.payouts
        stakes.keeps_uncalled = figures.uncalled in {UncalledBet.IN_POT, UncalledBet.IN_WINNINGS}
        stakes.returns_late = figures.uncalled is UncalledBet.IN_WINNINGS
        stakes.returns_unsaid = figures.uncalled is UncalledBet.UNSAID
        for said in (figures, layout):
            for name in AS_DECLARED & set(said.__struct_fields__):
                setattr(stakes, name, getattr(said, name))
        stakes.infers_showdown, stakes.infers_dealt_in = inferred.showdown, inferred.dealt_in
        stakes.infers_payouts = inferred.payouts


def _cap(bets: int | str) -> int:
    return bets if isinstance(bets, int) else NO_CAP


def _played_for(header: Header) -> tuple[object, ...]:
    """All that the stakes of a hand rest on."""
    event, blinds = header.tournament, (header.small_blind, header.big_blind, header.ante, header.stack_cap)
    stakes = (header.limit, header.low, header.high, header.currency)
    return *stakes, *blinds, event is not None, event and event.level, header.partial


def _is_encodable(text: str) -> bool:
    """Not so with half a pair of surrogates, which stands for bytes that are no text: store/rows writes those anew."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_plain(header: Header) -> bool:
    """Fixed limit, blinds by the stakes."""
    extra = (header.small_blind, header.big_blind, header.ante or None, header.stack_cap)
    return (
        header.limit is Limit.FIXED
        and extra == (None, None, None, None)
        and 0 < header.low <= header.high <= LARGEST
        and not header.partial
        and not any(impossible_level(header))
    )


def _is_plausible(header: Header, times: tuple[datetime, datetime]) -> bool:
    moment, (first, last) = header.played_at, times
    return moment is None or first <= moment <= last


def _is_in_bounds(header: Header, table: Table) -> bool:
    """Whether the numbers fit the records and the columns; those of the stakes are looked at once for all hands."""
    event = header.tournament
    prices = (event.buy_in, event.bounty, event.fee) if event else ()
    return all(price is None or 0 <= price <= LARGEST for price in prices) and all(
        seat is None or 0 <= seat < MANY_SEATS for seat in (table.button, table.seats)
    )


@lru_cache
def _other_signs(currency: str) -> tuple[str, ...]:
    """The signs of all other currencies, for a header in one with a sign: an amount in one of them is a finding."""
    return tuple(sign for sign in SIGNS.values() if sign != SIGNS[currency]) if currency in SIGNS else ()
