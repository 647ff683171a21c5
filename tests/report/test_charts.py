"""What holds for every chart; failures say what to do."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from pkgutil import iter_modules
from xml.etree import ElementTree

import polars as pl
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread
from msgspec.structs import replace

from histparse.report import Report, charts
from histparse.report.charts import style
from histparse.stats.catalogue import SECTIONS

MODULES = [import_module(f"{charts.__name__}.{module.name}").__name__ for module in iter_modules(charts.__path__)]


def file_of(module: str) -> str:
    return module.replace(".", "/") + ".py"


@pytest.mark.parametrize("name", style.PLANS)
def test_a_chart_is_in_a_section(name: str) -> None:
    section, drawings = style.PLANS[name]
    file = file_of(drawings.__module__)
    assert section in SECTIONS, f"{file}: the section of {name} should be one of {', '.join(SECTIONS)}"


@pytest.mark.parametrize("module", [module for module in MODULES if module != style.__name__])
def test_a_module_has_charts(module: str) -> None:
    declared = {drawings.__module__ for _, drawings in style.PLANS.values()}
    assert module in declared, f"{file_of(module)} declares no function to be a `chart`"


def test_a_few_hands_get_no_chart(report: Report) -> None:
    assert charts.charts_if_enough_hands(replace(report, hands=style.FEWEST - 1)) == []
    line = report.figures["net_line"]
    with_one_hand = report.figures | {"net_line": replace(line, own=line.own.head(1))}
    names = [chart.name for chart in charts.charts_if_enough_hands(replace(report, figures=with_one_hand))]
    assert names
    assert not [name for name in names if name.startswith("cumulative")]


def test_axes_say_their_units(report: Report) -> None:
    units = {
        "cumulative_big_bets": "big bets",
        "cumulative_net": "USD",
        "draw_frequencies": "share of the draws reached",
        "draw_luck": "draws",
        "leaks": "BB/100 lost",
        "pat_rates": "share of the draws reached",
        "starting_hands": "BB/100",
    }
    drawings: dict[str, str] = {}
    for chart in charts.charts_if_enough_hands(report):
        for name in units:
            if chart.name.startswith(name):
                drawings[name] = drawings.get(name, "") + charts.render_chart(chart, "svg").decode()
    assert [name for name, drawing in drawings.items() if f">{units[name]}<" not in drawing] == []
    assert len(drawings) > 4


@pytest.mark.nightly
def test_no_letter_of_a_picture_is_cut(hostile: Report) -> None:
    """Nothing is drawn at the edges of the picture."""
    for chart in charts.charts_if_enough_hands(hostile):
        picture = imread(BytesIO(charts.render_chart(chart, "png")))[:, :, :3]
        for edge in (picture[0], picture[-1], picture[:, 0], picture[:, -1]):
            assert edge.min() == 1.0, chart.name


@pytest.mark.nightly
def test_lines_of_the_net_have_the_usual_colours_and_shapes_of_their_own(report: Report) -> None:
    chart = next(chart for chart in charts.charts_if_enough_hands(report) if chart.name == "cumulative_net_USD")
    root = ElementTree.fromstring(charts.render_chart(chart, "svg"))  # noqa: S314 - ours
    shapes = {}
    for colour in (style.TOTAL, style.SHOWDOWN, style.NO_SHOWDOWN):
        marks = [
            element.get("d")
            for element in root.iter("{http://www.w3.org/2000/svg}path")
            if element.get("id") and f"stroke: {colour}" in (element.get("style") or "")
        ]
        shapes[colour] = marks[0]
    assert len(set(shapes.values())) == len(shapes)
    strongest = ["rgb"[max(range(3), key=lambda part: int(colour[2 * part + 1 :][:2], 16))] for colour in shapes]
    assert strongest == ["g", "b", "r"]


def test_figures_of_the_pat_chart_do_not_collide_however_long(report: Report) -> None:
    """All rates alike, so that all points lie beside each other."""
    alike = {"done": 9_998, "chances": 19_999, "rate": 0.5, "low": 0.49, "high": 0.51}
    columns = [pl.lit(figure).alias(name) for name, figure in alike.items()]
    figures_alike = {}
    for name in ("pat_rate", "break_rate"):
        figures = report.figures[name]
        rates = {"own": figures.own.with_columns(columns), "others": figures.others.with_columns(columns)}
        figures_alike[name] = replace(figures, **rates)
    drawn = charts.charts_if_enough_hands(replace(report, figures=report.figures | figures_alike))
    chart = next(chart for chart in drawn if chart.name == "pat_rates")
    with charts.chart_settings():
        figure = Figure(figsize=(style.WIDTH, chart.drawing.height), layout="constrained")
        chart.drawing.draw(figure)
        figure.draw_without_rendering()
        boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    assert len(boxes) > 10
    for place, box in enumerate(boxes):
        assert box.count_overlaps(boxes[place + 1 :]) == 0
