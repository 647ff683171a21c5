"""The small inputs beside the project: shapes from the field, each with the right answer."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from pathlib import Path

import pytest

from histparse import flow
from histparse.api.judging import Judging
from histparse.model.findings import Severity
from histparse.store import Database
from tests.conftest import SHARED
from tests.store.filling import rows, stored

CASES = SHARED / "cases"
FILES = sorted(path.name for path in CASES.glob("*") if path.suffix != ".md")
pytestmark = pytest.mark.skipif(not FILES, reason="the small inputs are not beside this checkout")

FINDINGS: Mapping[str, set[str]] = {
    "hm_raise_total_twice.txt": {"BET03"},
    "merge_not_in_preamble.xml": {"TBL02"},
    "name_empty.txt": {"SYN03"},
    "page.htm": {"SYN03", "SYN04"},
    "stars_fold_out_of_turn.txt": {"BET01"},
    "stars_free_satellite_summary.txt": {"SYN03"},
    "stars_summary_only_show.txt": {"SHD06"},
    "winamax_heading_colon.txt": {"SYN03"},
    "winamax_splash.txt": {"SYN03"},
    "winamax_tournament_no_currency.txt": {"TBL04"},
}
"""The codes of findings other than notes; of all other files none."""


@pytest.mark.parametrize("name", FILES)
def test_a_case_from_the_field(name: str) -> None:
    results = list(flow.judge_file(CASES / name))
    codes = {finding.code for result in results for finding in result.findings if finding.severity is not Severity.NOTE}
    assert codes == FINDINGS.get(name, set())
    assert any(result.text is not None for result in results)


PAIRS = {
    ("phh_one.phh", "phh_many.phhs"): (1, set[str]()),
    ("dup_local.txt", "dup_other_zone.txt"): (2, {"SEQ03"}),
    ("view_ann.txt", "view_ben.txt"): (1, {"SYN09"}),
}
"""Texts of one hand in two files: how many hands there are in all, and the codes of the notes; no other finding."""


@pytest.mark.nightly(1)
@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
@pytest.mark.parametrize("step", [1, -1], ids=["in order", "in the other"])
def test_one_hand_in_two_files(pair: tuple[str, str], step: int, tmp_path: Path) -> None:
    hands, codes = PAIRS[pair]
    files = [CASES / name for name in pair][::step]
    summary = stored(tmp_path / "db", files)
    assert (summary.stored, summary.duplicates, summary.set_aside) == (hands, 1, 0)
    judging = Judging(None)
    results = [*chain.from_iterable(map(judging.judge_file, files)), *judging.findings_between_hands()]
    with Database(tmp_path / "db") as database:
        stored_findings = rows(database, "SELECT code, severity FROM findings")
        heroes = rows(database, "SELECT player, cards FROM seats WHERE hero ORDER BY ALL")
    assert {finding.code for result in results for finding in result.findings} == codes
    assert {*stored_findings} == {(code, "note") for code in codes}
    if "SYN09" in codes:
        assert heroes == [("Hero", "Ac 9h 6h 4h 3s"), ("cedar-job", "8c 7d 5s 5d 4d")]
