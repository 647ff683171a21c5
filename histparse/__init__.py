"""histparse: 2-7 Triple Draw hand histories, read, judged and measured. See docs/python.md.

Everything is loaded when first used: importing the package costs nothing. Type checkers read `__init__.pyi`.
"""

from __future__ import annotations

__version__ = "1.0.0"

_NAMES = {
    "histparse.api.anonymising": ("Anonymised", "anonymise"),
    "histparse.api.catalogues": ("houses", "known_lines", "rulebook", "sites", "statistics"),
    "histparse.api.converting": ("convert",),
    "histparse.api.odds": (
        "BestDraw",
        "DrawAnswer",
        "DrawChance",
        "best_draws",
        "draw",
        "draw_chances",
        "equity",
        "pat_or_break",
    ),
    "histparse.api.hand_formats": ("Written", "formats"),
    "histparse.api.importing": ("Sizes", "compact", "retry", "upgrade"),
    "histparse.api.reading": ("check", "doctor", "judge", "read", "read_text"),
    "histparse.api.reporting": ("report_charts", "report_data", "report_html", "report_pdf"),
    "histparse.api.rivers": ("RiverAnswer", "RiverHand", "RiverSpot", "solve_river"),
    "histparse.api.showing": ("hand_html", "hand_line", "hand_text", "replay_hand", "show"),
    "histparse.api.simulation": ("SimulatedHand", "simulate_hands"),
    "histparse.api.store": ("Store",),
    "histparse.api.streets": ("StreetAnswer", "StreetHand", "StreetSpot", "solve_street"),
    "histparse.api.tables": ("to_pandas",),
    "histparse.api.watching": ("FoundFolder", "find_hands_here", "watch_folders"),
    "histparse.audit.deal_audit": ("DealAudit",),
    "histparse.audit.play_audit": ("PlayAudit",),
    "histparse.coach.notes": ("Notes",),
    "histparse.export.contract": ("Given",),
    "histparse.judging.engine": ("HandResult",),
    "histparse.model": ("cards", "events", "money", "ranking"),
    "histparse.model.errors": ("HistparseError",),
    "histparse.model.findings": ("Finding", "Rule", "Severity"),
    "histparse.model.hand": ("Hand",),
    "histparse.model.house": ("House", "HouseError", "house"),
    "histparse.model.tournament": ("TournamentSummary",),
    "histparse.odds.equity": ("Equity",),
    "histparse.odds.keeps": ("Keep", "PatOrBreak"),
    "histparse.odds.counting": ("Share",),
    "histparse.parsing.coverage": ("KnownLine",),
    "histparse.parsing.doctor": ("Diagnosis",),
    "histparse.reader": ("FileError",),
    "histparse.report.model": ("Figures", "Report"),
    "histparse.stats": ("Filters", "Group", "Statistic", "StatisticsError", "groups"),
    "histparse.stats.results": ("Downswing", "Outlook", "Prospects", "Results", "Swings"),
    "histparse.stats.win_rates": ("Prior",),
    "histparse.store": ("StoreError", "Summary"),
    "histparse.store.publishing.published": ("Published",),
    "histparse.store.upkeep.info": ("Info",),
    "histparse.store.upkeep.integrity": ("Check",),
    "histparse.system.workers": ("WorkerError",),
    "histparse.view": ("HandView",),
    "histparse.view.film": ("Film",),
    "histparse.watch.target": ("HandLine",),
}
"""The public names by the modules that they come from; a name may be a module itself."""

_MODULES = {name: module for module, names in _NAMES.items() for name in names}
__all__ = list(_MODULES)


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = member = getattr(__import__(_MODULES[name], fromlist=[name]), name)
    return member


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
