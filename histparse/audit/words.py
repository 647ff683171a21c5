"""Audit: what tests found, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

import polars as pl

from histparse.audit.chi_square import SUFFICIENT
from histparse.audit.deal_audit import DealAudit
from histparse.audit.play_audit import PlayAudit
from histparse.model.errors import count, quoted

Row = dict[str, Any]
"""A row of `DealAudit.tests`. Any: columns of several types."""


FEW_HANDS = 1000
"""Fewer hands say little, which is said."""
PARTNERS = (
    (300, "partners who spare each other, check it down and raise others between them whenever they can"),
    (1000, "partners who do so in half of their chances"),
)
"""Who is found of pairs with so many hands together, nearly always: see what was measured in docs/audit.md."""
RATIO = 1
"""The least that must be expected for a ratio to tell anything."""


def summarise_deal(audit: DealAudit) -> str:
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


def describe_outcome(row: Row) -> str:
    """Say what a test found: `Ranks of cards dealt: deuces 4,801, expected 4,748, +1.1 % (-2.9 % to +5.1 %), ...`."""
    if row["not_judged"]:
        return f"{row['title']}: not judged, {row['not_judged']}"
    sample = f"in {row['sample']:,} {row['unit']}"
    if not row["expected"]:
        observed = f"{row['counted']}: {row['observed']:,.0f}"
        return f"{row['title']}: {observed} {sample}, where none may be{_format_p_values(row)}"
    figures = f"{row['observed']:,.0f}, expected {format_expected_count(row)}"
    ratio = f", {format_difference(row)}" if format_difference(row) else ""
    return f"{row['title']}: {row['counted']} {figures}{ratio}, {sample}{_format_p_values(row)}"


def format_expected_count(row: Row) -> str:
    """Write how many a fair deal has on average: `1,154`, or `0.01` where it has hardly any."""
    return f"{row['expected']:.1g}" if 0 < row["expected"] < RATIO else _format_short(row["expected"])


def format_difference(row: Row) -> str:
    """Write how far the count is from the expected one, with the 95 % interval; empty where a ratio tells nothing."""
    if row["expected"] < RATIO:
        return ""
    return f"{_signed_percent(row['effect'])} ({_signed_percent(row['low'])} to {_signed_percent(row['high'])})"


def describe_pair_power(play: PlayAudit) -> str:
    """Say whom the tests of play find, and of how many of these pairs; empty: no pair has hands enough."""
    if not play.judged:
        return ""
    power = "; ".join(
        f"with {hands:,} ({play.pairs.filter(pl.col('hands') >= hands).height:,} of these pairs), {partners}"
        for hands, partners in PARTNERS
    )
    return (
        f"In simulated hands nearly all were found who had so many hands together: {power}. Pairs with fewer hands, or "
        "who do less for each other, are mostly not found."
    )


def describe_power(row: Row) -> str:
    """Say what a test would have found: `deuces 5 % rarer would have been found in 13 of 100 such samples; ...`."""
    times = f"in {100 * row['power']:.0f} of 100 such samples"
    more = f"{row['needed']:,} {row['unit']} would find it in 80" if row["needed"] else "no sample would find it in 80"
    return f"{row['fault']} would have been found {times}; {more}"


def describe_noticeable_fault(row: Row) -> str:
    """Say what a test finds in 80 of 100 such samples: `deuces 12 % rarer`."""
    return row["noticed"] or "no such fault of any size"


def report_test(row: Row) -> Iterator[str]:
    """All of it, as it is printed."""
    yield f"{'ALARM  ' if row['found'] else ''}{describe_outcome(row)}"
    if not row["not_judged"]:
        yield f"    {describe_power(row)}"
        yield f"    found in 80 of 100 such samples: {describe_noticeable_fault(row)}"


def report_pair(row: Row) -> Iterator[str]:
    """A pair that was found, as it is printed."""
    pair = f"{quoted(row['first'])} and {quoted(row['second'])}"
    yield f"ALARM  {pair}: {row['title']}, {row['about']}: {describe_pair(row)}"
    if row["hours"]:
        yield f"    {describe_company(row)}."
    yield f"    It may also be innocent: {row['explains']}."
    yield from (f"    {hand}" for hand in row["evidence"])


def describe_pair(row: Row) -> str:
    """Say what a pair did: `` `Ann`: 31 of 80 answers, 12.3 expected, 6.1 standard deviations from ...``."""
    actor = f"{quoted(row['by'])}: " if row["by"] else ""
    counted = f"{row['met']:,} {row['unit']}"
    if row["done"] is not None:
        counted = f"{row['done']:,} of {counted}, {_format_short(row['likely'])} expected"
    deviation = f"{abs(row['z']):.1f} standard deviations from how both play against others"
    p, q = format_p_value(row["p"]), format_p_value(row["q"])
    return f"{actor}{counted}, {deviation}, in {row['hands']:,} hands; p {p}, q {q}"


def describe_company(row: Row) -> str:
    """Say how often a pair shares a table, which accuses nobody."""
    hours = count(row["hours"], "hour")
    return (
        f"They shared a table in {row['shared']:,} of {hours} in which both played and there were two tables or more; "
        f"any two would have in {_format_short(row['any_two'])}"
    )


def _format_p_values(row: Row) -> str:
    return f"; p {format_p_value(row['p'])}, over all tests {format_p_value(row['p_family'])}"


def format_p_value(p: float) -> str:
    """`0.037`: two digits, but no more than five places."""
    if p < 1e-5:
        return "below 0.00001"
    return f"{p:.2f}" if p >= 0.1 else f"{float(f'{p:.2g}'):.5f}".rstrip("0")


def _format_short(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:,.1f}"


def _signed_percent(part: float) -> str:
    return f"{100 * part:+.1f} %" if abs(part) < 10 else f"{100 * part:+,.0f} %"
