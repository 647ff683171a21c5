"""The Python interface: what there is - sites, houses, rules."""

from __future__ import annotations

from histparse import rules
from histparse.model import house
from histparse.model.findings import Rule
from histparse.parsing.dialects import dialects


def sites() -> list[str]:
    """The sites whose texts are read."""
    return sorted(dialects())


def houses() -> list[str]:
    """The profiles of houses that come with the package."""
    return house.names()


def rulebook() -> dict[str, Rule]:
    """Every rule by its code."""
    return rules.catalogue()
