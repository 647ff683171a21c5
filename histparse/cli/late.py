"""Modules that are loaded when a command uses them, for most never do: `late.charts.Chart`.

Type checkers read `late.pyi`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

MODULES = {
    "words": "histparse.audit.words",
    "cells": "rich.cells",
    "charts": "histparse.report.charts",
    "coaching": "histparse.api.coaching",
    "evidence": "histparse.api.evidence",
    "pat_or_break": "histparse.report.charts.pat_or_break",
    "platformdirs": "platformdirs",
    "console": "rich.console",
    "progress": "rich.progress",
    "text": "rich.text",
    "luck": "histparse.report.luck",
    "row_table": "histparse.cli.row_table",
    "running": "histparse.serve.running",
    "sarif": "histparse.cli.sarif",
    "screen": "histparse.cli.screen",
    "filter_values": "histparse.stats.filter_values",
    "strategy": "histparse.report.charts.strategy",
}


def __getattr__(name: str) -> ModuleType:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(MODULES[name])
