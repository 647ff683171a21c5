"""Phenom Poker: a hand as that site is supposed to write it; no real one of this game has been seen."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from typing import ClassVar

from msgspec.structs import replace

from histparse.export.contract import Line, Remark
from histparse.export.ledger import big_blind
from histparse.export.pokerstars import PokerStarsHand, PokerStarsLines, says, table_line
from histparse.export.writer import Writer
from histparse.model import events as ev
from histparse.model.events import Event, PostKind
from histparse.model.hand import Header
from histparse.model.money import SIGNS
from histparse.parsing.dialects.base import Dialect
from histparse.parsing.dialects.phenom import Phenom

__all__ = ["PHENOM"]


class PhenomHand(PokerStarsHand):
    """Without chat, announcements, all-in marks and the hero's draws."""

    dialect: ClassVar[type[Dialect]] = Phenom  # type: ignore[assignment]  # that of PokerStars is inferred
    unprinted: ClassVar = {
        **{act: {"all_in": False} for act in (ev.Post, ev.Call, ev.Bet, ev.Raise)},
        ev.Discard: {"cards": None},
        ev.StandPat: {"held": None},
    }
    silent = (ev.Capped, ev.Reshuffle, ev.Receive, ev.Note)

    def header(self) -> Header:
        """The blinds, and an id of letters and figures."""
        header = self.hand.header
        posts = ev.of_type(self.hand.events, ev.Post)
        small = next((p.amount for p in posts if p.kind is PostKind.SMALL_BLIND and not p.all_in), header.low // 2)
        blinds = {"small_blind": small, "big_blind": big_blind(header)}
        return replace(
            super().header(), hand_id=f"{int(self.hand_number):012x}", zone=None, in_sequence=False, **blinds
        )


class PhenomLines(PokerStarsLines):
    """The lines of one hand."""

    site = Phenom.site
    words: ClassVar = {**PokerStarsLines.words, "discard": "{player}: discards {count} card{s}"}

    def opening_lines(self) -> Iterator[Line]:
        """Header, table and seats."""
        header = self.header
        blinds = f"{self.money(header.small_blind or 0)}/{self.money(header.big_blind or 0)}"
        time = f"{header.played_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}".replace("-", "/") if header.played_at else ""
        yield header, f"Phenom Poker Hand #{header.hand_id}: 2-7 Triple Draw Limit ({blinds}) - {time}"
        yield self.hand.table, table_line(replace(self.hand.table, play_money=False))
        for seat in self.hand.seats:
            mark = "" if seat.dealt_in else " is sitting out"
            yield seat, f"Seat {seat.seat}: {seat.player} ({self.money(seat.stack)} in chips){mark}"

    def lines_before(self, event: Event) -> Iterator[str]:
        """The heading of the deal."""
        yield from ("*** HOLE CARDS ***" for _ in super().lines_before(event))

    def play(self) -> Iterator[Line]:
        """Behind a discard, but not always, how many cards are drawn."""
        for record, text in super().play():
            yield record, text
            if isinstance(record, ev.Discard) and record.line % 3:
                yield None, text.replace(": discards ", ": draws ")

    def money(self, amount: int) -> str:
        """`$4.00`: always with two decimals."""
        return f"{SIGNS.get(self.header.currency, '')}{amount // 100}.{amount % 100:02}"


def remark(_remark: Remark) -> str:
    """Only the play is printed."""
    return ""


PHENOM = Writer(PhenomHand, PhenomLines, says, remark)
