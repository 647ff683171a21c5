"""A rule that does not promise to be silent on plain hands is asked about every hand, whichever lane there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from histparse.columnar.lane import run
from histparse.judging.hand_result import HandResult
from histparse.model.events import Fold
from histparse.model.findings import CATALOGUE
from histparse.model.house import House, house, names
from histparse.reader import HandText
from histparse.replay.steps import HandBegins
from histparse.rules import registry
from histparse.rules.registry import Check, Violation, act_rule, asked_of_all, asked_on, step_rule
from tests.columnar.hands import text

HAND = HandResult((), HandText("x.txt", 1, text("pokerstars"), "pokerstars"))


@pytest.fixture(autouse=True)
def own_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rules declared in a test are gone after it."""
    monkeypatch.setattr(registry, "STEP_CHECKS", {kind: list(checks) for kind, checks in registry.STEP_CHECKS.items()})
    monkeypatch.setattr(registry, "ACT_CHECKS", {kind: list(checks) for kind, checks in registry.ACT_CHECKS.items()})
    before = dict(CATALOGUE)
    yield
    CATALOGUE.clear()
    CATALOGUE.update(before)


def declared(**how: Any) -> None:
    @step_rule("TBL99", "the table's name has a digit", on=(HandBegins,), **how)
    def digit(_table: object, step: Any) -> Iterator[Violation]:
        """A toy."""
        yield Violation("a digit", step.line)


def are_left() -> bool:
    return run([HAND], lambda outcome: outcome)[1] == [HAND]


def test_all_our_rules_promise_it() -> None:
    checks: list[Check[Any]] = [one for each in registry.ACT_CHECKS.values() for one in each]
    checks += [one for each in registry.STEP_CHECKS.values() for one in each]
    asked = {one.check.__name__ for one in checks if not one.silent_on_plain_hands}
    assert not asked, "without `silent_on_plain_hands=True` no hand is imported fast"


def test_a_rule_that_does_not_is_asked_about_every_hand() -> None:
    assert not are_left()
    declared()
    assert are_left()


def test_an_act_rule_is_too() -> None:
    @act_rule("TBL98", "a fold", on=(Fold,))
    def fold(_table: object, _event: object, _player: object) -> Violation:
        """A toy."""
        return Violation("a fold")

    assert are_left()


def test_one_that_does_is_not() -> None:
    declared(silent_on_plain_hands=True)
    assert not are_left()


def test_only_in_the_houses_in_which_it_applies() -> None:
    declared(houses=lambda house: house.name == "wsop-live")
    assert {name for name in names() if asked_of_all(house(name))} == {"wsop-live"}
    assert not are_left()


def test_in_other_houses_it_is_not_asked() -> None:
    declared(houses=lambda house: house.name == "here")
    here, there = ({one.rule.code for one in asked_on(HandBegins, House(name))} for name in ("here", "there"))
    assert here - there == {"TBL99"}
