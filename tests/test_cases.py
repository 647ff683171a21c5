"""The small inputs beside the project: shapes from the field, each with the right answer."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from histparse import flow
from histparse.model.findings import Severity
from tests.conftest import SHARED

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
    results = list(flow.judged(CASES / name))
    codes = {finding.code for result in results for finding in result.findings if finding.severity is not Severity.NOTE}
    assert codes == FINDINGS.get(name, set())
    assert any(result.text is not None for result in results)
