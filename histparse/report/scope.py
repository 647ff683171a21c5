"""Step 8, report: which statistics a report needs, because only these are counted: a summary, or some sections."""

from __future__ import annotations

from collections.abc import Collection

from histparse.report import results, tables
from histparse.report.leaks import LEAKS
from histparse.report.model import Scope, is_tested
from histparse.stats import Statistic


def summary(statistic: Statistic, group: str) -> bool:
    """What the first screen shows: results, first draws, and all among which it looks for differences."""
    is_needed = statistic.name in results.NEEDED_STATISTICS or (statistic.name, group) in tables.FIRST_DRAWS_NEEDED
    return is_needed or (not group and is_tested(statistic)) or statistic is LEAKS


def sections(names: Collection[str]) -> Scope:
    """Only these sections."""
    return lambda statistic, _group: statistic.section in names
