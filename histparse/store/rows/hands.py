"""Step 6b, rows: the table `hands` - what is known of a hand when it is over."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from histparse.model.hand import Header, Limit
from histparse.replay.player import DRAWS
from histparse.replay.table import Table
from histparse.store.observe.row_buffer import Rows
from histparse.system.resources import program

_CONTRIBUTED, _WON = attrgetter("contributed"), attrgetter("won")


def _of_tournament(field: str) -> Callable[[Header], object]:
    return lambda header: header.tournament and getattr(header.tournament, field)


_OF_HEADER: dict[str, Callable[[Header], object]] = {
    **{name: attrgetter(name) for name in ("site", "hand_id", "zone", "currency", "kind", "mix", "in_sequence")},
    **{name: attrgetter(name) for name in ("small_blind", "big_blind", "ante", "stack_cap")},
    "played_at": attrgetter("utc"),
    "betting": attrgetter("limit.value"),
    "low_stake": attrgetter("low"),
    "high_stake": attrgetter("high"),
    "big_bet": lambda header: header.high if header.limit is Limit.FIXED else 2 * header.high,
    **{name: _of_tournament(name) for name in ("tournament_id", "buy_in", "fee")},
    "tournament_level": _of_tournament("level"),
    "buy_in_bounty": _of_tournament("bounty"),
    "buy_in_currency": _of_tournament("currency"),
}
"""By column, what the header says."""


def add_hand(hands: Rows, key: int, digest: int, rank: int, table: Table, *, cancelled: bool) -> None:
    """Add the hand played at that table."""
    hand, header = table.hand, table.hand.header
    players = () if cancelled else table.players
    pot = sum(map(_CONTRIBUTED, players))
    hands.add(
        hand_key=key,
        digest=digest,
        **{name: value(header) for name, value in _OF_HEADER.items()},
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
