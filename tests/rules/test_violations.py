"""The proof of the judge: hands that break one rule on purpose, and what must be found in them - that, once, there.

The hands come from the dealer, which knows nothing of the judge. With HISTPARSE_SOAK=1 each way to break a rule is
tried in more than two hundred hands, otherwise in a few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from histparse.flow import judge_file
from histparse.judging.engine import judge
from histparse.model.findings import Finding
from histparse.model.house import House, house
from histparse.rules.registry import catalogue
from histparse.simulate import Settings
from tests.conftest import SOAK
from tests.dealer import neighbours, violations
from tests.dealer.violations import Broken
from tests.dealer.violations.make import PATIENCE
from tests.rules.templates import expect_template
from tests.simulate.games import game

HANDS, LOOKED_AT = (42, PATIENCE) if SOAK else (1, 250)
"""Hands per game, and legal hands tried before giving up a way: some games never allow it."""
GAMES = (
    Settings(hands=1),
    Settings(hands=1, players=(2, 2)),
    Settings(hands=1, players=(3, 6), callers=0.85),
    Settings(hands=1, stacks=(1, 6), callers=0.6),
    Settings(hands=1, stacks=(8, 60), callers=0.2),
    Settings(hands=1, players=(6, 6), callers=0.9, stakes=game("stakes", 1).stakes),
    game("tournament", 1),
)
WAYS = [(code, way) for code in violations.codes() for way in violations.ways(code)]
OF_THE_TEXT = "SYN"
"""The family found while reading, not by the judge."""


def made(code: str, way: str) -> Iterator[Broken]:
    for seed, settings in enumerate(GAMES if SOAK else GAMES[2:]):
        yield from islice(violations.make(code, seed, settings, way, LOOKED_AT), HANDS)


def places(findings: Iterable[Finding]) -> list[tuple[str, int]]:
    return sorted((finding.code, finding.line) for finding in findings)


@pytest.mark.parametrize(("code", "way"), WAYS, ids=[f"{code}-{way}" for code, way in WAYS])
def test_a_breach_is_found_once_on_its_line(code: str, way: str, tmp_path: Path) -> None:
    hands = list(made(code, way))
    assert len(hands) >= 2 * HANDS
    rules = house("pokerstars")
    for broken in hands:
        judged = places(judge(broken.hand, rules).findings)
        assert code.startswith(OF_THE_TEXT) or judged == [(code, broken.line)], broken.text
    expect_in_file(tmp_path / "illegal.txt", hands)


def expect_in_file(file: Path, hands: list[Broken]) -> None:
    """All of them one after the other in one file, read and judged as any file is."""
    file.write_text("".join(broken.text for broken in hands), encoding="utf-8")
    first = 1
    for result, broken in zip(judge_file(file), hands, strict=True):
        assert broken.line is not None
        assert places(result.findings) == [(broken.code, first + broken.line - 1)], broken.text
        for finding in result.findings:
            expect_template(finding)
        first += broken.text.count("\n")


def test_rules_of_play_can_be_broken() -> None:
    broken = {*violations.codes(), *neighbours.WAYS}
    assert broken <= catalogue().keys()
    if unbroken := [code for code in catalogue() if code not in broken and not code.startswith(OF_THE_TEXT)]:
        pytest.skip(f"samples alone prove {', '.join(unbroken)}: tests/dealer/violations/ has no way to break them")


def test_same_seed_same_hands() -> None:
    settings = Settings(hands=1)
    first, second = ([broken.text for broken in islice(violations.make("BET02", 7, settings), 5)] for _ in range(2))
    assert first == second
    assert first != [broken.text for broken in islice(violations.make("BET02", 8, settings), 5)]


def test_an_unknown_code_is_refused() -> None:
    with pytest.raises(ValueError, match="no illegal hands for `BET99`"):
        next(violations.make("BET99", 1, Settings(hands=1)))


def test_more_players_than_cards_are_never_dealt() -> None:
    """In a house without a limit the deck is one."""
    settings = Settings(hands=1, house=House("mine"))
    assert list(violations.make("TBL01", 1, settings, patience=3)) == []


@pytest.mark.parametrize("site", ["kingsclub", "phh"])
def test_where_hands_are_not_read_out_none_is_misread(site: str) -> None:
    """The search for other words ends although there are none."""
    assert list(violations.make("SHD05", 1, game("callers", 1, site=site), patience=3)) == []
