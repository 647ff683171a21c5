"""Step 5, store: the recorder watches the replay and notes what only the table knows at that moment.

What follows from the order of the notes themselves - who acted before, how often - is worked out later, for a whole
batch at once: see derived.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from histparse import events as ev
from histparse.cards import Cards
from histparse.events import Event, PostKind
from histparse.house import ShortRaise
from histparse.replay.player import DRAWS, Player
from histparse.replay.table import Table
from histparse.store.cards import five
from histparse.store.columns import Rows

DECISION = (
    *("who", "round", "action", "amount", "stack", "bet", "level", "unit", "pot", "bets", "full_bets", "short", "cap"),
    *("open", "live", "free", "all_ins", "in_position", "led", "line"),
)
"""What is noted of a decision. `who`: the number of his seat in the batch, which tells hand and player; `open`: betting
is open to him; `free`: live opponents with chips."""


class Drawn(Struct):
    """What is noted of a draw; the cards after it are filled in when they are known."""

    player: Player
    draw: int
    count: int
    all_in: bool
    drawers: int
    in_position: bool
    led: bool
    pot: int
    stub: int | None
    reshuffles: int
    before: Cards | None
    thrown_before: str | None
    thrown_count: int
    """Cards thrown before, those unknown too."""
    thrown: Cards | None
    line: int
    received: Cards | None = None
    after: Cards | None = None


class Recorder:
    """Notes of the hand that is being replayed. `decisions` go on from hand to hand; the rest is of this hand only."""

    def __init__(self) -> None:
        self.start_again()
        self.table: Table | None = None

    def start_again(self) -> None:
        """A new batch: hands and seats are counted from 0 and no decision is noted yet."""
        self.decisions = Rows("decisions", DECISION)
        self.hand_key = 0
        """The number of this hand in the batch."""
        self.first_seat = 0
        """The number of its first seat in the batch."""

    def begin(self, table: Table) -> None:
        """A new hand; decisions of the last one stay only if it was kept."""
        self.table = table
        self.completes = table.house.short_raise is ShortRaise.COMPLETES
        self.mark = len(self.decisions.values)
        numbers: dict[str, int] = {}
        for number, seat in enumerate(table.hand.seats, self.first_seat):
            numbers.setdefault(seat.player, number)
        self.who = [numbers[player.name] for player in table.players]
        """The number of each player's seat in the batch, by his `order`."""
        self.actor: Player | None = None
        """Who decided last: only if he folded or is all-in others are left than before. None: look anew."""
        self.draws: list[Drawn] = []
        self.posts: dict[str, str] = {}
        self.dealt: dict[str, Cards] = {}
        self.deduced: dict[str, Cards] = {}
        """First cards that the text shows later, at the end of a hand without a draw."""
        self.printed: dict[str, ev.Show | ev.Result] = {}
        """The line that prints a player's last cards."""
        self.last_draw: dict[str, Drawn] = {}

    def keep(self) -> None:
        """The hand is kept: the next one has the next number, and its seats too."""
        self.hand_key += 1
        self.first_seat += len(self.table.hand.seats) if self.table else 0

    def forget(self) -> None:
        """The hand is not kept: nor are its decisions."""
        del self.decisions.values[self.mark :]

    def watch(self, table: Table, event: Event, player: Player) -> None:
        """See one act before it is applied."""
        if table is not self.table:
            self.begin(table)
        see = _SEE.get(type(event))
        if see is not None:
            see(self, table, event, player)

    def _look(self, table: Table) -> None:
        """Who is left in the hand: how many, how many of them with chips, and the last one."""
        left = [player for player in table.players if not player.folded]
        self.live = len(left)
        self.able = sum(not player.all_in for player in left)
        self.last = left[-1] if left else None

    # -- betting ------------------------------------------------------------------------------------------

    def _fold(self, table: Table, event: ev.Fold, player: Player) -> None:
        self._decide(table, event, player, "fold", 0)

    def _check(self, table: Table, event: ev.Check, player: Player) -> None:
        self._decide(table, event, player, "check", 0)

    def _call(self, table: Table, event: ev.Call, player: Player) -> None:
        self._decide(table, event, player, "call", event.added or 0)

    def _bet(self, table: Table, event: ev.Bet, player: Player) -> None:
        self._decide(table, event, player, "bet", event.added)

    def _raise(self, table: Table, event: ev.Raise, player: Player) -> None:
        self._decide(table, event, player, "raise", max((event.to or 0) - player.bet, 0))

    def _decide(self, table: Table, event: Event, player: Player, action: str, amount: int) -> None:
        if (actor := self.actor) is None or actor.folded or actor.all_in:
            self._look(table)
        self.actor = player
        betting, live = table.betting, self.live
        free = self.able - (not player.folded and not player.all_in)
        bets, short = betting.bets, betting.short
        row = self.decisions.values
        row += (self.who[player.order], table.street, action, amount, player.stack, player.bet, betting.level)
        row += (betting.unit, table.pot, bets, bets - (short and self.completes), short, betting.cap)
        row += (betting.is_open_to(player), live, free, live - free - (not player.folded), self.last is player)
        row += (table.aggressor is player, event.line)

    # -- drawing ------------------------------------------------------------------------------------------

    def _discard(self, table: Table, event: ev.Discard, player: Player) -> None:
        thrown = event.cards if event.cards and len(event.cards) == event.count else None
        self._draw(table, event.line, player, event.count, thrown)

    def _stand_pat(self, table: Table, event: ev.StandPat, player: Player) -> None:
        self._draw(table, event.line, player, 0, None)

    def _draw(self, table: Table, line: int, player: Player, count: int, thrown: Cards | None) -> None:
        draw = table.drawing
        if not 1 <= draw <= DRAWS or player.drawn_on:
            return  # a second draw in one draw is a finding, not a second row
        if (actor := self.actor) is None or actor.folded or actor.all_in:
            self._look(table)
            self.actor = player
        deck = table.deck
        drawn = Drawn(
            player,
            draw,
            count,
            player.all_in,
            self.live,
            self.last is player,
            table.aggressor is player,
            table.pot,
            deck.stub,
            deck.reshuffles,
            player.held and five(player.held),
            " ".join(player.thrown) or None,
            player.thrown_count,
            thrown,
            line,
        )
        self.draws.append(drawn)
        self.last_draw[player.name] = drawn

    def _receive(self, table: Table, event: ev.Receive, player: Player) -> None:  # noqa: ARG002 - as all of _SEE
        drawn = self.last_draw.get(player.name)
        if drawn is None or not event.new or len(event.new) != drawn.count:
            return
        drawn.received = event.new
        # A text that shows all five after the draw says so what was thrown.
        if drawn.thrown is None and drawn.before is not None and event.kept is not None:
            drawn.thrown = tuple(card for card in drawn.before if card not in event.kept)

    # -- the rest -----------------------------------------------------------------------------------------

    def _post(self, table: Table, event: ev.Post, player: Player) -> None:  # noqa: ARG002 - as all of _SEE
        self.actor = None
        if event.kind is not PostKind.ANTE:
            self.posts[player.name] = event.kind.value

    def _deal(self, table: Table, event: ev.Deal, player: Player) -> None:  # noqa: ARG002 - as all of _SEE
        if cards := five(event.cards):
            self.dealt[player.name] = cards

    def _print(self, table: Table, event: ev.Show | ev.Result, player: Player) -> None:  # noqa: ARG002 - as all of _SEE
        if event.cards and player.name not in self.printed and five(event.cards):
            self.printed[player.name] = event


# Any: each takes its own kind of event.
_SEE: dict[type[Event], Callable[[Recorder, Table, Any, Player], None]] = {
    ev.Fold: Recorder._fold,
    ev.Check: Recorder._check,
    ev.Call: Recorder._call,
    ev.Bet: Recorder._bet,
    ev.Raise: Recorder._raise,
    ev.Discard: Recorder._discard,
    ev.StandPat: Recorder._stand_pat,
    ev.Receive: Recorder._receive,
    ev.Post: Recorder._post,
    ev.Deal: Recorder._deal,
    ev.Show: Recorder._print,
    ev.Result: Recorder._print,
}
