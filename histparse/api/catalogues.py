"""The Python interface: lists the sites, houses and rules."""

from __future__ import annotations

from histparse import rules
from histparse.model import house
from histparse.model.findings import Rule
from histparse.parsing import coverage
from histparse.parsing.coverage import KnownLine
from histparse.parsing.dialects import dialects


def sites() -> list[str]:
    """The supported sites."""
    return sorted(dialects())


def known_lines() -> list[KnownLine]:
    """The lines of each site's text that are understood, and whether they were seen in real hands."""
    return coverage.known_lines()


def houses() -> list[str]:
    """The profiles of houses that come with the package."""
    return house.names()


def rulebook() -> dict[str, Rule]:
    """Every rule by its code."""
    return rules.catalogue()
