"""Step 6b, rows: the table `hands` - what is known of a hand when it is over."""

from __future__ import annotations

from datetime import UTC, datetime
from operator import attrgetter

from histparse.model.hand import Header, Limit
from histparse.replay.player import DRAWS
from histparse.replay.table import Table
from histparse.store.observe.row_buffer import Rows
from histparse.system.program import program

_CONTRIBUTED, _WON = attrgetter("contributed"), attrgetter("won")


def add_hand(hands: Rows, key: int, digest: int, rank: int, table: Table, *, cancelled: bool) -> None:
    """Add the hand played at that table."""
    hand, header, tournament = table.hand, table.hand.header, table.hand.header.tournament
    players = () if cancelled else table.players
    pot = sum(map(_CONTRIBUTED, players))
    hands.add(
        hand_key=key,
        digest=digest,
        site=header.site,
        hand_id=header.hand_id,
        played_at=_utc(header),
        zone=header.zone,
        betting=header.limit.value,
        low_stake=header.low,
        high_stake=header.high,
        big_bet=header.high if header.limit is Limit.FIXED else 2 * header.high,
        currency=header.currency,
        small_blind=header.small_blind,
        big_blind=header.big_blind,
        ante=header.ante,
        stack_cap=header.stack_cap,
        kind=header.kind,
        mix=header.mix,
        in_sequence=header.in_sequence,
        tournament_id=tournament.tournament_id if tournament else None,
        tournament_level=tournament.level if tournament else None,
        buy_in=tournament.buy_in if tournament else None,
        buy_in_bounty=tournament.bounty if tournament else None,
        fee=tournament.fee if tournament else None,
        buy_in_currency=tournament.currency if tournament else None,
        table_name=hand.table.name,
        table_seats=hand.table.seats,
        button=hand.table.button,
        hero=hand.hero,
        path=hand.path,
        first_line=header.line,
        last_line=hand.last_line,
        draws_told=hand.reading.tells_draws,
        cancelled=cancelled,
        players=len(players),
        draws=min(table.drawing, DRAWS),
        reshuffles=table.reshuffles,
        showdown=len(table.live) > 1 and not cancelled,
        pot=pot,
        rake=pot - sum(map(_WON, players)),
        rank=rank,
        program=program(),
    )


def _utc(header: Header) -> datetime | None:
    return header.played_at and header.played_at.astimezone(UTC).replace(tzinfo=None)
