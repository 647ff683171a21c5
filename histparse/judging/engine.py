"""Step 5, judging: judges a whole hand: the rules check each event, then it is applied to the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec import Struct

from histparse.model import events as ev
from histparse.model.events import Event
from histparse.model.findings import Finding, Severity
from histparse.model.hand import Hand
from histparse.model.house import House
from histparse.model.tournament import TournamentSummary
from histparse.reader import HandText
from histparse.replay import steps
from histparse.replay.bookkeeping import ACTS, STEPS
from histparse.replay.implied import NORMALISED, READY, imply_events_before
from histparse.replay.players import Player
from histparse.replay.table import Phase, Table
from histparse.rules.registry import OF_A_ROUND, ActRule, Check, Fact, Violation, find_checks, load_rules
from histparse.rules.unread import (
    ALWAYS,
    doubts_of_unread_line,
    initial_doubts_of_unread_lines,
    insert_unread_line_events,
)

ActObserver = Callable[[Table, Any, Player], None]
"""Called with an act of a player after the rules have checked it and before it is applied."""
Observer = Callable[[Table], Mapping[type[Event], ActObserver]]
"""Called with the table as each hand begins; returns the observers of its acts, by type."""

ROUND_ENDS = frozenset({steps.BetsSwept, steps.DrawEnds})

BETTING = Phase.BETTING
"""Looking up an enum member through its class costs as much as a call."""

load_rules()


class Dispatch(Struct, frozen=True):
    """Everything the engine does with events of one type in a house, looked up once per event."""

    ready: tuple[Phase, ...]
    """The phases in which no turning point has to come before it."""
    acts: bool
    """Whether it is an act of a player; otherwise it is a turning point."""
    normalise: Callable[[Table, Any, Player], Event] | None
    """Fills in what the text may leave out of an act."""
    rules: tuple[Check[Any], ...]
    """The rules of the house. Any: depends on `acts`."""
    checks: tuple[Callable[..., Any], ...]
    """The functions of these rules, bare: nearly none of them objects, and this is the loop of every act."""
    enter: Callable[..., None]
    """Applies it to the table."""


@cache
def dispatch_by_event_type(house: House) -> Mapping[type[Event], Dispatch]:
    """By type of event."""
    return {kind: _build_dispatch(kind, house) for kind in Event.__subclasses__()}


def _build_dispatch(kind: type[Event], house: House) -> Dispatch:
    acts = kind in ACTS or kind in NORMALISED
    rules = find_checks(kind, house)
    checks = tuple(check.check for check in rules)
    enter = ACTS.get(kind) or STEPS.get(kind, _apply_nothing)
    return Dispatch(READY.get(kind, ()), acts, NORMALISED.get(kind), rules, checks, enter)


def _apply_nothing(*_: object) -> None:
    """There is nothing to apply."""


class Judged(NamedTuple):
    """The findings of the rules, and the table as the hand left it."""

    findings: tuple[Finding, ...]
    table: Table


def judge(hand: Hand, house: House, observer: Observer | None = None) -> Judged:
    """Replay a hand under the rules of a house. Hands whose text is incomplete are judged as far as they go."""
    replay = Replay(hand, house, observer)
    return replay.judge_all_events() if is_whole_and_not_cancelled(hand) else Judged((), replay.table)


def is_whole_and_not_cancelled(hand: Hand) -> bool:
    """Whether there is a hand to judge: not cancelled, and complete from its beginning."""
    return not hand.header.partial and not hand.cancelled


class Replay:
    """One hand on its way through the table."""

    __slots__ = ("dispatches", "doubts", "findings", "hand", "observers", "table", "unread")

    def __init__(self, hand: Hand, house: House, observer: Observer | None) -> None:
        self.hand = hand
        self.table = Table(hand, house)
        self.dispatches = dispatch_by_event_type(house)
        self.observers = observer(self.table) if observer is not None else {}
        self.findings: list[Finding] = []
        self.doubts: set[Fact] = set()
        """Facts that findings have put in doubt."""
        self.unread: dict[Fact, float] = {}
        """Facts that unread lines may have changed, each with the number of rounds that must end before it is clear
        that they have not."""

    def judge_all_events(self) -> Judged:
        """Take all events of the hand."""
        table, hand = self.table, self.hand
        self.note_doubts(initial_doubts_of_unread_lines(hand) if hand.unread else {})
        self.judge_and_apply_implied(steps.HandBegins(hand.table.line))
        for event in insert_unread_line_events(hand) if hand.unread else hand.events:
            dispatch = self.dispatches[type(event)]
            phase = table.phase
            if phase not in dispatch.ready or (phase is BETTING and table.betting.turn is None):
                for implied in imply_events_before(table, event):
                    self.judge_and_apply_implied(implied)
            if dispatch.acts:
                self.judge_and_apply_act(event, dispatch)
            elif type(event) is steps.Unread:
                self.note_doubts(doubts_of_unread_line(table, event.line))
            else:
                self.judge_and_apply_step(event, dispatch)
        if table.complete:
            self.judge_and_apply_implied(steps.HandEnds(hand.last_line))
        return Judged(tuple(self.findings), table)

    def note_doubts(self, rounds_by_fact: Mapping[Fact, float]) -> None:
        """Take a line that no pattern knows: these facts are in doubt, for that many rounds."""
        self.unread |= {fact: max(rounds, self.unread.get(fact, 0)) for fact, rounds in rounds_by_fact.items()}

    def judge_and_apply_implied(self, event: Event) -> None:
        """Take an event that no line of the text states."""
        dispatch = self.dispatches[type(event)]
        (self.judge_and_apply_act if dispatch.acts else self.judge_and_apply_step)(event, dispatch)

    def judge_and_apply_act(self, event: Any, dispatch: Dispatch) -> None:
        """Take an act of a player: normalise it, judge it, apply it."""
        table = self.table
        player = table.by_name.get(event.player)
        if player is None:
            return self.judge_act_of_stranger(event)
        if dispatch.normalise is not None:
            event = dispatch.normalise(table, event, player)
            dispatch = self.dispatches[type(event)]
        for check in dispatch.checks:
            if check(table, event, player):
                self.report_first_objection(event, player, dispatch.rules)
                break
        if self.observers and (observe := self.observers.get(type(event))):
            observe(table, event, player)
        # An illegal act is applied too, so that one wrong raise does not start an avalanche of findings.
        dispatch.enter(table, event, player)
        return None

    def report_first_objection(self, event: Event, player: Player, rules: tuple[Check[ActRule], ...]) -> None:
        """Report the first objection to an act; if it rests on doubtful facts, the first of another family."""
        silent: set[str] = set()
        for check in rules:
            if check.rule.family not in silent and (violation := check.check(self.table, event, player)):
                if self.report_violation_unless_doubtful(check, violation, event.line, player):
                    return
                silent.add(check.rule.family)

    def judge_act_of_stranger(self, event: Any) -> None:
        """Take an act of somebody who was not dealt in."""
        if type(event) is ev.Result:
            self.judge_and_apply_implied(steps.StrangerListed(event.line, event.player, event.outcome))
        else:
            self.judge_and_apply_implied(steps.StrangerActs(event.line, event.player))

    def judge_and_apply_step(self, event: Event, dispatch: Dispatch) -> None:
        """Take a turning point: judge it, apply it."""
        table = self.table
        for check in dispatch.rules:
            for violation in check.check(table, event):
                self.report_violation_unless_doubtful(check, violation, event.line)
        dispatch.enter(table, event)
        if (self.doubts or self.unread) and type(event) in ROUND_ENDS:
            self.doubts -= OF_A_ROUND
            self.unread = {fact: rounds - 1 for fact, rounds in self.unread.items() if rounds > 1}

    def report_violation_unless_doubtful(
        self, check: Check[Any], violation: Violation, line: int, player: Player | None = None
    ) -> bool:
        """Add a finding, unless it rests on facts that an earlier one, or an unread line, has put in doubt."""
        grounds, culprit = check.grounds, violation.player or player
        if not self.unread.keys().isdisjoint(grounds.rests_on):
            missed = self.unread.keys() & grounds.rests_on
            self.note_doubts(dict.fromkeys((*missed, *grounds.doubts), ALWAYS))
            return False
        if not self.doubts.isdisjoint(grounds.rests_on):
            return False
        self.doubts.update(grounds.doubts)
        header = self.hand.header
        self.findings.append(
            check.rule.make_finding(
                self.hand.path,
                violation.line or line,
                violation.template,
                violation.figures,
                site=header.site,
                hand_id=header.hand_id,
                seat=culprit.seat if culprit else None,
                player=culprit.name if culprit else None,
            )
        )
        return True


# --- what comes of it -------------------------------------------------------------------------------------------------


class HandResult(Struct, frozen=True):
    """The output of each step for one hand, or for a stretch of text that no dialect recognises."""

    findings: tuple[Finding, ...]
    text: HandText | None = None
    """None: not a hand of any known site."""
    hand: Hand | None = None
    """None: another game, or a hand that cannot be read."""
    table: Table | None = None
    """The table as the hand left it."""
    skipped: str | None = None
    """The name of the other game, or of the kind of text if it is not a hand."""
    summary: TournamentSummary | None = None
    """In place of a hand, if the text is the summary of a tournament."""


# --- soundness ------------------------------------------------------------------------------------------------

_PAID, _COLLECTED = map(attrgetter, ("paid", "collected"))
WARNING = 2
_RANKS = {Severity.NOTE: 1, Severity.WARNING: WARNING, Severity.ERROR: 3}


def severity_rank_of_worst_finding(findings: Iterable[Finding], last_line: int) -> int:
    """Rank the worst of these findings, from 0 (none) to 3; those behind the hand's last line do not count."""
    return max((_RANKS[finding.severity] for finding in findings if finding.line <= last_line), default=0)


def rank_summary_lower_is_better(findings: Iterable[Finding], summary: TournamentSummary) -> int:
    """The rank of a tournament summary: of two the one written last counts, and a list rather than a mail."""
    worst = severity_rank_of_worst_finding(findings, summary.last_line)
    return 4 * worst + 2 * summary.in_progress + (not summary.finishes)


def why_unstorable(table: Table) -> str | None:
    """Why a judged hand cannot be stored; None if it can."""
    if not table.complete:
        return None if table.hand.cancelled else "the text is cut short: how the hand ended is not known"
    rake = sum(map(_PAID, table.players)) - sum(map(_COLLECTED, table.players))
    stated = table.stated and table.stated.rake
    if stated is not None and rake != stated:
        return f"the players' nets add up to {-rake} and the rake to {stated} (1/100): they must balance"
    if rake < 0:
        return f"the players collect {-rake} (1/100) more than they put in"
    return None
