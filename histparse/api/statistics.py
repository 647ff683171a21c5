"""The Python interface: lists the statistics and the ways to group them."""

from __future__ import annotations

from histparse import stats
from histparse.stats import Group, Statistic


def statistics() -> dict[str, Statistic]:
    """Every statistic by its name."""
    return stats.catalogue()


def groups() -> dict[str, Group]:
    """The groups for `by`, by name."""
    return stats.groups()
