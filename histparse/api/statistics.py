"""The Python interface: what can be counted, and by what."""

from __future__ import annotations

from histparse import stats
from histparse.stats import Group, Statistic


def statistics() -> dict[str, Statistic]:
    """Every statistic by its name."""
    return stats.catalogue()


def groups() -> dict[str, Group]:
    """What rows can be grouped `by`, by name."""
    return stats.groups()
