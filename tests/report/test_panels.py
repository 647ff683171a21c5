"""Panels of sections fill two columns without a hole."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from histparse.report.charts.style import Drawing
from histparse.report.html.panels import Panels, leaves_gap


def drawn(*heights: float) -> Any:
    """Charts of these heights."""
    return [(SimpleNamespace(drawing=Drawing(height, lambda _: None)), None) for height in heights]


def test_a_panel_takes_as_many_rows_as_its_charts_need() -> None:
    panels, charts = Panels(), [(), (3.2, 2.4), (6.3, 3), (5, 4, 3.5, 3.6, 3.6, 3.6)]
    classes = [panels.next_panel_class(drawn(*heights)) for heights in charts]
    assert classes == ["rows-1", "rows-1", "rows-2", "rows-3"]


@pytest.mark.parametrize(("panels_before", "filled"), [((), "across"), (((),), "rows-1"), (((6.3,), ()), "rows-1")])
def test_the_last_panel_fills_what_is_left(panels_before: tuple[tuple[float, ...], ...], filled: str) -> None:
    panels = Panels()
    for heights in panels_before:
        panels.next_panel_class(drawn(*heights))
    assert panels.last_panel_class() == filled


@pytest.mark.parametrize(
    ("heights", "has_gap"), [((), False), ((3,), True), ((3, 3), False), ((6, 3), True), ((6, 3, 3), False)]
)
def test_a_tall_chart_stands_beside_two_others(heights: tuple[float, ...], has_gap: bool) -> None:
    assert leaves_gap(drawn(*heights)) is has_gap
