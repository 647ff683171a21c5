"""Audit: what tests found, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

from histparse.audit.chi_square import SUFFICIENT
from histparse.audit.deal_audit import DealAudit
from histparse.model.errors import count, quoted

Row = dict[str, Any]
"""A row of `DealAudit.tests`. Any: columns of several types."""


FEW_HANDS = 1000
"""Fewer hands say little, which is said."""
RATIO = 1
"""The least that must be expected for a ratio to tell anything."""


def answer(audit: DealAudit) -> str:
    """Sum up the tests of the deal in a sentence, and say how little few hands tell."""
    power = audit.tests["power"].drop_nulls()
    number = len(power)
    if not number:
        return "Nothing could be tested: these hands are too few."
    if audit.found:
        return f"Alarms: {audit.found} of {count(number, 'test')}."
    verdict = f"No alarm in {count(number, 'test')}."
    half = power.quantile(0.5, "nearest") or 0.0
    if half >= SUFFICIENT:
        return verdict
    return (
        f"{verdict} But these hands are too few to say much: half of the tests would find the fault that they "
        f"look for in at most {ceil(100 * half)} of 100 such samples."
    )


def outcome(row: Row) -> str:
    """Say what a test found: `Ranks of cards dealt: deuces 4,801, expected 4,748, +1.1 % (-2.9 % to +5.1 %), ...`."""
    if row["not_judged"]:
        return f"{row['title']}: not judged, {row['not_judged']}"
    sample = f"in {row['sample']:,} {row['unit']}"
    if not row["expected"]:
        return f"{row['title']}: {row['counted']}: {row['observed']:,.0f} {sample}, where none may be{_chance(row)}"
    figures = f"{row['observed']:,.0f}, expected {expected(row)}"
    ratio = f", {difference(row)}" if difference(row) else ""
    return f"{row['title']}: {row['counted']} {figures}{ratio}, {sample}{_chance(row)}"


def expected(row: Row) -> str:
    """Write how many a fair deal has on average: `1,154`, or `0.01` where it has hardly any."""
    return f"{row['expected']:.1g}" if 0 < row["expected"] < RATIO else _short(row["expected"])


def difference(row: Row) -> str:
    """Write how far the count is from the expected one, with the 95 % interval; empty where a ratio tells nothing."""
    if row["expected"] < RATIO:
        return ""
    return f"{_percent(row['effect'])} ({_percent(row['low'])} to {_percent(row['high'])})"


def power(row: Row) -> str:
    """Say what a test would have found: `deuces 5 % rarer would have been found in 13 of 100 such samples; ...`."""
    times = f"in {100 * row['power']:.0f} of 100 such samples"
    more = f"{row['needed']:,} {row['unit']} would find it in 80" if row["needed"] else "no sample would find it in 80"
    return f"{row['fault']} would have been found {times}; {more}"


def noticed(row: Row) -> str:
    """Say what a test finds in 80 of 100 such samples: `deuces 12 % rarer`."""
    return row["noticed"] or "no such fault of any size"


def lines(row: Row) -> Iterator[str]:
    """All of it, as it is printed."""
    yield f"{'ALARM  ' if row['found'] else ''}{outcome(row)}"
    if not row["not_judged"]:
        yield f"    {power(row)}"
        yield f"    found in 80 of 100 such samples: {noticed(row)}"


def pair_lines(row: Row) -> Iterator[str]:
    """A pair that was found, as it is printed."""
    pair = f"{quoted(row['first'])} and {quoted(row['second'])}"
    yield f"ALARM  {pair}: {row['title']}, {row['about']}: {pair_outcome(row)}"
    if row["hours"]:
        yield f"    {company(row)}."
    yield f"    It may also be innocent: {row['explains']}."
    yield from (f"    {hand}" for hand in row["evidence"])


def pair_outcome(row: Row) -> str:
    """Say what a pair did: `` `Ann`: 31 of 80 answers, 12.3 expected, 6.1 standard deviations from ...``."""
    actor = f"{quoted(row['by'])}: " if row["by"] else ""
    counted = f"{row['met']:,} {row['unit']}"
    if row["done"] is not None:
        counted = f"{row['done']:,} of {counted}, {_short(row['likely'])} expected"
    deviation = f"{abs(row['z']):.1f} standard deviations from how both play against others"
    return f"{actor}{counted}, {deviation}, in {row['hands']:,} hands; p {p_value(row['p'])}, q {p_value(row['q'])}"


def company(row: Row) -> str:
    """Say how often a pair shares a table, which accuses nobody."""
    hours = count(row["hours"], "hour")
    return (
        f"They shared a table in {row['shared']:,} of {hours} in which both played and there were two tables or more; "
        f"any two would have in {_short(row['any_two'])}"
    )


def _chance(row: Row) -> str:
    return f"; p {p_value(row['p'])}, over all tests {p_value(row['p_family'])}"


def p_value(p: float) -> str:
    """`0.037`: two digits, but no more than five places."""
    if p < 1e-5:
        return "below 0.00001"
    return f"{p:.2f}" if p >= 0.1 else f"{float(f'{p:.2g}'):.5f}".rstrip("0")


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:,.1f}"


def _percent(part: float) -> str:
    return f"{100 * part:+.1f} %" if abs(part) < 10 else f"{100 * part:+,.0f} %"
