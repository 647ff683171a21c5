"""Step 6b, rows: the table `hands` - what is known of a hand when it is over."""

from __future__ import annotations

from operator import attrgetter

from histparse.columnar.rows.header_columns import OF_HEADER
from histparse.replay.player import DRAWS
from histparse.replay.table import Table
from histparse.store.observe.row_buffer import Rows
from histparse.system.program import program

_CONTRIBUTED, _WON = attrgetter("contributed"), attrgetter("won")


def add_hand(hands: Rows, key: int, digest: int, rank: int, table: Table, *, cancelled: bool) -> None:
    """Add the hand played at that table."""
    hand, header = table.hand, table.hand.header
    players = () if cancelled else table.players
    pot = sum(map(_CONTRIBUTED, players))
    hands.add(
        hand_key=key,
        digest=digest,
        **{name: value(header) for name, value in OF_HEADER.items()},
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
