"""One cause is one finding: an alteration of a legal hand, at any site, is not reported again by its consequences.

With HISTPARSE_SOAK=1 each line of many hands is altered in every way, otherwise some lines of a few.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, product
from random import Random

import pytest

from histparse.model.findings import Severity
from tests.conftest import SOAK
from tests.dealer import violations
from tests.dealer.writing import heading, sites, write
from tests.parsing.reading import codes, parse
from tests.rules.altering import alterations, find_codes, judge_as_site, texts
from tests.simulate.games import game

HANDS, SHARE = (8, 1.0) if SOAK else (1, 0.15)
PLAYED = ("ring", "callers", "heads-up", "short", "tournament", "stakes")
MOST = 0.05
"""The most findings beyond the first per altered hand."""


def find_in_altered(site: str) -> Iterator[tuple[str, list[str]]]:
    """Of each altered hand, the kind of change and the codes of all findings, unless some are about its text."""
    random = Random(3)  # noqa: S311 - the same changes in every run
    for name in PLAYED:
        for head, text in texts(site, name, HANDS, seed=3):
            assert find_codes(text, site, head) == []
            for altered in alterations(text, random):
                if random.random() <= SHARE:
                    found_codes = find_codes(altered.text, site, head)
                    if not any(code.startswith("SYN") for code in found_codes):
                        yield altered.change, found_codes


def expect_single_findings(
    name: str, findings: Iterable[tuple[str, list[str]]], capsys: pytest.CaptureFixture[str]
) -> int:
    """Hardly any hand has more than one finding; how many hands there are."""
    surplus: Counter[str] = Counter()
    hands = 0
    for kind, found_codes in findings:
        hands += 1
        surplus[f"{kind}: {' '.join(found_codes)}"] += max(len(found_codes) - 1, 0)
    summary = f"{name}: {surplus.total()} findings too many in {hands} hands\n{(+surplus).most_common()}"
    with capsys.disabled():
        sys.stdout.write(f"\n{summary}\n" if SOAK else "")
    assert surplus.total() <= MOST * hands, summary
    return hands


@pytest.mark.parametrize("site", sites())
def test_an_altered_line_is_reported_once(site: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert expect_single_findings(site, find_in_altered(site), capsys) > 100


@pytest.mark.parametrize("code", [code for code in violations.codes() if not code.startswith("SYN")])
def test_a_violation_is_reported_once_at_every_site(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In the long run some are not: another site's words for a wrong draw break two rules, and rightly find both."""
    expect_single_findings(code, find_in_broken(code), capsys)


def find_in_broken(code: str) -> Iterator[tuple[str, list[str]]]:
    """Of each hand that breaks a rule, the site and the way, and the codes of all findings about its play."""
    for site, way in product(sites() if SOAK else ("fulltilt",), violations.ways(code)):
        for broken in islice(violations.make(code, 3, game("ring", 1, site=site), way, patience=60), 20 if SOAK else 1):
            hand = parse(write(broken.hand).rstrip("\n"), site, heading(broken.hand)).hand
            findings = judge_as_site(hand).findings if hand else ()
            yield f"{site}, {way}", codes(one for one in findings if one.severity is not Severity.NOTE)
