"""Pairs of hands that contradict each other: found once, on their line, at every site that can show them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from histparse.flow import judge_file
from histparse.judging.neighbours import Neighbours
from histparse.model.house import house
from histparse.simulate import Settings
from tests.dealer.neighbours import WAYS, contradict
from tests.dealer.writing import writer
from tests.simulate.games import game

PAIRS = 8
SITES = ("pokerstars", "fulltilt", "winamax", "merge", "kingsclub")
"""All but PHH, whose hands are no sessions."""
KINDS = {site: Settings(hands=1, writer=writer(site), house=house(site), players=(3, 6)) for site in SITES}
KINDS["tournament"] = game("tournament", 1)


@pytest.mark.nightly(4)
@pytest.mark.parametrize("code", WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_contradiction_is_found_once_on_its_line(kind: str, code: str, tmp_path: Path) -> None:
    file, expected, first, text = tmp_path / "pairs", [], 0, ""
    for pair in islice(contradict(code, 3, KINDS[kind]), PAIRS):
        expected.append((pair.code, first + pair.line))
        first, text = first + pair.text.count("\n"), text + pair.text
    file.write_text(text, encoding="utf-8")
    neighbours = Neighbours()
    assert [finding for result in neighbours.pass_on_and_note(judge_file(file)) for finding in result.findings] == []
    found = [(finding.code, finding.line) for result in neighbours.find_contradictions() for finding in result.findings]
    assert len(expected) == PAIRS
    assert found == expected


def test_the_same_seed_gives_the_same_pairs() -> None:
    first, second = ([pair.text for pair in islice(contradict("SEQ01", 5, KINDS["merge"]), 3)] for _ in range(2))
    other = [pair.text for pair in islice(contradict("SEQ01", 6, KINDS["merge"]), 3)]
    assert first == second != other


@pytest.mark.nightly
def test_a_table_that_never_gives_a_pair_ends_the_search() -> None:
    two = replace(KINDS["pokerstars"], players=(2, 2))
    assert list(islice(contradict("SEQ04", 1, two), 1)) == []
