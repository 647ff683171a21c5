"""Step 10, serve: style sheets and scripts, by name; no path of an address ever reaches the disk."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from histparse import web
from histparse.report.html.page import SCRIPTS as REPORT_SCRIPTS
from histparse.report.html.page import STYLES as REPORT_STYLES
from histparse.view import html as hand
from histparse.web import Asset

FILES = "/files"
LOOK = Path(__file__).parent / "look"
STYLES, SCRIPTS = ([web.asset(LOOK / f"serve.{kind}")] for kind in ("css", "js"))
EVERY = (STYLES, SCRIPTS, REPORT_STYLES, REPORT_SCRIPTS, hand.STYLES, hand.SCRIPTS)


@cache
def assets() -> dict[str, Asset]:
    """All of them."""
    return {one.name: one for one in [web.LOOK, *(one for part in EVERY for one in part)]}
