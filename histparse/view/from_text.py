"""Step 7b, view: one text of a hand, parsed and judged by the flow, becomes the view of it."""

from __future__ import annotations

from datetime import UTC

from msgspec import Struct
from msgspec.structs import replace

from histparse import flow
from histparse.judging.hand_result import HandResult
from histparse.model.findings import Finding
from histparse.model.hand import Hand, Limit
from histparse.reader import HandText
from histparse.replay.player import Player
from histparse.replay.table import Table
from histparse.view.model import HandView, SeatView, with_hands
from histparse.view.watch import Watch

COLUMNS = "path, first_line, text, site, betting, low_stake, high_stake, small_blind, tournament_level"


class StoredHand(Struct, frozen=True):
    """A text of a database with what its row has of the header, in the order of `COLUMNS`.

    At some sites only a heading above several hands says it, and the text does not have that.
    """

    path: str
    first_line: int
    text: str
    site: str
    betting: str
    low: int
    high: int
    small_blind: int | None
    level: str | None


def look(text: HandText) -> HandView | None:
    """The hand of that text; None if it cannot be read."""
    return seen(read_text(text))


def read_again(stored: StoredHand) -> HandResult:
    """The events of a text from a database, which begins somewhere above the line of its header."""
    text = HandText(stored.path, stored.first_line, stored.text, stored.site)
    read = read_text(text)
    if read.hand is None:
        return read
    read = read_text(replace(text, line=text.line + text.line - read.hand.header.line))
    return replace(read, hand=read.hand and _with_header(read.hand, stored))


def read_text(text: HandText) -> HandResult:
    """The events of that text."""
    [read] = flow.read_texts([HandResult((), text)])
    return read


def seen(read: HandResult) -> HandView | None:
    """The view of a hand already parsed; None if it could not be read."""
    watch = Watch()
    result = flow.judged_hand(read, watch.observe)
    return _view(result.text, result.table, watch, result.findings) if result.text and result.table else None


def _with_header(hand: Hand, stored: StoredHand) -> Hand:
    """The hand at the stakes and level of its row; stakes that its own text states are only ever in another order."""
    header, limit = hand.header, Limit(stored.betting)
    level = header.tournament and replace(header.tournament, level=stored.level)
    header = replace(header, small_blind=stored.small_blind, tournament=level)
    if {header.low, header.high} != {stored.low, stored.high} or header.limit is not limit:
        header = replace(header, limit=limit, low=stored.low, high=stored.high)
    return replace(hand, header=header)


def _view(text: HandText, table: Table, watch: Watch, findings: tuple[Finding, ...]) -> HandView:
    hand, header = table.hand, table.hand.header
    idle = (
        SeatView(one.seat, one.player, "", one.stack, None) for one in hand.seats if one.player not in table.by_name
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
        (*(_seat(player, hand) for player in table.players), *idle),
        with_hands(watch.stages()),
        table.pot,
        table.pot - table.paid_out,
        hand.cancelled,
        tuple(sorted(findings, key=lambda finding: finding.line)),
    )


def _seat(player: Player, hand: Hand) -> SeatView:
    return SeatView(player.seat, player.name, player.position, player.start, player.net, player.name == hand.hero)
