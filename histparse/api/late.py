"""Modules that are loaded when a method uses them, for most never do: `late.reporting.leaks`.

Type checkers read `late.pyi`.
"""

from __future__ import annotations

from histparse.system.late import make_module_getattr

MODULES = {
    "anonymising": "histparse.api.anonymising",
    "charts": "histparse.report.charts",
    "converting": "histparse.api.converting",
    "coverage": "histparse.parsing.coverage",
    "database": "histparse.store.database.database",
    "deal_audit": "histparse.audit.deal_audit",
    "decision_prices": "histparse.report.decision_prices",
    "dialects": "histparse.parsing.dialects.base",
    "evidence": "histparse.api.evidence",
    "explanation": "histparse.report.explanation",
    "flow": "histparse.flow",
    "gathering": "histparse.report.gathering",
    "hand_formats": "histparse.api.hand_formats",
    "html": "histparse.view.html.page",
    "importer": "histparse.store.importing.importer",
    "importing": "histparse.api.importing",
    "integrity": "histparse.store.upkeep.integrity",
    "judging": "histparse.api.judging",
    "luck": "histparse.report.results",
    "neighbours": "histparse.store.settle.neighbours",
    "notes": "histparse.coach.notes",
    "page": "histparse.report.html.page",
    "play_audit": "histparse.audit.play_audit",
    "publish": "histparse.store.publishing.publish",
    "published": "histparse.store.publishing.published",
    "reporting": "histparse.api.reporting",
    "results": "histparse.stats.results",
    "retry": "histparse.store.upkeep.retry",
    "rule_pages": "histparse.rules.rule_pages",
    "rules": "histparse.rules.registry",
    "selected": "histparse.view.selected",
    "stats": "histparse.stats",
    "store": "histparse.api.store",
    "typesetting": "histparse.report.paper.typesetting",
    "view": "histparse.view",
}

__getattr__ = make_module_getattr(__name__, MODULES)
