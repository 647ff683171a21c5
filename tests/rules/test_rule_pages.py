"""The five rule pages: every paragraph is judged, counted or declared background, and what is named exists."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse import stats
from histparse.model.house import House
from histparse.rules.registry import catalogue as rule_catalogue
from histparse.rules.rule_pages import describe_entries_in_paragraphs, load_rule_pages
from tests.running import Run

PAGES = Path(__file__).parents[3] / "shared" / "rule_pages"
LANGUAGES = ("it", "pt", "sv", "es", "ja")


def paragraphs(language: str) -> set[int]:
    """The numbers of the paragraphs of that page."""
    file = PAGES / f"{language}.txt"
    if not file.exists():
        pytest.skip(f"the rule pages are not here: {file}")
    return set(range(1, sum(bool(line.strip()) for line in file.read_text(encoding="utf-8").splitlines()) + 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_is_judged_counted_or_background(language: str) -> None:
    mapped = {number for statement in load_rule_pages().statement for number in statement.pages.get(language, ())}
    assert mapped == paragraphs(language)


def test_nothing_is_quoted() -> None:
    for language in LANGUAGES:
        paragraphs(language)
        page = (PAGES / f"{language}.txt").read_text(encoding="utf-8").casefold()
        sentences = [statement.says for statement in load_rule_pages().statement]
        assert [sentence for sentence in sentences if sentence.casefold().rstrip(".") in page] == []


def test_a_statement_is_judged_counted_or_background() -> None:
    for statement in load_rule_pages().statement:
        assert bool(statement.rules or statement.statistics) != bool(statement.background), statement
        assert set(statement.pages) <= {*LANGUAGES}


def test_what_is_named_exists() -> None:
    statements, disagreements = load_rule_pages().statement, load_rule_pages().disagreement
    judged = {code for statement in statements for code in statement.rules}
    assert judged | {code for dispute in disagreements for code in dispute.rules} <= set(rule_catalogue())
    assert {name for statement in statements for name in statement.statistics} <= set(stats.catalogue())
    assert {key for dispute in disagreements for key in dispute.houses} <= set(House.__struct_fields__)
    assert all(set(dispute.readings) == {*LANGUAGES} for dispute in disagreements)


def test_rules_are_explained_by_the_pages(run: Run) -> None:
    explanation = " ".join(run("rules", "BET02")[1].split())
    assert "each later round a bet and three raises. (it 21, 23; es 12, 14)" in explanation
    assert "pt, sv, ja: does not say" in explanation
    assert "merge: cap 4, cap heads up 6" in explanation


def test_a_rule_that_no_page_states_says_nothing_of_them() -> None:
    assert list(describe_entries_in_paragraphs(load_rule_pages().select_entries_of_rule("SYN01"))) == []
