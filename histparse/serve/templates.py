"""Step 10, serve: the templates of all pages, those of report and hand among them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment

from histparse.api.statistics import declared
from histparse.report.html.page import STYLES as REPORT_STYLES
from histparse.report.html.page import environment as of_reports
from histparse.serve.files import FILES, SCRIPTS, STYLES
from histparse.view import html as hand
from histparse.view import words as hand_words

HERE = Path(__file__).parent / "templates"


def templates(menu: Iterable[tuple[str, str]], database: str) -> Environment:
    """The templates; `menu` has path and name of each page that stands in it."""
    made = of_reports(HERE)
    made.loader = ChoiceLoader([one.loader for one in (made, hand.environment()) if one.loader])
    globals_: dict[str, Any] = {
        "linked": FILES,
        "menu": list(menu),
        "database": Path(database).name,
        "filters": declared().values(),
        "hand_words": hand_words,
        "short_name": hand.short_name,
        "address_of_player": None,
        "own_styles": STYLES,
        "own_scripts": SCRIPTS,
        "styles": REPORT_STYLES,
        "scripts": [],
        "choices": {},
        "player": None,
        "kept_fields": (),
    }
    made.globals.update(globals_)
    return made
