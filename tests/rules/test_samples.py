"""The catalogue keeps its word: every rule explains itself and has a sample that breaks it and nothing else."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

from histparse.export import sites
from histparse.flow import judged
from histparse.judging.neighbours import Neighbours
from histparse.model.findings import Finding, Severity
from histparse.rules import catalogue

SAMPLES = Path(__file__).parents[2] / "sample_histories"
ILLEGAL = {file.name[:5]: file for file in sorted((SAMPLES / "illegal").glob("*.txt"))}
LINES = tomllib.loads(Path(__file__).with_name("lines.toml").read_text(encoding="utf-8"))
OF_PLAY = [code for code in catalogue() if not code.startswith("SYN")]


def findings(file: Path) -> list[Finding]:
    neighbours = Neighbours()
    return [finding for case in chain(neighbours.past(judged(file)), neighbours.results()) for finding in case.findings]


@pytest.mark.parametrize("code", OF_PLAY)
def test_a_sample_breaks_exactly_its_rule_on_its_line(code: str) -> None:
    found = findings(ILLEGAL[code])
    assert [(finding.code, finding.line) for finding in found] == [(code, LINES[code])]


def test_every_sample_is_of_a_rule() -> None:
    assert sorted(ILLEGAL) == sorted(OF_PLAY) == sorted(LINES)


@pytest.mark.parametrize("code", OF_PLAY)
def test_a_rule_explains_itself(code: str) -> None:
    rule = catalogue()[code]
    assert rule.title
    assert re.search(r"\bSources?:", rule.explanation)
    assert re.search(r"\bExamples?:", rule.explanation)


def test_codes_are_those_of_the_rulebook() -> None:
    families = {"BLD": 4, "DLT": 3, "BET": 11, "DRW": 7, "DCK": 6, "POT": 6, "SEQ": 4, "SHD": 7, "TBL": 4}
    assert sorted(f"{family}{n:02}" for family, most in families.items() for n in range(1, most + 1)) == OF_PLAY


def test_severities_follow_the_rulebook() -> None:
    rules = catalogue()
    assert {code for code in OF_PLAY if rules[code].severity is Severity.WARNING} == {
        *("BET11", "POT05", "SEQ01", "SEQ02", "TBL04"),
    }
    assert {code for code in OF_PLAY if rules[code].severity is Severity.NOTE} == {"SEQ03", "SEQ04", "TBL03"}


LEGAL = sorted(file for site in sites() for file in (SAMPLES / site).glob("*"))


@pytest.mark.parametrize("file", LEGAL, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_legal_sample_is_silent(file: Path) -> None:
    assert [finding for finding in findings(file) if finding.severity is not Severity.NOTE] == []


def test_a_finding_says_where_who_and_how_much() -> None:
    (finding,) = findings(ILLEGAL["BET02"])
    assert finding.message == "raise to $10 is bet 5; the cap is 4"
    assert (finding.player, finding.seat, finding.site) == ("Odd_Tomas", 4, "pokerstars")
    assert finding.path.endswith("BET02_fifth_bet.txt")
