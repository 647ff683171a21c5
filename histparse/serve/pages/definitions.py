"""Step 10, serve: what every figure means, on a page of its own; beside the figures, the same words are tips."""

from __future__ import annotations

from histparse import statistics
from histparse.report.priced_leaks import LEAKS
from histparse.report.results import LUCK, TOURNAMENTS
from histparse.serve.source import PageRequest, PageValues
from histparse.stats.catalogue import SECTIONS

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/definitions", "Game", "Definitions", 36, "definitions.html", False
KEYS = ()


def template_values(request: PageRequest) -> PageValues:  # noqa: ARG001 - as every page's
    """All statistics by the section of the report they are in."""
    listed = [*statistics().values(), LEAKS, LUCK, TOURNAMENTS]
    listed.sort(key=lambda statistic: (statistic.place, statistic.name))
    by_section = {name: [statistic for statistic in listed if statistic.section == name] for name in SECTIONS}
    return {"sections": {name: terms for name, terms in by_section.items() if terms}}
