"""Step 7b, view: one text of a hand, parsed and judged by the flow, becomes the view of it."""

from __future__ import annotations

from datetime import UTC

from histparse import flow
from histparse.judging.engine import HandResult
from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.reader import HandText
from histparse.replay.players import Player
from histparse.replay.table import Table
from histparse.view.model import HandView, SeatView, add_hands_to_draws
from histparse.view.watch import Watch


def read_view(text: HandText) -> HandView | None:
    """The hand of that text; None if it cannot be read."""
    return build_view(flow.read_one(text))


def build_view(read: HandResult) -> HandView | None:
    """The view of a hand already parsed; None if it could not be read."""
    watch = Watch()
    result = flow.judged_hand(read, watch.observe)
    return _assemble_view(result.text, result.table, watch, result.findings) if result.text and result.table else None


def _assemble_view(text: HandText, table: Table, watch: Watch, findings: tuple[Finding, ...]) -> HandView:
    hand, header = table.hand, table.hand.header
    idle = (
        SeatView(seat.seat, seat.player, "", seat.stack, None)
        for seat in hand.seats
        if seat.player not in table.by_name
    )
    return HandView(
        text.path,
        text.line,
        header.site,
        header.hand_id,
        header.played_at and header.played_at.astimezone(UTC),
        hand.table.name,
        header.limit,
        header.low,
        header.high,
        header.currency,
        (*(_seat_view(player, hand) for player in table.players), *idle),
        add_hands_to_draws(watch.stages()),
        table.pot,
        table.pot - table.paid_out,
        hand.cancelled,
        tuple(sorted(findings, key=lambda finding: finding.line)),
    )


def _seat_view(player: Player, hand: Hand) -> SeatView:
    return SeatView(player.seat, player.name, player.position, player.start, player.net, player.name == hand.hero)
