"""Step 10, serve: a player's report, sent section by section as it is counted."""

from __future__ import annotations

from histparse import statistics
from histparse.report.html.page import report_context
from histparse.report.priced_leaks import LEAKS
from histparse.serve.counting import IncrementalReport
from histparse.serve.hand_addresses import table_link_functions
from histparse.serve.source import PageRequest, PageValues
from histparse.stats.catalogue import SECTIONS

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/report", "Game", "Report", 30, "report.html", True
KEYS = ("player", "section")
LONG = 60
"""The most rows a table may have to be shown unfolded where a section is shown alone."""


def template_values(request: PageRequest) -> PageValues:
    """The report or one section of it; sections are counted when the template comes to them."""
    address, player = request.address, request.player
    with_figures = {LEAKS.section, *(statistic.section for statistic in statistics().values())}
    contents = [name for name in SECTIONS if name in with_figures]
    section = address.require_choice("section", contents, "") if address.get("section") else ""
    counting = IncrementalReport(request)
    sections = counting.section_if_any(section) if section else counting.sections()
    return {
        **report_context(counting.report, sections),
        **({"is_single_section": True, "long": LONG} if section else {}),
        "results": counting.results,
        "scripts": [],
        "contents": contents,
        "section": section,
        "player": player,
        "kept_fields": ("section",),
        **table_link_functions(address, player),
    }
