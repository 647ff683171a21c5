"""Every rule explains itself and has a sample that breaks it and no other."""

from __future__ import annotations

import json
import os
import re
import tomllib
from itertools import chain, groupby
from pathlib import Path

import pytest

from histparse.flow import judge_file
from histparse.judging.neighbours import Neighbours
from histparse.model.findings import Finding, Severity
from histparse.rules.registry import catalogue
from histparse.rules.tournaments import AGAINST_HANDS
from histparse.store import Database
from histparse.store.settle.neighbours import OF_THEM
from tests.parsing.reading import codes
from tests.samples import FOLDER
from tests.store.filling import fill, rows

ILLEGAL = FOLDER / "illegal"
EXPECTED = tomllib.loads(Path(__file__).with_name("lines.toml").read_text(encoding="utf-8"))
"""The one finding in the sample of each rule: on which line, how severe, whose, and its sentence."""


OF_IMPORTS = {rule.code for rule in AGAINST_HANDS}
"""Codes of what only an import compares."""


OF_PLAY = [code for code in catalogue() if not code.startswith("SYN")]


def findings(file: Path) -> list[Finding]:
    neighbours = Neighbours()
    results = chain(neighbours.pass_on_and_note(judge_file(file)), neighbours.find_contradictions())
    in_text = [finding for result in results for finding in result.findings]
    return [*in_text, *against_hands(file)] if file.name[:5] in OF_IMPORTS else in_text


def against_hands(file: Path) -> list[Finding]:
    """What an import finds between summaries and hands."""
    query = f"SELECT code, severity::VARCHAR, path, line, message FROM findings WHERE {OF_THEM}"  # noqa: S608 - our codes
    with Database(":memory:") as database:
        fill(database, [file])
        return [
            Finding(code, Severity(severity), path, line, None, None, None, None, message)
            for code, severity, path, line, message in rows(database, query)
        ]


def place(finding: Finding) -> str:
    """As lines.toml has it."""
    seat = f", seat {finding.seat}" if finding.seat else ""
    message = finding.message.replace(f"{ILLEGAL}{os.sep}", "")
    return f"line {finding.line}, {finding.severity}{seat}: {message}"


@pytest.mark.parametrize("code", OF_PLAY)
def test_a_sample_breaks_exactly_its_rule_on_its_line(code: str) -> None:
    samples = list(ILLEGAL.glob(f"{code}_*.txt"))
    assert len(samples) == 1, (
        f"{code} has {len(samples)} samples: write one hand that breaks it and no other rule "
        f"into sample_histories/illegal/{code}_<what_is_wrong>.txt"
    )
    broken = findings(samples[0])
    assert codes(broken) == [code], samples[0].name
    location = place(broken[0])
    line = f"{code} = {json.dumps(location, ensure_ascii=False)}"
    assert code in EXPECTED, f"if that is where {samples[0].name} is wrong, write into tests/rules/lines.toml: {line}"
    assert location == EXPECTED[code]


def test_every_sample_is_of_a_rule() -> None:
    named = {file.name: file.name.partition("_")[0] for file in ILLEGAL.glob("*.txt")}
    named |= {f"tests/rules/lines.toml: {code}": code for code in EXPECTED}
    for where, code in named.items():
        assert code in OF_PLAY, f"{where}: no function in histparse/rules/ has the code {code}"


@pytest.mark.parametrize("code", OF_PLAY)
def test_a_rule_explains_itself(code: str) -> None:
    rule = catalogue()[code]
    assert rule.title
    for label in ("Source", "Example"):
        assert re.search(rf"\b{label}s?:", rule.explanation), (
            f"{code}: its docstring should have a sentence `{label}: ...`"
        )


def test_codes_of_a_family_are_counted_up() -> None:
    for family, members in groupby(OF_PLAY, key=lambda code: code[:3]):
        for number, code in enumerate(members, start=1):
            assert code == f"{family}{number:02}", f"{code}: {family}{number:02} is free"


def test_a_finding_says_where_who_and_how_much() -> None:
    (finding,) = findings(ILLEGAL / "BET02_fifth_bet.txt")
    assert finding.message == "Odd_Tomas raises to $10, which is bet 5; the cap is 4"
    assert (finding.player, finding.seat, finding.site) == ("Odd_Tomas", 4, "pokerstars")
    assert finding.path.endswith("BET02_fifth_bet.txt")
