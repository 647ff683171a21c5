"""The sample histories of every site exist and are legal to the last card."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse.flow import judge_file
from histparse.judging.neighbours import Neighbours
from histparse.model.findings import Severity
from histparse.parsing.dialects.base import dialects
from histparse.parsing.summaries.base import summaries
from tests.running import Run
from tests.samples import BROKEN, FOLDER, of_all_sites, of_site, summaries_of


@pytest.mark.parametrize("site", dialects())
def test_every_site_has_samples(site: str) -> None:
    assert of_site(site)


def test_every_sample_is_of_a_site() -> None:
    for folder in filter(Path.is_dir, FOLDER.iterdir()):
        assert folder.name in {*dialects(), *BROKEN}, (
            f"nobody reads sample_histories/{folder.name}: write grammars/{folder.name}.lark "
            f"and histparse/parsing/dialects/{folder.name}.py"
        )


@pytest.mark.nightly
@pytest.mark.parametrize("site", dialects())
def test_nothing_is_found_in_all_of_a_site_together(site: str, run: Run) -> None:
    """Summaries are held against the hands of their tournaments."""
    code, findings, summary = run("check", FOLDER / site)
    assert (code, findings) == (0, "")
    assert summary.endswith("no finding.\n")


@pytest.mark.nightly(9)
@pytest.mark.parametrize("file", of_all_sites(), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_sample_is_legal(file: Path) -> None:
    neighbours, heroes = Neighbours(), set()
    for result in neighbours.pass_on_and_note(judge_file(file)):
        assert result.text is not None, result.findings
        assert result.text.site == file.parent.name
        if not result.skipped:
            assert result.findings == (), (
                f"if the site's figures are meant so, `figures` in histparse/parsing/dialects/{file.parent.name}.py "
                f"says how they are to be read: {result.findings}"
            )
            assert result.hand is not None
            heroes.add(result.hand.hero)
    contradictions = (finding for result in neighbours.find_contradictions() for finding in result.findings)
    assert [finding for finding in contradictions if finding.severity is not Severity.NOTE] == []
    # Where all cards are open, or none, there is no hero.
    assert heroes in ({"Katja72"}, {None}), "Katja72 is the hero of all samples"


@pytest.mark.parametrize("site", summaries())
def test_a_sample_of_a_summary_contradicts_nothing(site: str) -> None:
    for file in summaries_of(site):
        for result in judge_file(file):
            assert result.findings == ()
            assert result.summary is not None
            assert result.summary.own.player == "Katja72"
            assert not result.summary.doubts
