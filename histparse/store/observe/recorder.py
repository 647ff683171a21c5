"""Step 6a, observe: the recorder observes the replay and records what only the table knows at that moment.

What follows from the order of the records themselves - who acted before, how often - is computed later, for a whole
batch at once: see derived.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from histparse.judging.engine import ActObserver
from histparse.model import events as ev
from histparse.model.cards import DECK, UNKNOWN, Cards
from histparse.model.events import Event, PostKind
from histparse.model.house import ShortRaise
from histparse.model.ranking import number
from histparse.replay.players import DRAWS, Player
from histparse.replay.table import Table
from histparse.store.observe.row_buffer import Rows

# --- cards ----------------------------------------------------------------------------------------------------

_PLACE = {card: place for place, card in enumerate(reversed(DECK))}

_CACHE_SIZE = 1 << 8
"""Size of the cache: the same five cards recur within a hand but hardly in another."""


@lru_cache(_CACHE_SIZE)
def sort_if_five_known(cards: Cards | None) -> Cards | None:
    """The cards, from the highest down, if they are five different known ones."""
    if cards is None or len(cards) != 5 or UNKNOWN in cards or len(set(cards)) != 5:
        return None
    return tuple(sorted(cards, key=_PLACE.__getitem__))


@lru_cache(_CACHE_SIZE)
def cards_text_and_rank(cards: Cards | None) -> tuple[str | None, int | None]:
    """Five known cards as text, and their rank number: 1 is best."""
    return (None, None) if cards is None else (" ".join(cards), number(cards))


def cards_text(cards: Sequence[str] | None) -> str | None:
    """`7h 5d 4c`; None for no cards at all."""
    return " ".join(cards) if cards else None


# --- the recorder ---------------------------------------------------------------------------------------------

ACTIONS: dict[type[Event], str] = {
    ev.Fold: "fold",
    ev.Check: "check",
    ev.Call: "call",
    ev.Bet: "bet",
    ev.Raise: "raise",
}
"""Names of the decisions in the database."""

# Looking up an enum member through its class costs as much as a call.
COMPLETES, ANTE = ShortRaise.COMPLETES, PostKind.ANTE


class Drawn(Struct):
    """A draw, with its cards as far as they are known; the others are filled in once they are."""

    player: Player
    draw: int
    count: int
    line: int
    held_before: Cards | None
    thrown: Cards | None
    state: dict[str, Any]
    """Columns of `draws` that only the table knows at that moment. Any: they have many types."""
    received: Cards | None = None
    held_after: Cards | None = None
    is_seen: bool = False
    """Whether the text printed all of its cards when it was made."""


class Recorder:
    """Records of the hand being replayed. `decisions` accumulate over hands; the rest concerns this hand only."""

    def __init__(self) -> None:
        self.watches: Mapping[type[Event], ActObserver] = {
            **dict.fromkeys(ACTIONS, self._record_decision),
            ev.Discard: self._record_discard,
            ev.StandPat: self._record_pat,
            ev.Receive: self._record_received_cards,
            ev.Post: self._record_blind_kind,
            ev.Deal: self._record_deal,
            ev.Show: self._record_first_printed_five,
            ev.Result: self._record_first_printed_five,
        }
        self.start_batch()

    def start_batch(self) -> None:
        """Begin a new batch: hands and seats count from 0 and there are no decisions."""
        self.decisions = Rows("decisions")
        self.hand_key = 0
        """The number of this hand in the batch."""
        self.first_seat = 0
        """The number of its first seat in the batch."""
        self.seats = 0
        """How many seats it has."""

    def observe_hand(self, table: Table) -> Mapping[type[Event], ActObserver]:
        """Observe a new hand; decisions of the previous one stay only if it was kept."""
        seats = table.hand.seats
        self.seats = len(seats)
        self.completes = table.house.short_raise is COMPLETES
        self.mark = len(self.decisions.values)
        last = self.first_seat + self.seats - 1
        numbers = {seat.player: last - offset for offset, seat in enumerate(reversed(seats))}
        self.seat_numbers = [numbers[player.name] for player in table.players]
        """The number of each player's seat in the batch, indexed by their `order`."""
        self.actor: Player | None = None
        """Who decided last: only their fold or all-in changes who is left in the hand. None: recount."""
        self.draws: list[Drawn] = []
        self.posts: dict[str, str] = {}
        self.dealt: dict[str, Cards] = {}
        self.last_cards: dict[str, Cards] = {}
        """The cards a player held last, if known; filled in when the hand is over."""
        self.first_cards: dict[str, Cards] = {}
        """The cards first dealt to a player, including those the text shows only later."""
        self.printed: dict[str, ev.Show | ev.Result] = {}
        """The line that prints a player's last cards."""
        return self.watches

    def keep_hand_and_number_next(self) -> None:
        """Keep the hand: the next hand and its seats are numbered after it."""
        self.hand_key += 1
        self.first_seat += self.seats

    def drop_decisions_of_hand(self) -> None:
        """Drop the hand and its decisions."""
        del self.decisions.values[self.mark :]

    def _count_players_left(self, table: Table) -> None:
        """Count the players left in the hand and those of them with chips, and note the last one."""
        left = [player for player in table.players if not player.folded]
        self.live = len(left)
        self.able = len([player for player in left if not player.all_in])
        self.last = left[-1] if left else None

    # -- betting ------------------------------------------------------------------------------------------

    def _record_decision(self, table: Table, event: Any, player: Player) -> None:  # Any: one of ACTIONS
        if (actor := self.actor) is None or actor.folded or actor.all_in:
            self._count_players_left(table)
        self.actor = player
        kind, betting, live = type(event), table.betting, self.live
        free = self.able - (not player.folded and not player.all_in)  # live opponents with chips
        bets, short, cap = betting.bets, betting.short, betting.cap
        full_bets = bets - (short and self.completes)
        to_call = max(betting.level - player.bet, 0)
        self.decisions.add(
            who=self.seat_numbers[player.order],
            round=table.street,
            action=ACTIONS[kind],
            amount=0 if kind is ev.Fold or kind is ev.Check else _chips_put_in(event, player),
            stack_behind=player.stack,
            bet=player.bet,
            bet_to_match=betting.level,
            unit=betting.unit,
            pot=table.pot,
            bets=bets,
            full_bets=full_bets,
            short=short,
            cap=cap,
            may_raise=free > 0
            and player.stack > to_call
            and (cap is None or full_bets < cap)
            and betting.may_raise(player),
            live=live,
            all_ins=live - free - (not player.folded),
            in_position=self.last is player,
            led=table.aggressor is player if table.street else None,
            decision_line=event.line,
        )

    # -- drawing ------------------------------------------------------------------------------------------

    def _record_discard(self, table: Table, event: ev.Discard, player: Player) -> None:
        thrown = event.cards if event.cards and len(event.cards) == event.count else None
        self._record_draw(table, event, player, player.held, thrown)

    def _record_pat(self, table: Table, event: ev.StandPat, player: Player) -> None:
        # Winamax prints no card that a hero draws, but all five when they stand pat.
        self._record_draw(table, event, player, player.held or event.held, None)

    def _record_draw(
        self, table: Table, event: ev.Discard | ev.StandPat, player: Player, held: Cards | None, thrown: Cards | None
    ) -> None:
        draw = table.drawing
        if not 1 <= draw <= DRAWS or player.drawn_on:
            return  # a second draw in one drawing round is a finding, not a second row
        if (actor := self.actor) is None or actor.folded or actor.all_in:
            self._count_players_left(table)
            self.actor = player
        deck = table.deck
        state = {
            "all_in": player.all_in,
            "drawers": self.live,
            "in_position": self.last is player,
            "led": table.aggressor is player,
            "pot": table.pot,
            "stub": deck.stub,
            "reshuffles": deck.reshuffles,
            "thrown_before": " ".join(player.thrown) if player.thrown else None,
            "thrown_count": player.thrown_count,
        }
        count = event.count if isinstance(event, ev.Discard) else 0
        self.draws.append(
            Drawn(player, draw, count, event.line, sort_if_five_known(held) if held else None, thrown, state)
        )

    def _record_received_cards(self, table: Table, event: ev.Receive, player: Player) -> None:  # noqa: ARG002 - as in all observers
        drawn = next((drawn for drawn in reversed(self.draws) if drawn.player is player), None)
        if drawn is None or not event.new or len(event.new) != drawn.count:
            return
        drawn.received = event.new
        # A text that shows all five cards after the draw thereby reveals the discards.
        if drawn.thrown is None and drawn.held_before is not None and event.kept is not None:
            drawn.thrown = tuple(card for card in drawn.held_before if card not in event.kept)

    # -- the rest -----------------------------------------------------------------------------------------

    def _record_blind_kind(self, table: Table, event: ev.Post, player: Player) -> None:  # noqa: ARG002 - as in all observers
        self.actor = None
        if event.kind is not ANTE:
            self.posts[player.name] = event.kind.value

    def _record_deal(self, table: Table, event: ev.Deal, player: Player) -> None:  # noqa: ARG002 - as in all observers
        if cards := sort_if_five_known(event.cards):
            self.dealt[player.name] = cards

    def _record_first_printed_five(self, table: Table, event: ev.Show | ev.Result, player: Player) -> None:  # noqa: ARG002 - as in all observers
        if event.cards and player.name not in self.printed and sort_if_five_known(event.cards):
            self.printed[player.name] = event


def _chips_put_in(event: ev.Call | ev.Bet | ev.Raise, player: Player) -> int:
    """The chips that a call, bet or raise puts in."""
    return max((event.to or 0) - player.bet, 0) if isinstance(event, ev.Raise) else event.added or 0
