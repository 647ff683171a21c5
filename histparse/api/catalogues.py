"""The Python interface: lists the sites, houses and rules."""

from __future__ import annotations

from histparse import rules
from histparse.model import house
from histparse.model.findings import Rule
from histparse.parsing.dialects import dialects


def sites() -> list[str]:
    """The supported sites."""
    return sorted(dialects())


def houses() -> list[str]:
    """The profiles of houses that come with the package."""
    return house.names()


def rulebook() -> dict[str, Rule]:
    """Every rule by its code."""
    return rules.catalogue()
