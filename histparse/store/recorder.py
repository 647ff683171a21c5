"""Step 5, store: the recorder watches the replay and writes one row for each decision and draw, with its state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from histparse import events as ev
from histparse.cards import Cards
from histparse.events import Event, PostKind
from histparse.replay.player import DRAWS, Player
from histparse.replay.table import Table
from histparse.rules.betting import cap_now
from histparse.store.cards import five, text
from histparse.store.memory import Round, role

Row = dict[str, Any]
"""A row by column of analytics/schema. Any: columns are of many types, and DuckDB checks them."""

ACTIONS: dict[type[Event], str] = {
    ev.Fold: "fold",
    ev.Check: "check",
    ev.Call: "call",
    ev.Bet: "bet",
    ev.Raise: "raise",
}


class Recorder:
    """What is remembered of one hand while it is replayed. Called with each event before it is applied."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.hero = table.hand.hero
        self.decisions: list[Row] = []
        self.draws: list[Row] = []
        self.rounds = [Round() for _ in range(DRAWS + 1)]
        self.posts: dict[str, str] = {}
        self.dealt: dict[str, Cards] = {}
        self.printed: dict[str, ev.Show | ev.Result] = {}
        """The line that prints a player's last cards."""
        self.cancelled = any(isinstance(event, ev.Cancelled) for event in table.hand.events)
        self.stated_rake: int | None = None
        self._drawn: list[list[tuple[Player, int]]] = [[] for _ in range(DRAWS)]
        self._last_draw: dict[str, Row] = {}

    def __call__(self, event: Event) -> None:
        """Remember what this event tells."""
        watch = _WATCH.get(type(event))
        if watch:
            watch(self, event)

    # -- betting ------------------------------------------------------------------------------------------

    def _act(self, event: ev.Fold | ev.Check | ev.Call | ev.Bet | ev.Raise) -> None:
        player = self.table.by_name.get(event.player)
        if player is None:
            return
        this = self.rounds[self.table.street]
        if this.blinds is None:
            this.blinds, this.cap = self.table.bets, cap_now(self.table)
        action = ACTIONS[type(event)]
        self.decisions.append(self._decision(event, player, this, action))
        this.note(player, action, self.table.bets)

    def _decision(self, event: Event, player: Player, this: Round, action: str) -> Row:
        table, betting, own = self.table, self.table.betting, this.of(player.name)
        street, level, most = table.street, betting.level, this.cap
        live = [other for other in table.players if not other.folded]
        free = sum(not other.all_in for other in live if other is not player)
        owed = max(level - player.bet, 0)
        paid = chips(event, player)
        drawn, fewest, highest = self._draws_of(player, street)
        aggressor = this.aggressor
        return {
            "seq": len(self.decisions) + 1,
            "round": street,
            "turn": this.turn + 1,
            "seat": player.seat,
            "player": player.name,
            "position": player.position or None,
            "hero": player.name == self.hero,
            "post": self.posts.get(player.name),
            "action": action,
            "amount": paid,
            "all_in": paid > 0 and paid >= player.stack,
            "stack": player.stack,
            "bet": player.bet,
            "level": level,
            "to_call": owed,
            "unit": betting.unit,
            "pot": table.pot,
            "bets": betting.bets,
            "short": betting.short,
            "cap": most,
            "wagers": this.raises + (this.blinds or 0),
            "may_raise": bool(
                free and player.stack > owed and (most is None or betting.bets < most) and betting.is_open_to(player)
            ),
            "met": own.bets == betting.bets,
            "live": len(live),
            "all_ins": len(live) - free - (not player.folded),
            "in_position": live[-1] is player if live else False,
            "folds": this.folds,
            "checks": this.checks,
            "calls": this.calls,
            "raises": this.raises,
            "callers": this.callers,
            "aggressor": aggressor.name if aggressor else None,
            "aggressor_position": aggressor.position or None if aggressor else None,
            "own_acts": own.acts,
            "own_checks": own.checks,
            "own_calls": own.calls,
            "own_raises": own.raises,
            "own_last": own.last,
            "led": self.rounds[street - 1].aggressor is player if street else None,
            "drawn": drawn,
            "fewest_drawn": fewest,
            "most_drawn": highest,
            "number": None,  # known when the hand is over
            "line": event.line,
        }

    def _draws_of(self, player: Player, draw: int) -> tuple[int | None, int | None, int | None]:
        """Cards the player drew in that draw; fewest and most that opponents did, folded ones too."""
        if not draw:
            return None, None, None
        others = [count for other, count in self._drawn[draw - 1] if other is not player]
        return player.drawn[draw - 1], min(others, default=None), max(others, default=None)

    # -- drawing ------------------------------------------------------------------------------------------

    def _draw(self, event: ev.Discard | ev.StandPat) -> None:
        player, draw = self.table.by_name.get(event.player), self.table.drawing
        if player is None or not 1 <= draw <= DRAWS:
            return
        done = self._drawn[draw - 1]
        if any(other is player for other, _ in done):
            return  # a second draw in one draw is a finding, not a second row
        row = self._drawing(event, player, draw)
        self.draws.append(row)
        self._last_draw[player.name] = row
        done.append((player, row["drawn"]))

    def _drawing(self, event: ev.Discard | ev.StandPat, player: Player, draw: int) -> Row:
        table, before = self.table, self.rounds[draw - 1]
        own = before.of(player.name)
        thrown = event.cards if isinstance(event, ev.Discard) else None
        done = self._drawn[draw - 1]
        earlier = [count for _, count in done]
        live = [other for other in table.players if not other.folded]
        drew = self._drawn[draw - 2] if draw > 1 else []
        previous = [count for other, count in drew if other is not player and not other.folded]
        return {
            "draw": draw,
            "turn": len(done) + 1,
            "seat": player.seat,
            "player": player.name,
            "drawn": event.count if isinstance(event, ev.Discard) else 0,
            "position": player.position or None,
            "hero": player.name == self.hero,
            "role": role(self.rounds[0], player, self.posts.get(player.name)),
            "all_in": player.all_in,
            "drawers": len(live),
            "in_position": live[-1] is player if live else False,
            "fewest_before": min(earlier, default=None),
            "most_before": max(earlier, default=None),
            "drawn_before": player.drawn[draw - 2] if draw > 1 else None,
            "fewest_previous": min(previous, default=None),
            "most_previous": max(previous, default=None),
            "own_checks": own.checks,
            "own_calls": own.calls,
            "own_raises": own.raises,
            "check_raised": own.check_raised,
            "faced": own.faced,
            "led": before.aggressor is player,
            "wagers_after": 0,  # known when the hand is over
            "pot": table.pot,
            "stub": table.stub,
            "reshuffles": table.reshuffles,
            "held_before": five(player.held),
            "thrown_before": text(player.thrown),
            "thrown": thrown if thrown and len(thrown) == event.count else None,  # type: ignore[union-attr] # a discard
            "received": None,
            "held_after": None,
            "number_before": None,
            "number_after": None,
            "line": event.line,
        }

    def _receive(self, event: ev.Receive) -> None:
        row = self._last_draw.get(event.player)
        if row is not None and event.new and len(event.new) == row["drawn"]:
            row["received"] = event.new

    # -- the rest -----------------------------------------------------------------------------------------

    def _post(self, event: ev.Post) -> None:
        if event.kind is not PostKind.ANTE:
            self.posts[event.player] = str(event.kind)

    def _deal(self, event: ev.Deal) -> None:
        if cards := five(event.cards):
            self.dealt[event.player] = cards

    def _print(self, event: ev.Show | ev.Result) -> None:
        if event.player not in self.printed and five(event.cards):
            self.printed[event.player] = event

    def _total(self, event: ev.Total) -> None:
        self.stated_rake = event.rake


def chips(event: Event, player: Player) -> int:
    """The chips an act puts in. Calls and raises come resolved: their figures are filled."""
    match event:
        case ev.Call(added=added) | ev.Bet(added=added):
            return added or 0
        case ev.Raise(to=to):
            return max((to or 0) - player.bet, 0)
        case _:
            return 0


_WATCH: dict[type[Event], Callable[[Recorder, Any], None]] = {
    **dict.fromkeys(ACTIONS, Recorder._act),
    ev.Discard: Recorder._draw,
    ev.StandPat: Recorder._draw,
    ev.Receive: Recorder._receive,
    ev.Post: Recorder._post,
    ev.Deal: Recorder._deal,
    ev.Show: Recorder._print,
    ev.Result: Recorder._print,
    ev.Total: Recorder._total,
}
