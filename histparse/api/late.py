"""Modules that are loaded when a method uses them, for most never do: `late.coaching.leaks`.

Type checkers read `late.pyi`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

MODULES = {
    "anonymising": "histparse.api.anonymising",
    "coaching": "histparse.api.coaching",
    "converting": "histparse.api.converting",
    "deal_audit": "histparse.audit.deal_audit",
    "evidence": "histparse.api.evidence",
    "gathering": "histparse.report.gathering",
    "importing": "histparse.api.importing",
    "integrity": "histparse.store.upkeep.integrity",
    "outgoing": "histparse.api.outgoing",
    "play_audit": "histparse.audit.play_audit",
    "publish": "histparse.store.publishing.publish",
    "published": "histparse.store.publishing.published",
    "results": "histparse.stats.results",
    "selected": "histparse.view.selected",
    "view": "histparse.view",
}


def __getattr__(name: str) -> ModuleType:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(MODULES[name])
