"""Step 4, rules: how a rule is written, and where the engine finds it.

An **act rule** looks at what one player is about to do and objects or not; within a family the first objection to an
event stands, so rules are written with the weightiest first. A **step rule** looks at a turning point of the hand and
may name several breaches. Rules read the table before the event is applied and never change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import cleandoc
from typing import Any, Literal, NamedTuple, TypeVar

from histparse.events import Event
from histparse.findings import CATALOGUE, Rule, Severity, declare
from histparse.replay.player import Player
from histparse.replay.table import Table


class Breach(NamedTuple):
    """What is wrong; `line` and `player` where they are not those of the event judged."""

    message: str
    line: int | None = None
    player: Player | None = None


Objection = str | Breach | None
ActRule = Callable[[Table, Any, Player], Objection]
StepRule = Callable[[Table, Any], Iterable[Breach]]
Act = TypeVar("Act", bound=ActRule)
Step = TypeVar("Step", bound=StepRule)


class Mute(NamedTuple):
    """What keeps silent after a breach, so that one wrong line does not start an avalanche."""

    codes: tuple[str, ...] = ()
    """Codes, or families by their three letters."""
    span: Literal["round", "hand"] = "round"


NOTHING = Mute()


class ActCheck(NamedTuple):
    """An act rule with its entry in the catalogue."""

    rule: Rule
    check: ActRule
    mute: Mute
    unless_plain: bool


class StepCheck(NamedTuple):
    """A step rule with its entry in the catalogue."""

    rule: Rule
    check: StepRule
    mute: Mute
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
    mute: Mute = NOTHING,
    unless_plain: bool = False,
) -> Callable[[Act], Act]:
    """Judge the events `on`, each an act of one player, by the decorated function; its docstring explains the rule.

    `unless_plain`: it never objects to an act that is plain by rules/plain.py, and need not look at it.
    """

    def enter(check: Act) -> Act:
        rule = _declared(code, title, severity, check)
        for kind in on:
            ACT_CHECKS.setdefault(kind, {}).setdefault(rule.family, []).append(
                ActCheck(rule, check, mute, unless_plain)
            )
        return check

    return enter


def step_rule(
    code: str,
    title: str = "",
    *,
    on: tuple[type[Event], ...],
    severity: Severity = Severity.ERROR,
    mute: Mute = NOTHING,
    unless_plain: bool = False,
) -> Callable[[Step], Step]:
    """Judge the turning points `on` by the decorated function, whose docstring explains the rule; all as above."""

    def enter(check: Step) -> Step:
        rule = _declared(code, title, severity, check)
        for kind in on:
            STEP_CHECKS.setdefault(kind, []).append(StepCheck(rule, check, mute, unless_plain))
        return check

    return enter


def _declared(code: str, title: str, severity: Severity, check: Callable[..., object]) -> Rule:
    """The rule of that code. The function with the title declares it; others of the code only help to judge it."""
    if title:
        return declare(code, severity, title, cleandoc(check.__doc__ or ""))
    return CATALOGUE[code]
