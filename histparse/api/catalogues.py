"""The Python interface: lists the sites, houses, rules and statistics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from histparse import flow, rules
from histparse.api import late
from histparse.judging.hand_result import HandResult
from histparse.model import house
from histparse.model.findings import Rule
from histparse.parsing.dialects import dialects, known_site
from histparse.rules.rule_pages import in_words
from histparse.rules.rule_pages import rule_pages as all_pages
from histparse.system.resources import folder

if TYPE_CHECKING:
    from histparse.parsing.coverage import KnownLine, Proof
    from histparse.stats import Statistic

__all__ = [
    "houses",
    "known_lines",
    "known_site",
    "line_table",
    "rule_pages",
    "rulebook",
    "sample_hands",
    "sites",
    "statistics",
]


def sites() -> list[str]:
    """The supported sites."""
    return sorted(dialects())


def known_lines() -> list[KnownLine]:
    """The lines of each site's text that are understood, and whether they were seen in real hands."""
    return late.coverage.known_lines()


def line_table() -> dict[str, dict[str, dict[str, Proof]]]:
    """By part of a hand and event, the evidence for its line at each site."""
    return late.coverage.table(late.coverage.known_lines())


def houses() -> list[str]:
    """The profiles of houses that come with the package."""
    return house.names()


def rulebook() -> dict[str, Rule]:
    """Every rule by its code."""
    return rules.catalogue()


def statistics() -> dict[str, Statistic]:
    """Every statistic by its name."""
    return late.stats.catalogue()


def rule_pages(code: str) -> list[str]:
    """What the five rule pages say about that rule, and how houses decide where they disagree."""
    return list(in_words(all_pages().on(code)))


def sample_hands(code: str) -> Iterator[HandResult]:
    """Hands that break that rule, judged; none if it has no sample of its own."""
    samples = sorted(folder("sample_histories").glob(f"*/{code}_*.txt"))  # a text alone cannot break every rule
    return flow.judged(samples[0]) if samples else iter(())
