"""Modules that are loaded when a command uses them, for most never do: `late.charts.Chart`.

Type checkers read `late.pyi`.
"""

from __future__ import annotations

from histparse.system.late import make_module_getattr

MODULES = {
    "app": "histparse.cli.app",
    "cells": "rich.cells",
    "charts": "histparse.report.charts",
    "console": "rich.console",
    "ctypes": "ctypes",
    "evidence": "histparse.api.evidence",
    "filter_texts": "histparse.stats.filter_texts",
    "hand_maps": "histparse.report.charts.hand_maps",
    "kinds": "histparse.coach.kinds",
    "platformdirs": "platformdirs",
    "progress": "rich.progress",
    "results": "histparse.report.results",
    "running": "histparse.serve.app",
    "screen": "histparse.cli.screen",
    "text": "rich.text",
    "words": "histparse.audit.words",
}

__getattr__ = make_module_getattr(__name__, MODULES)
