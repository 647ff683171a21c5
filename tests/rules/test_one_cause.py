"""One cause is one finding: an alteration of a legal hand, at any site, is not reported again by its consequences.

With HISTPARSE_SOAK=1 each line of many hands is altered in every way, otherwise some lines of a few.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from itertools import islice
from random import Random

import pytest

from histparse.judging.engine import judge
from histparse.model.findings import Severity
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from tests.dealer import violations
from tests.dealer.writing import heading, sites, write
from tests.rules.altering import alterations, found_in, texts
from tests.simulate.games import game

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
HANDS, SHARE = (8, 1.0) if SOAK else (1, 0.15)
PLAYED = ("ring", "callers", "heads-up", "short", "tournament", "stakes")
MOST = 0.05
"""The most findings beyond the first per altered hand."""


def surplus(site: str) -> tuple[Counter[str], int]:
    """How often which findings came together, by kind of change, and how many hands were altered."""
    random, tried = Random(3), 0  # noqa: S311 - the same changes in every run
    together: Counter[str] = Counter()
    for name in PLAYED:
        for above, text in texts(site, name, HANDS, seed=3):
            assert found_in(text, above, site) == []
            for change in alterations(text, random):
                if random.random() > SHARE:
                    continue
                codes = [finding.code for finding in found_in(change.text, above, site)]
                if not any(code.startswith("SYN") for code in codes):
                    tried += 1
                    together[f"{change.what}: {' '.join(codes)}"] += max(len(codes) - 1, 0)
    return +together, tried


@pytest.mark.parametrize("site", sites())
def test_an_altered_line_is_reported_once(site: str, capsys: pytest.CaptureFixture[str]) -> None:
    together, tried = surplus(site)
    summary = f"{site}: {together.total()} findings too many in {tried} hands\n{together.most_common()}"
    with capsys.disabled():
        sys.stdout.write(f"\n{summary}\n" if SOAK else "")
    assert tried > 100
    assert together.total() <= MOST * tried, summary


@pytest.mark.parametrize("code", [code for code in violations.codes() if not code.startswith("SYN")])
def test_a_violation_is_reported_once_at_every_site(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In the long run some are not: another site's words for a wrong draw break two rules, and rightly find both."""
    together: Counter[str] = Counter()
    tried = 0
    for site in sites() if SOAK else ("fulltilt",):
        for way in violations.ways(code):
            settings = game("ring", 1, site=site)
            for broken in islice(violations.make(code, 3, settings, way, patience=60), 20 if SOAK else 1):
                hand = broken.hand
                parsed = parse_hand(HandText("x.txt", 1, write(hand).rstrip("\n"), site, heading(hand))).hand
                findings = judge(parsed, settings.house).findings if parsed else ()
                codes = [one.code for one in findings if one.severity is not Severity.NOTE]
                together[f"{site}, {way}: {' '.join(codes)}"] += max(len(codes) - 1, 0)
                tried += 1
    summary = f"{code}: {together.total()} findings too many in {tried} hands\n{(+together).most_common()}"
    with capsys.disabled():
        sys.stdout.write(f"\n{summary}\n" if SOAK else "")
    assert together.total() <= MOST * tried, summary
