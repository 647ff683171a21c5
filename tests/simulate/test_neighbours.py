"""Pairs of hands that contradict each other: found once, on their line, at every site that can show them."""

from __future__ import annotations

from itertools import chain, islice
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
    expected, text = [], ""
    for pair in islice(contradict(code, 3, KINDS[kind]), PAIRS):
        expected.append((pair.code, text.count("\n") + pair.line))
        text += pair.text
    assert len(expected) == PAIRS
    file = tmp_path / "pairs"
    file.write_text(text, encoding="utf-8")
    neighbours = Neighbours()
    assert not any(result.findings for result in neighbours.pass_on_and_note(judge_file(file)))
    findings = chain.from_iterable(result.findings for result in neighbours.find_contradictions())
    assert [(finding.code, finding.line) for finding in findings] == expected


def test_the_same_seed_gives_the_same_pairs() -> None:
    first, second, different = (
        [pair.text for pair in islice(contradict("SEQ01", seed, KINDS["merge"]), 3)] for seed in (5, 5, 6)
    )
    assert first == second != different


@pytest.mark.nightly
def test_a_table_that_never_gives_a_pair_ends_the_search() -> None:
    two = replace(KINDS["pokerstars"], players=(2, 2))
    assert list(islice(contradict("SEQ04", 1, two), 1)) == []
