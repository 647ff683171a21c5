"""Modules that are loaded when a command uses them, for most never do: `late.charts.Chart`.

Type checkers read `late.pyi`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

MODULES = {
    "cells": "rich.cells",
    "charts": "histparse.report.charts",
    "console": "rich.console",
    "ctypes": "ctypes",
    "evidence": "histparse.api.evidence",
    "filter_values": "histparse.stats.filter_values",
    "kinds": "histparse.coach.kinds",
    "luck": "histparse.report.luck",
    "pat_or_break": "histparse.report.charts.pat_or_break",
    "platformdirs": "platformdirs",
    "progress": "rich.progress",
    "row_table": "histparse.cli.row_table",
    "running": "histparse.serve.running",
    "screen": "histparse.cli.screen",
    "strategy": "histparse.report.charts.strategy",
    "text": "rich.text",
    "words": "histparse.audit.words",
}


def __getattr__(name: str) -> ModuleType:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(MODULES[name])
