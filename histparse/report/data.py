"""Step 8, report: the report as plain data - amounts in 1/100, rates from 0 to 1, times in its zone."""

from __future__ import annotations

from typing import Any

import polars as pl

from histparse.report.differences import Difference, what_to_change, where_they_differ
from histparse.report.model import Figures, Report
from histparse.report.results import totals_by_currency
from histparse.stats.run import unsaid_currencies_to_null
from histparse.stats.verdicts import winning_verdict_of_totals
from histparse.stats.words import UNSAID

LEFT_OUT = frozenset({"figures", "filters", "lists"})
"""Fields given otherwise, or said in words by `only`."""


def report_to_data(report: Report) -> dict[str, Any]:
    """Everything the report shows, and the rows behind its charts."""
    fields = {name: getattr(report, name) for name in report.__struct_fields__ if name not in LEFT_OUT}
    statistics = {name: _figures_to_data(figures) for name, figures in report.figures.items()}
    return fields | {
        "winning": [
            {
                "currency": None if row["currency"] == UNSAID else row["currency"],
                "verdict": winning_verdict_of_totals(row),
            }
            for row in totals_by_currency(report)
        ],
        "change_first": [{"claim": mistake.claim, **mistake.row} for mistake in what_to_change(report)],
        "differences": [_difference_to_data(difference) for difference in where_they_differ(report)],
        "statistics": statistics,
    }


def _figures_to_data(figures: Figures) -> dict[str, Any]:
    statistic = figures.statistic
    texts = {name: getattr(statistic, name) for name in ("section", "definition", "numerator", "denominator")}
    return {
        "title": figures.title,
        **texts,
        "own": _frame_to_rows(figures.own),
        "others": _frame_to_rows(figures.others),
    }


def _frame_to_rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    return unsaid_currencies_to_null(frame.drop("label", strict=False)).to_dicts()


def _difference_to_data(difference: Difference) -> dict[str, Any]:
    return {
        "statistic": difference.figures.name,
        **difference.rate.key,
        "claim": difference.claim,
        "own": difference.rate.player,
        "others": difference.rate.pool,
        "slice": None if difference.slice is None else _difference_to_data(difference.slice),
    }
