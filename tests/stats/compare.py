"""The rows of a statistic as the recount writes them down."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import polars as pl

from histparse.stats import catalogue
from tests.stats.recount.sums import Key, Sums

RECOUNTED_ELSEWHERE = {
    *("hand_number", "hourly", "net_line", "sessions"),
    *("starting_hands", "best_keeps", "starting_hand_actions", "starting_hand_results", "deuces", "draw_luck"),
    "starting_hands_played",
}
"""Statistics that are no sums: test_recount.py and test_card_statistics.py recount each in a way of its own."""
SUMS = {name: statistic for name, statistic in catalogue().items() if name not in RECOUNTED_ELSEWHERE}
"""All others: what is counted for each player adds up to what is counted for all."""
FIGURES: dict[str, tuple[str, ...]] = {
    "aggression_factor": ("wagers", "calls"),
    "average_drawn": ("cards", "draws"),
    "value_to_bluff": ("value", "bluffs"),
    "net": ("hands", "net"),
    "bb100": ("hands", "net"),
    "rake": ("hands", "rake"),
    "showdown_winnings": ("hands", "showdowns", "showdown_net", "other_net", "net"),
}
"""Columns that are added up, where they are not `done` of `chances`."""
WORKED_OUT = {
    *("rate", "factor", "average", "ratio", "rake_bb100", "bb100", "deviation", "error", "low_end", "high_end")
}
"""Columns that follow from those."""


def rows(name: str, frame: pl.DataFrame, label: str = "label") -> dict[str, dict[Key, tuple[Any, ...]]]:
    """By label (the column of that name): the figures of each row, by what it is about."""
    figures = FIGURES.get(name, ("done", "chances"))
    assert {*figures} <= {*frame.columns}, (
        f"analytics/stats/{name}.sql has no columns {' and '.join(figures)}: FIGURES in tests/stats/compare.py says "
        f"which of {', '.join(frame.columns)} are added up, RECOUNTED_ELSEWHERE that none is"
    )
    ends = {"low", "high"} if "rate" in frame.columns else set()
    keys = [c for c in frame.columns if c not in {*figures, *WORKED_OUT, *ends, "label", label}]
    figures_by_label: dict[str, dict[Key, tuple[Any, ...]]] = {}
    for row in frame.rows(named=True):
        key = tuple(row[column] for column in keys)
        assert key not in figures_by_label.setdefault(row[label], {})
        figures_by_label[row[label]][key] = tuple(row[figure] for figure in figures)
    return figures_by_label


def counted(sums: Sums, name: str) -> dict[str, dict[Key, tuple[Any, ...]]]:
    """The recount of a statistic in the same form; parts of the rake are rounded at the end."""
    return {
        label: {key: tuple(map(_whole, row)) for key, row in rows_.items()}
        for (statistic, label), rows_ in sums.items()
        if statistic == name
    }


def _whole(figure: int | Fraction | None) -> int | None:
    """Halves away from zero, as a database rounds."""
    return figure if figure is None or isinstance(figure, int) else int(figure + Fraction(1, 2))
