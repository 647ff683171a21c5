"""What is found in a hand of two texts, one cut short or seen by another, is told once, whichever is read first."""

from __future__ import annotations

import re
from itertools import chain, islice
from pathlib import Path

import pytest

from histparse import flow
from histparse.judging.duplicates import Duplicates
from histparse.model.findings import Finding
from histparse.parsing.cutting import read_hand_texts
from tests.conftest import SOAK
from tests.dealer import violations
from tests.dealer.writing import sites, write_all
from tests.parsing.reading import codes
from tests.samples import FOLDER
from tests.simulate.games import game

CODE = "BET04"


TAIL, STEP = 40, 1 if SOAK else 3
"""Letters at the end of a hand, each of which may have been the last one written, and how many are passed over."""


def check(*files: Path) -> list[Finding]:
    """What a check of these files says in the end, beside that a text is cut short or has a line that is unknown."""
    duplicates = Duplicates(read_hand_texts, flow.parse_text)
    passed = list(chain.from_iterable(duplicates.pass_on_without_repeats(flow.judge_file(file)) for file in files))
    results = (*passed, *duplicates.settle_after_last_hand().results)
    return [finding for result in results for finding in result.findings if not finding.code.startswith("SYN")]


@pytest.mark.nightly(2)
@pytest.mark.soak(3)
@pytest.mark.parametrize("site", sorted({*sites()} - {"merge", "phh"}))  # theirs is no text before its last letter
@pytest.mark.parametrize("is_first", [True, False])
def test_a_hand_cut_at_its_end(site: str, tmp_path: Path, *, is_first: bool) -> None:
    whole, cut = tmp_path / "whole.txt", tmp_path / "cut.txt"
    for broken in islice(violations.make(CODE, 5, game("ring", 8, 5, site)), 2):
        text = write_all([broken.hand]).rstrip()
        whole.write_text(text, encoding="utf-8")
        expected = check(whole)
        assert codes(expected) == [CODE]
        for length in range(len(text) - TAIL, len(text), STEP):
            cut.write_text(text[:length], encoding="utf-8")
            files = (cut, whole) if is_first else (whole, cut)
            assert check(*files) == expected, text[length - TAIL :]


@pytest.mark.parametrize("hero_first", [True, False])
def test_a_fault_of_the_play_that_a_spectator_saw_too(tmp_path: Path, *, hero_first: bool) -> None:
    hero, spectator = tmp_path / "hero.txt", tmp_path / "spectator.txt"
    text = next((FOLDER / "illegal").glob(f"{CODE}_*")).read_text(encoding="utf-8")
    hero.write_text(text, encoding="utf-8")
    without_cards = re.sub(r"(?m)^Dealt to .*\n|(?<=cards|.card) \[.*\]$", "", text)
    spectator.write_text(without_cards, encoding="utf-8")
    files = (hero, spectator) if hero_first else (spectator, hero)
    assert codes(check(*files)) == [CODE]
