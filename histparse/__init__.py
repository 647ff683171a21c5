"""histparse: 2-7 Triple Draw hand histories, read, judged and measured. See docs/python.md.

Everything is loaded when first used: importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from histparse.system.lazy import lazily

__version__ = "1.0.0"

if TYPE_CHECKING:
    from histparse.api.anonymising import Anonymised, anonymise
    from histparse.api.catalogues import houses, known_lines, rulebook, sites
    from histparse.api.converting import convert
    from histparse.api.lake import import_into_lake
    from histparse.api.odds import (
        BestDraw,
        DrawAnswer,
        DrawChance,
        best_draws,
        draw,
        draw_chances,
        equity,
        pat_or_break,
    )
    from histparse.api.outgoing import Written, formats
    from histparse.api.reading import check, doctor, judge, read, read_text
    from histparse.api.reporting import report_charts, report_data, report_html, report_pdf
    from histparse.api.river import RiverAnswer, RiverHand, RiverSpot, solve_river
    from histparse.api.showing import hand_html, hand_line, hand_text, replay_hand, show
    from histparse.api.simulation import SimulatedHand, simulate_hands
    from histparse.api.starting import FoundFolder, find_hands_here
    from histparse.api.statistics import groups, statistics
    from histparse.api.store import Store
    from histparse.api.tables import to_pandas
    from histparse.api.upkeep import Sizes, compact, retry, upgrade
    from histparse.api.watching import watch_folders
    from histparse.coach.notes import Notes
    from histparse.export.missing_details import Given
    from histparse.judging.hand_result import HandResult
    from histparse.model import cards, events, money, ranking
    from histparse.model.errors import HistparseError
    from histparse.model.findings import Finding, Rule, Severity
    from histparse.model.hand import Hand
    from histparse.model.house import House, HouseError, house
    from histparse.model.tournament import TournamentSummary
    from histparse.odds.equity import Equity
    from histparse.odds.keeps import Keep
    from histparse.odds.pat_or_break import PatOrBreak
    from histparse.odds.shares import Share
    from histparse.parsing.coverage import KnownLine
    from histparse.parsing.doctor import Diagnosis
    from histparse.reader import FileError
    from histparse.report.model import Figures, Report
    from histparse.stats import Filters, Group, Statistic, StatisticsError
    from histparse.stats.results import Outlook, Results
    from histparse.stats.swings import Downswing, Swings
    from histparse.store import StoreError, Summary
    from histparse.store.upkeep.info import Info
    from histparse.store.upkeep.integrity import Check
    from histparse.system.workers import WorkerError
    from histparse.view import HandView
    from histparse.view.film import Film
    from histparse.watch.hands import HandLine
else:
    _LATER = {
        "histparse.api.anonymising": ("Anonymised", "anonymise"),
        "histparse.api.catalogues": ("houses", "known_lines", "rulebook", "sites"),
        "histparse.api.converting": ("convert",),
        "histparse.api.lake": ("import_into_lake",),
        "histparse.api.odds": (
            *("BestDraw", "DrawAnswer", "DrawChance", "best_draws", "draw", "draw_chances", "equity", "pat_or_break"),
        ),
        "histparse.api.outgoing": ("Written", "formats"),
        "histparse.api.tables": ("to_pandas",),
        "histparse.api.reading": ("check", "doctor", "judge", "read", "read_text"),
        "histparse.api.reporting": ("report_charts", "report_data", "report_html", "report_pdf"),
        "histparse.api.river": ("RiverAnswer", "RiverHand", "RiverSpot", "solve_river"),
        "histparse.api.showing": ("hand_html", "hand_line", "hand_text", "replay_hand", "show"),
        "histparse.api.simulation": ("SimulatedHand", "simulate_hands"),
        "histparse.api.starting": ("FoundFolder", "find_hands_here"),
        "histparse.api.statistics": ("groups", "statistics"),
        "histparse.api.store": ("Store",),
        "histparse.api.upkeep": ("Sizes", "compact", "retry", "upgrade"),
        "histparse.api.watching": ("watch_folders",),
        "histparse.coach.notes": ("Notes",),
        "histparse.judging.hand_result": ("HandResult",),
        "histparse.model": ("cards", "events", "money", "ranking"),
        "histparse.export.missing_details": ("Given",),
        "histparse.model.errors": ("HistparseError",),
        "histparse.model.findings": ("Finding", "Rule", "Severity"),
        "histparse.model.hand": ("Hand",),
        "histparse.model.tournament": ("TournamentSummary",),
        "histparse.model.house": ("House", "HouseError", "house"),
        "histparse.odds.equity": ("Equity",),
        "histparse.parsing.coverage": ("KnownLine",),
        "histparse.parsing.doctor": ("Diagnosis",),
        "histparse.odds.keeps": ("Keep",),
        "histparse.odds.pat_or_break": ("PatOrBreak",),
        "histparse.odds.shares": ("Share",),
        "histparse.reader": ("FileError",),
        "histparse.report.model": ("Figures", "Report"),
        "histparse.stats": ("Filters", "Group", "Statistic", "StatisticsError"),
        "histparse.stats.results": ("Outlook", "Results"),
        "histparse.stats.swings": ("Downswing", "Swings"),
        "histparse.store": ("StoreError", "Summary"),
        "histparse.store.upkeep.info": ("Info",),
        "histparse.store.upkeep.integrity": ("Check",),
        "histparse.system.workers": ("WorkerError",),
        "histparse.view": ("HandView",),
        "histparse.view.film": ("Film",),
        "histparse.watch.hands": ("HandLine",),
    }
    __getattr__, __dir__ = lazily(__name__, _LATER)

__all__ = [
    "Anonymised",
    "BestDraw",
    "Check",
    "Diagnosis",
    "Downswing",
    "DrawAnswer",
    "DrawChance",
    "Equity",
    "Figures",
    "FileError",
    "Film",
    "Filters",
    "Finding",
    "FoundFolder",
    "Given",
    "Group",
    "Hand",
    "HandLine",
    "HandResult",
    "HandView",
    "HistparseError",
    "House",
    "HouseError",
    "Info",
    "Keep",
    "KnownLine",
    "Notes",
    "Outlook",
    "PatOrBreak",
    "Report",
    "Results",
    "RiverAnswer",
    "RiverHand",
    "RiverSpot",
    "Rule",
    "Severity",
    "Share",
    "SimulatedHand",
    "Sizes",
    "Statistic",
    "StatisticsError",
    "Store",
    "StoreError",
    "Summary",
    "Swings",
    "TournamentSummary",
    "WorkerError",
    "Written",
    "anonymise",
    "best_draws",
    "cards",
    "check",
    "compact",
    "convert",
    "doctor",
    "draw",
    "draw_chances",
    "equity",
    "events",
    "find_hands_here",
    "formats",
    "groups",
    "hand_html",
    "hand_line",
    "hand_text",
    "house",
    "houses",
    "import_into_lake",
    "judge",
    "known_lines",
    "money",
    "pat_or_break",
    "ranking",
    "read",
    "read_text",
    "replay_hand",
    "report_charts",
    "report_data",
    "report_html",
    "report_pdf",
    "retry",
    "rulebook",
    "show",
    "simulate_hands",
    "sites",
    "solve_river",
    "statistics",
    "to_pandas",
    "upgrade",
    "watch_folders",
]
