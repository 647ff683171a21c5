"""The Python interface: lists the sites, houses, rules and statistics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from histparse.api import late
from histparse.model import house
from histparse.system.files import data_folder

if TYPE_CHECKING:
    from histparse.judging.engine import HandResult
    from histparse.model.findings import Rule
    from histparse.parsing.coverage import KnownLine, Proof
    from histparse.stats import Statistic


def sites() -> list[str]:
    """The supported sites."""
    return sorted(late.dialects.dialects())


def check_site(site: str | None) -> str | None:
    """The site asked for, None for any. Raises HistparseError, suggesting a similar name, if there is none."""
    return late.dialects.require_known_site(site)


def known_lines() -> list[KnownLine]:
    """The lines of each site's text that are understood, and whether they were seen in real hands."""
    return late.coverage.list_known_lines()


def proofs_by_part_event_site() -> dict[str, dict[str, dict[str, Proof]]]:
    """By part of a hand and event, the evidence for its line at each site."""
    return late.coverage.group_proofs_by_part_event_site(late.coverage.list_known_lines())


def houses() -> list[str]:
    """The profiles of houses that come with the package."""
    return house.profile_names()


def rulebook() -> dict[str, Rule]:
    """Every rule by its code."""
    return late.rules.catalogue()


def statistics() -> dict[str, Statistic]:
    """Every statistic by its name."""
    return late.stats.catalogue()


def paragraphs_from_rule_pages(code: str) -> list[str]:
    """Return what the five rule pages say about that rule, and how houses decide where they disagree."""
    return list(
        late.rule_pages.describe_entries_in_paragraphs(late.rule_pages.load_rule_pages().select_entries_of_rule(code))
    )


def judged_rule_samples(code: str) -> Iterator[HandResult]:
    """Hands that break that rule, judged; none if it has no sample of its own."""
    samples = sorted(data_folder("sample_histories").glob(f"*/{code}_*.txt"))  # a text alone cannot break every rule
    return late.flow.judge_file(samples[0]) if samples else iter(())
