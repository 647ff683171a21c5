"""Step 5, replay: a whole hand; the rules look at each event, then the books take it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from math import inf
from typing import Any, NamedTuple

from histparse import events as ev
from histparse.events import Event
from histparse.findings import Finding, Rule
from histparse.hand import Hand
from histparse.house import House
from histparse.replay import steps
from histparse.replay.books import ACTS, STEPS
from histparse.replay.course import READY, steps_before
from histparse.replay.payouts import unsaid_payouts
from histparse.replay.player import Player
from histparse.replay.resolve import UNRESOLVED, resolve
from histparse.replay.table import Phase, Table
from histparse.rules import load
from histparse.rules.registry import ACT_CHECKS, STEP_CHECKS, ActRule, Breach, Mute, Usual

Witness = Callable[[Table, Any, Player], None]
"""Called with each act of a player after the rules have looked and before the books take it."""

SEATING = "TBL"
"""The family of rules that need not know all that was done."""
ROUND_ENDS = frozenset({steps.BetsSwept, steps.DrawEnds})

load()


class Handling(NamedTuple):
    """All that the engine does with events of one type, looked up once an event."""

    ready: tuple[Phase, ...]
    """The phases in which nothing has to happen before it."""
    acts: bool
    """It is the act of a player."""
    unresolved: bool
    """The text may leave out what it is or how much."""
    checks: tuple[tuple[Usual | None, tuple[ActRule, ...]], ...]
    """All checks of an act, those together that one look can spare. Nearly always none objects."""
    enter: Callable[[Table, Any, Player], None]
    """How the books take an act."""


def _handling(kind: type[Event]) -> Handling:
    spared: dict[Usual | None, list[ActRule]] = {}
    for one in chain(*ACT_CHECKS.get(kind, {}).values()):
        spared.setdefault(one.unless, []).append(one.check)
    checks = tuple((unless, tuple(some)) for unless, some in spared.items())
    acts = kind in ACTS or kind is ev.Wager
    return Handling(READY.get(kind, ()), acts, kind in UNRESOLVED, checks, ACTS.get(kind, _nothing))


def _nothing(table: Table, event: Event, player: Player) -> None:
    """No act of this type ever comes to the books."""


KINDS: set[type[Event]] = {*ACTS, *STEPS, *READY, ev.BettingBegins}
HANDLING = {kind: _handling(kind) for kind in KINDS}


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
    return not hand.header.partial and ev.Cancelled not in set(map(type, hand.events))


class _Replay:
    """One hand on its way through the table."""

    __slots__ = ("findings", "hand", "known_until", "muted", "muted_in_round", "table", "witness")

    def __init__(self, hand: Hand, house: House, witness: Witness | None) -> None:
        self.hand = hand
        self.known_until = inf if hand.doubtful_from is None else hand.doubtful_from
        self.table = Table(hand, house)
        self.witness = witness
        self.findings: list[Finding] = []
        self.muted: set[str] = set()
        self.muted_in_round: set[str] = set()

    def run(self) -> Judged:
        table = self.table
        self.step(steps.HandBegins(self.hand.table.line))
        for event in self.hand.events:
            kind = type(event)
            handling = HANDLING[kind]
            if table.phase not in handling.ready or (table.phase is Phase.BETTING and table.betting.turn is None):
                for step in steps_before(table, event):
                    self.step(step)
            if kind is ev.SummaryBegins and not self.hand.reading.says_payouts:
                for payout in unsaid_payouts(table, event.line):
                    self.act(payout, HANDLING[ev.Collect])
            if handling.acts:
                self.act(event, handling)
            else:
                self.step(event)
        if table.complete:
            self.step(steps.HandEnds(self.hand.last_line))
        return Judged(tuple(self.findings), table)

    def act(self, event: Any, handling: Handling) -> None:
        """What a player does: resolve it, judge it, enter it."""
        table = self.table
        player = table.by_name.get(event.player)
        if player is None:
            return self.stranger(event)
        if handling.unresolved:
            event = resolve(table, event, player)
            handling = HANDLING[type(event)]
        for unless, checks in handling.checks:
            if unless is None or not unless(table, event, player):
                for check in checks:
                    if check(table, event, player):
                        self.object_to(event, player, check)
        if self.witness is not None:
            self.witness(table, event, player)
        handling.enter(table, event, player)
        return None

    def object_to(self, event: Event, player: Player, by: ActRule) -> None:
        """Report an objection, unless a weightier rule of the same family objects too."""
        family = next(some for some in ACT_CHECKS[type(event)].values() if any(one.check is by for one in some))
        for rule, check, mute, _ in family:
            if objection := check(self.table, event, player):
                if check is by:
                    breach = objection if isinstance(objection, Breach) else Breach(objection)
                    self.report(rule, breach, event.line, player, mute)
                return

    def stranger(self, event: Any) -> None:
        """Somebody who was not dealt in; the summary may list him, for he may sit at the table."""
        if type(event) is not ev.Result:
            self.step(steps.StrangerActs(event.line, event.player))

    def step(self, event: Event) -> None:
        """A turning point: judge it, enter it."""
        kind = type(event)
        for rule, check, mute in STEP_CHECKS.get(kind, ()):
            for breach in check(self.table, event):
                self.report(rule, breach, event.line, None, mute)
        if kind in STEPS:
            STEPS[kind](self.table, event)
        if kind in ROUND_ENDS:
            self.muted_in_round.clear()

    def report(self, rule: Rule, breach: Breach, line: int, player: Player | None, mute: Mute) -> None:
        """A finding, unless an earlier one, or an act that nobody understands, has made its code meaningless."""
        if line >= self.known_until and rule.family != SEATING:
            return
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
