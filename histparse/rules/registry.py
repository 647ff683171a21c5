"""Step 4, rules: how a rule is written, and where the engine finds it.

An **act rule** looks at what one player is about to do and objects or not; within a family the first objection to an
event stands, so rules are written with the weightiest first. A **step rule** looks at a turning point of the hand and
may name several violations. Rules read the table before the event is applied and never change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from inspect import cleandoc
from typing import Any, NamedTuple, TypeVar

from histparse.model.events import Event
from histparse.model.findings import CATALOGUE, Rule, Severity, declare
from histparse.replay.player import Player
from histparse.replay.table import Table


class Violation(NamedTuple):
    """What is wrong; `line` and `player` where they are not those of the event judged."""

    message: str
    line: int | None = None
    player: Player | None = None


Objection = str | Violation | None
ActRule = Callable[[Table, Any, Player], Objection]
StepRule = Callable[[Table, Any], Iterable[Violation]]
Act = TypeVar("Act", bound=ActRule)
Step = TypeVar("Step", bound=StepRule)


class Fact(Enum):
    """What rules know of a hand.

    A violation calls some of it in question. What rests on that is not judged any more, for it may be a mere
    consequence: one cause is one finding.
    """

    SEATED = "who was dealt in"
    ORDER = "who sits left of whom, and who has the button and the blinds"
    TURN = "whose turn it is, and whether the round is over"
    BETS = "how many bets are out in this round, and how large they are"
    DRAWN = "who has drawn in this draw"
    CHIPS = "who has put in what, and has what left"
    LIVE = "who is still in the hand"
    COURSE = "which round or draw is under way"
    CARDS = "which cards are where"
    STUB = "what is in the stub"
    STATED = "the pot and the rake by the summary"
    PAYOUT = "who takes what"
    SHOWN = "who must show, and who has"


OF_A_ROUND = frozenset({Fact.TURN, Fact.BETS, Fact.DRAWN})
"""What begins anew with every round; doubts of all else stay."""
ACTED = (Fact.TURN, Fact.BETS, Fact.CHIPS, Fact.LIVE, Fact.SHOWN)
"""What is in question when an act is missing or should not be there."""

Facts = tuple[Fact, ...]


class Grounds(NamedTuple):
    """What a rule takes for granted, and what its violations call in question."""

    rests_on: Facts
    doubts: Facts


class ActCheck(NamedTuple):
    """An act rule with its entry in the catalogue."""

    rule: Rule
    check: ActRule
    grounds: Grounds
    unless_plain: bool


class StepCheck(NamedTuple):
    """A step rule with its entry in the catalogue."""

    rule: Rule
    check: StepRule
    grounds: Grounds
    unless_plain: bool


Family = list[ActCheck]
ACT_CHECKS: dict[type[Event], dict[str, Family]] = {}
"""By type of event, then by family."""
STEP_CHECKS: dict[type[Event], list[StepCheck]] = {}


def act_rule(
    code: str,
    title: str = "",
    *,
    on: tuple[type[Event], ...],
    severity: Severity = Severity.ERROR,
    rests_on: Facts = (),
    doubts: Facts = (),
    unless_plain: bool = False,
) -> Callable[[Act], Act]:
    """Judge the events `on`, each an act of one player, by the decorated function; its docstring explains the rule.

    `rests_on`: it is silent once any of these facts is in doubt; a finding puts those of `doubts` in doubt.
    `unless_plain`: it never objects to an act that is plain by rules/fast_path.py, and need not look at it.
    """

    def enter(check: Act) -> Act:
        rule, grounds = _declared(code, title, severity, check), Grounds(rests_on, doubts)
        for kind in on:
            ACT_CHECKS.setdefault(kind, {}).setdefault(rule.family, []).append(
                ActCheck(rule, check, grounds, unless_plain)
            )
        return check

    return enter


def step_rule(
    code: str,
    title: str = "",
    *,
    on: tuple[type[Event], ...],
    severity: Severity = Severity.ERROR,
    rests_on: Facts = (),
    doubts: Facts = (),
    unless_plain: bool = False,
) -> Callable[[Step], Step]:
    """Judge the turning points `on` by the decorated function, whose docstring explains the rule; all as above."""

    def enter(check: Step) -> Step:
        rule, grounds = _declared(code, title, severity, check), Grounds(rests_on, doubts)
        for kind in on:
            STEP_CHECKS.setdefault(kind, []).append(StepCheck(rule, check, grounds, unless_plain))
        return check

    return enter


def _declared(code: str, title: str, severity: Severity, check: Callable[..., object]) -> Rule:
    """The rule of that code. The function with the title declares it; others of the code only help to judge it."""
    if title:
        return declare(code, severity, title, cleandoc(check.__doc__ or ""))
    return CATALOGUE[code]
