"""Step 5, replay: a whole hand; the rules look at each event, then the books take it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from histparse import events as ev
from histparse.events import Event
from histparse.findings import Finding, Rule
from histparse.hand import Hand
from histparse.house import House
from histparse.replay import steps
from histparse.replay.course import steps_before
from histparse.replay.player import Player
from histparse.replay.resolve import resolve
from histparse.replay.table import Table
from histparse.rules import load
from histparse.rules.registry import ACT_CHECKS, STEP_CHECKS, Breach, Mute

Witness = Callable[[Table, Event], None]
"""Called with each event after the rules have looked and before the books take it."""

ACTS: dict[type[Event], Callable[[Table, Any, Player], None]] = {
    ev.Post: Table.post,
    ev.Deal: Table.deal,
    ev.Fold: Table.fold,
    ev.Check: Table.check,
    ev.Call: Table.call,
    ev.Bet: Table.bet,
    ev.Raise: Table.raises,
    ev.Discard: Table.discard,
    ev.StandPat: Table.stand_pat,
    ev.Receive: Table.receive,
    ev.Uncalled: Table.give_back,
    ev.Show: Table.show,
    ev.Muck: Table.muck,
    ev.Collect: Table.collect,
    ev.Result: Table.result,
}
STEPS: dict[type[Event], Callable[[Table, Any], None]] = {
    ev.Capped: Table.cap,
    ev.DrawBegins: Table.begin_draw,
    ev.Reshuffle: Table.reshuffle,
    ev.ShowdownBegins: Table.begin_showdown,
    ev.SummaryBegins: Table.begin_summary,
    ev.Total: Table.total,
    steps.PostingEnds: Table.end_posting,
    steps.BettingEnds: Table.end_betting,
    steps.BetsSwept: Table.sweep,
    steps.DrawUnannounced: Table.begin_draw,
    steps.DrawEnds: Table.end_draw,
}

UNRESOLVED = frozenset({ev.Call, ev.Raise, ev.Wager})

load()


class Judged(NamedTuple):
    """What the rules found, and the table as the hand left it."""

    findings: tuple[Finding, ...]
    table: Table


def judge(hand: Hand, house: House, witness: Witness | None = None) -> Judged:
    """Replay a hand under the rules of a house. Hands without a complete text are judged as far as they go."""
    replay = _Replay(hand, house, witness)
    return replay.run() if is_played(hand) else Judged((), replay.table)


def is_played(hand: Hand) -> bool:
    """Whether there is a hand to judge: not cancelled, and told from its beginning."""
    return not hand.header.partial and not any(isinstance(event, ev.Cancelled) for event in hand.events)


class _Replay:
    """One hand on its way through the table."""

    def __init__(self, hand: Hand, house: House, witness: Witness | None) -> None:
        self.hand = hand
        self.table = Table(hand, house)
        self.witness = witness
        self.findings: list[Finding] = []
        self.muted: set[str] = set()
        self.muted_in_round: set[str] = set()

    def run(self) -> Judged:
        self.step(steps.HandBegins(self.hand.table.line))
        for event in self.hand.events:
            for step in steps_before(self.table, event):
                self.step(step)
            self.take(event)
        if self.table.complete:
            self.step(steps.HandEnds(self.hand.last_line))
        return Judged(tuple(self.findings), self.table)

    def take(self, event: Event) -> None:
        """An event of the text: the act of a player, or a turning point."""
        if (name := getattr(event, "player", None)) is None:
            self.step(event)
        elif player := self.table.by_name.get(name):
            self.act(resolve(self.table, event, player) if type(event) in UNRESOLVED else event, player)
        elif not isinstance(event, ev.Result):
            self.step(steps.StrangerActs(event.line, name))

    def act(self, event: Event, player: Player) -> None:
        kind = type(event)
        for family in ACT_CHECKS.get(kind, {}).values():
            for rule, check, mute in family:
                if objection := check(self.table, event, player):
                    breach = objection if isinstance(objection, Breach) else Breach(objection)
                    self.report(rule, breach, event.line, player, mute)
                    break
        if self.witness:
            self.witness(self.table, event)
        if kind in ACTS:
            ACTS[kind](self.table, event, player)

    def step(self, event: Event) -> None:
        kind = type(event)
        for rule, check, mute in STEP_CHECKS.get(kind, ()):
            for breach in check(self.table, event):
                self.report(rule, breach, event.line, None, mute)
        if self.witness:
            self.witness(self.table, event)
        if kind in STEPS:
            STEPS[kind](self.table, event)
        if kind in (steps.BetsSwept, steps.DrawEnds):
            self.muted_in_round.clear()

    def report(self, rule: Rule, breach: Breach, line: int, player: Player | None, mute: Mute) -> None:
        if not self.muted.union(self.muted_in_round).isdisjoint((rule.code, rule.family)):
            return
        (self.muted if mute.span == "hand" else self.muted_in_round).update(mute.codes)
        who = breach.player or player
        header = self.hand.header
        self.findings.append(
            rule.at(
                self.hand.path,
                breach.line or line,
                breach.message,
                site=header.site,
                hand_id=header.hand_id,
                seat=who.seat if who else None,
                player=who.name if who else None,
            )
        )
