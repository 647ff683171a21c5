"""What holds for every chart; failures say what to do."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import pytest

from histparse.report import charts
from histparse.stats.catalogue import SECTIONS

MODULES = [import_module(f"{charts.__name__}.{found.name}") for found in iter_modules(charts.__path__)]
CHARTS = [module for module in MODULES if hasattr(module, "drawings") or hasattr(module, "SECTION")]


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.__name__.rpartition(".")[2])
def test_a_chart_has_its_section_and_its_drawings(chart: ModuleType) -> None:
    file = chart.__name__.replace(".", "/") + ".py"
    assert getattr(chart, "SECTION", "") in SECTIONS, f"{file}: SECTION should be one of {', '.join(SECTIONS)}"
    assert callable(getattr(chart, "drawings", None)), f"{file} has no function `drawings` that gives what is drawn"
