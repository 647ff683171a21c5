"""histparse: 2-7 Triple Draw hand histories, read, judged and measured. See docs/python.md.

Everything is loaded when first used: importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from histparse.system.lazy import lazily

__version__ = "0.1.0"

if TYPE_CHECKING:
    from histparse.api.catalogues import houses, rulebook, sites
    from histparse.api.lake import import_into_lake
    from histparse.api.odds import BestDraw, DrawChance, best_draws, draw_chances, equity
    from histparse.api.reading import check, judge, read, read_text
    from histparse.api.report_data import report_data
    from histparse.api.report_files import report_charts, report_html, report_pdf
    from histparse.api.river import RiverAnswer, RiverHand, RiverSpot, solve_river
    from histparse.api.showing import hand_line, hand_text, show
    from histparse.api.simulation import SimulatedHand, simulate_hands
    from histparse.api.statistics import groups, statistics
    from histparse.api.store import Store
    from histparse.judging.hand_result import HandResult
    from histparse.model import cards, events, money, ranking
    from histparse.model.errors import HistparseError
    from histparse.model.findings import Finding, Rule, Severity
    from histparse.model.hand import Hand
    from histparse.model.house import House, HouseError, house
    from histparse.odds.equity import Equity
    from histparse.reader import FileError
    from histparse.report.model import Figures, Report
    from histparse.stats import Filters, Group, Statistic, StatisticsError
    from histparse.store import StoreError, Summary
    from histparse.system.workers import WorkerError
    from histparse.view import HandView
else:
    _LATER = {
        "histparse.api.catalogues": ("houses", "rulebook", "sites"),
        "histparse.api.lake": ("import_into_lake",),
        "histparse.api.odds": ("BestDraw", "DrawChance", "best_draws", "draw_chances", "equity"),
        "histparse.api.reading": ("check", "judge", "read", "read_text"),
        "histparse.api.report_data": ("report_data",),
        "histparse.api.report_files": ("report_charts", "report_html", "report_pdf"),
        "histparse.api.river": ("RiverAnswer", "RiverHand", "RiverSpot", "solve_river"),
        "histparse.api.showing": ("hand_line", "hand_text", "show"),
        "histparse.api.simulation": ("SimulatedHand", "simulate_hands"),
        "histparse.api.statistics": ("groups", "statistics"),
        "histparse.api.store": ("Store",),
        "histparse.judging.hand_result": ("HandResult",),
        "histparse.model": ("cards", "events", "money", "ranking"),
        "histparse.model.errors": ("HistparseError",),
        "histparse.model.findings": ("Finding", "Rule", "Severity"),
        "histparse.model.hand": ("Hand",),
        "histparse.model.house": ("House", "HouseError", "house"),
        "histparse.odds.equity": ("Equity",),
        "histparse.reader": ("FileError",),
        "histparse.report.model": ("Figures", "Report"),
        "histparse.stats": ("Filters", "Group", "Statistic", "StatisticsError"),
        "histparse.store": ("StoreError", "Summary"),
        "histparse.system.workers": ("WorkerError",),
        "histparse.view": ("HandView",),
    }
    __getattr__, __dir__ = lazily(__name__, _LATER)

__all__ = [
    "BestDraw",
    "DrawChance",
    "Equity",
    "Figures",
    "FileError",
    "Filters",
    "Finding",
    "Group",
    "Hand",
    "HandResult",
    "HandView",
    "HistparseError",
    "House",
    "HouseError",
    "Report",
    "RiverAnswer",
    "RiverHand",
    "RiverSpot",
    "Rule",
    "Severity",
    "SimulatedHand",
    "Statistic",
    "StatisticsError",
    "Store",
    "StoreError",
    "Summary",
    "WorkerError",
    "best_draws",
    "cards",
    "check",
    "draw_chances",
    "equity",
    "events",
    "groups",
    "hand_line",
    "hand_text",
    "house",
    "houses",
    "import_into_lake",
    "judge",
    "money",
    "ranking",
    "read",
    "read_text",
    "report_charts",
    "report_data",
    "report_html",
    "report_pdf",
    "rulebook",
    "show",
    "simulate_hands",
    "sites",
    "solve_river",
    "statistics",
]
