"""Step 7b, view: one text of a hand, parsed and judged by the flow, becomes the view of it."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from histparse import flow
from histparse.judging.hand_result import HandResult
from histparse.model.findings import Finding
from histparse.model.hand import Hand, Header, Limit, Seat
from histparse.reader import HandText
from histparse.replay.player import Player
from histparse.replay.table import Table
from histparse.view.held import with_hands
from histparse.view.model import HandView, SeatView
from histparse.view.watch import Watch


class StoredHeader(Struct, frozen=True):
    """The header as the database has it: at some sites only a heading above several hands states the stakes."""

    line: int
    limit: Limit
    low: int
    high: int


def look(text: HandText) -> HandView | None:
    """The hand of that text; None if it cannot be read."""
    return seen(read_text(text))


def read_again(text: HandText, stored: StoredHeader) -> HandResult:
    """The events of a text from a database, which begins somewhere above the line of its header."""
    read = read_text(text)
    if read.hand is None:
        return read
    read = read_text(replace(text, line=text.line + stored.line - read.hand.header.line))
    return replace(read, hand=read.hand and _at(read.hand, stored))


def read_text(text: HandText) -> HandResult:
    """The events of that text."""
    [read] = flow.read_texts([HandResult((), text)])
    return read


def seen(read: HandResult) -> HandView | None:
    """The view of a hand already parsed; None if it could not be read."""
    watch = Watch()
    result = flow.judged_hand(read, watch.observe)
    return _view(result.text, result.table, watch, result.findings) if result.text and result.table else None


def _at(hand: Hand, stakes: StoredHeader) -> Hand:
    """The hand at these stakes; those its own text states are only ever in another order."""
    header = hand.header
    if {header.low, header.high} == {stakes.low, stakes.high} and header.limit is stakes.limit:
        return hand
    return replace(hand, header=replace(header, limit=stakes.limit, low=stakes.low, high=stakes.high))


def _view(text: HandText, table: Table, watch: Watch, findings: tuple[Finding, ...]) -> HandView:
    hand, header = table.hand, table.hand.header
    return HandView(
        text.path,
        text.line,
        header.site,
        header.hand_id,
        _utc(header),
        hand.table.name,
        header.limit,
        header.low,
        header.high,
        header.currency,
        (*(_seat(player, hand) for player in table.players), *(_idle(seat) for seat in _others(table))),
        with_hands(watch.stages()),
        table.pot,
        table.pot - table.paid_out,
        hand.cancelled,
        tuple(sorted(findings, key=lambda finding: finding.line)),
    )


def _utc(header: Header) -> datetime | None:
    return header.played_at and header.played_at.astimezone(UTC)


def _others(table: Table) -> list[Seat]:
    return [seat for seat in table.hand.seats if seat.player not in table.by_name]


def _seat(player: Player, hand: Hand) -> SeatView:
    return SeatView(player.seat, player.name, player.position, player.start, player.net, player.name == hand.hero)


def _idle(seat: Seat) -> SeatView:
    return SeatView(seat.seat, seat.player, "", seat.stack, None)
