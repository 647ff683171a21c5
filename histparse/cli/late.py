"""Modules that are loaded when a command uses them, for most never do: `late.charts.Chart`.

Type checkers read `late.pyi`.
"""

from __future__ import annotations

from histparse.system.late import loader

MODULES = {
    "app": "histparse.cli.app",
    "cells": "rich.cells",
    "charts": "histparse.report.charts",
    "console": "rich.console",
    "ctypes": "ctypes",
    "evidence": "histparse.api.evidence",
    "filters": "histparse.stats.filters",
    "kinds": "histparse.coach.kinds",
    "pat_or_break": "histparse.report.charts.pat_or_break",
    "platformdirs": "platformdirs",
    "progress": "rich.progress",
    "results": "histparse.report.results",
    "row_table": "histparse.cli.row_table",
    "running": "histparse.serve.app",
    "screen": "histparse.cli.screen",
    "strategy": "histparse.report.charts.strategy",
    "text": "rich.text",
    "words": "histparse.audit.words",
}

__getattr__ = loader(__name__, MODULES)
