"""Step 10, serve: the templates of all pages, those of report and hand among them, and their styles and scripts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from histparse import web
from histparse.report.html.page import SCRIPTS as REPORT_SCRIPTS
from histparse.report.html.page import STYLES as REPORT_STYLES
from histparse.report.html.page import template_environment as report_environment
from histparse.serve.masking import mask_address_players_if_hidden
from histparse.serve.menu import Word
from histparse.stats.words import capitalise
from histparse.view import hand_words
from histparse.view.html import page as hand
from histparse.view.html.steps import short_name
from histparse.web import Asset

FOLDER = Path(__file__).parent
FILES = "/files"
"""The address of styles and scripts."""
STYLES, SCRIPTS = (
    [web.load_asset(FOLDER / "look" / name) for name in names]
    for names in (
        ("serve.css", "pictures.css", "home.css", "tags.css"),
        ("filters.js", "saved.js", "home.js", "rows.js", "tags.js", "copies.js"),
    )
)
ASSET_LISTS = (STYLES, SCRIPTS, REPORT_STYLES, REPORT_SCRIPTS, hand.STYLES, hand.SCRIPTS)


@pass_context
def _sentence_to_html(context: Context, text: str) -> Markup:
    """A sentence with a capital and its quotations as a page shows them, and names only if the page shows any."""
    if context.get("address"):
        text = mask_address_players_if_hidden(text, context["address"], context.get("player"))
    return web.quotations_to_html(capitalise(text))


@cache
def assets_by_name() -> dict[str, Asset]:
    """All styles and scripts by name; no path of an address ever reaches the disk."""
    return {asset.name: asset for asset in [web.LOOK, web.KEYS, *(asset for listed in ASSET_LISTS for asset in listed)]}


def template_environment(bar: tuple[Word, ...], database_path: str, form_token: str) -> Environment:
    """The templates; `form_token` is for their forms."""
    environment = report_environment(FOLDER / "templates")
    environment.loader = ChoiceLoader(
        [source.loader for source in (environment, hand.template_environment()) if source.loader]
    )
    environment.globals.update(
        linked=FILES,
        bar=bar,
        database=Path(database_path).name,
        token=form_token,
        hand_words=hand_words,
        short_name=short_name,
        address_of_player=None,
        notes_of_player=None,
        own_styles=STYLES,
        styles=REPORT_STYLES,
        scripts=[],
        choices={},
        player=None,
        person=None,
        current_word=None,
        kept_fields=(),
        mask=str,
    )
    environment.filters["sentence"] = _sentence_to_html
    return environment
