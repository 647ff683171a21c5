"""The fast path is right: no rule that it saves would object to an event that it calls plain."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from histparse.judging import engine
from histparse.judging.engine import Dispatch, judge
from histparse.model.hand import Hand
from histparse.model.house import house, names
from histparse.simulate import Settings, deal_hands, violations
from tests.rules.test_mutations import changes
from tests.simulate.games import GAMES, game

pytestmark = pytest.mark.untraced

HANDS = 30 if os.environ.get("HISTPARSE_SOAK") else 2
"""Of each game."""
HOUSES = [house(name) for name in names()]


class Looks:
    """Compares every check of the fast path with the rules it saves, which are run anyway."""

    def __init__(self) -> None:
        self.plain = 0
        """How often an event was called plain."""
        self.wrong: list[str] = []
        """Where a rule objected anyway."""

    def doubted(self, dispatch: Dispatch) -> Dispatch:
        objections = act_objections if dispatch.acts else step_objections
        spared = [rule for rule in dispatch.rules if rule not in dispatch.always]
        return replace(dispatch, plain=self.doubt(dispatch.plain, spared, objections))

    def doubt(
        self, look: Callable[..., bool], checks: Any, objections: Callable[..., list[str]]
    ) -> Callable[..., bool]:
        def doubting(*what: Any) -> bool:
            if look(*what):
                self.plain += 1
                self.wrong += objections(checks, *what)
            return False

        return doubting


def act_objections(checks: Any, *what: Any) -> list[str]:
    return [f"{check.__name__}: {what[1]}" for check in checks if check(*what)]


def step_objections(checks: Any, *what: Any) -> list[str]:
    return [f"{one.check.__name__}: {what[1]}" for one in checks for _ in one.check(*what)]


@pytest.fixture(scope="module")
def looks() -> Iterator[Looks]:
    looks = Looks()
    with pytest.MonkeyPatch.context() as patch:
        for kind, dispatch in engine.DISPATCH.items():
            patch.setitem(engine.DISPATCH, kind, looks.doubted(dispatch))
        yield looks


def judge_everywhere(hand: Hand) -> None:
    for rules in HOUSES:
        judge(hand, rules)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_nearly_all_of_a_legal_hand_is_plain(name: str, looks: Looks) -> None:
    before, events = looks.plain, 0
    for hand in deal_hands(game(name, 20, 3)):
        judge_everywhere(hand)
        events += len(HOUSES) * len(hand.events)
    assert looks.wrong == []
    assert looks.plain - before > events / 2


@pytest.mark.parametrize("code", violations.codes())
def test_nothing_is_plain_where_a_rule_is_broken(code: str, looks: Looks) -> None:
    for broken in islice(violations.make(code, 5, Settings(hands=1, callers=0.6, stacks=(4, 40))), 12):
        judge_everywhere(broken.hand)
    assert looks.wrong == []


@pytest.mark.parametrize("name", sorted(GAMES))
def test_nothing_is_plain_that_was_changed(looks: Looks, name: str) -> None:
    random = Random(name)  # noqa: S311 - the same changes in every run
    for hand in deal_hands(game(name, HANDS, 11)):
        possible = list(changes(hand))
        for change in random.sample(possible, min(20, len(possible))):
            judge_everywhere(change.hand)
    assert looks.wrong == []
