"""The Python interface: a report in its forms, what mistakes cost, and the luck of a hand."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import polars as pl

from histparse.api import late
from histparse.coach.decisions import COLUMNS, all_mistakes_worst_first
from histparse.coach.kinds import ALL_KINDS, NAMES
from histparse.model.errors import suggest_names
from histparse.report import Report, report_to_data
from histparse.report.priced_leaks import leaks_by_currency
from histparse.report.results import known_hands_luckiest_first
from histparse.stats import Filters, StatisticsError
from histparse.stats.players import find_player
from histparse.stats.run import ALL
from histparse.store import Database


def report_data(report: Report) -> dict[str, Any]:
    """Everything the report shows as plain data: amounts in 1/100, rates from 0 to 1, times in its zone."""
    return report_to_data(report)


def report_html(report: Report, *, full: bool = False) -> str:
    """One self-contained web page; `full`: with its tables and definitions unfolded."""
    return late.page.render_page(report, full=full)


def report_pdf(report: Report, *, full: bool = False) -> bytes:
    """A PDF on pages of A4: the charts and the first table of every section, or in full all tables."""
    return late.typesetting.typeset_report(report, full=full)


def report_charts(report: Report, kind: Literal["png", "svg"] = "svg") -> dict[str, bytes]:
    """The charts by name, as files of that kind; one with nothing to draw is left out."""
    return late.charts.render_charts(report, kind)


def render_bytes_by_path(report: Report, kind: str, target: Path, *, full: bool = False) -> dict[Path, bytes]:
    """Render a report: a page (`html`) or a PDF at the target, or a folder of charts (`png`, `svg`) there."""
    match kind:
        case "html":
            return {target: report_html(report, full=full).encode()}
        case "pdf":
            return {target: report_pdf(report, full=full)}
        case "png" | "svg":
            return {target / f"{name}.{kind}": content for name, content in report_charts(report, kind).items()}
    raise ValueError(kind)


HERO_OF = """
    SELECT player FROM seats JOIN hands USING (hand_key)
    WHERE site = ? AND hand_id = ? AND seats.hero AND player = hands.hero
"""


def price_leaks_by_currency(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each currency and kind of mistake, its price in big bets per 100 hands: see `leaks_to_rows`.

    The currency of most hands comes first. Raises StatisticsError.
    """
    return pl.concat(leaks.leak_rows_by_kind() for leaks in leaks_by_currency(database, player, filters))


def list_leak_mistakes(database: Database, player: str, leak: str, filters: Filters) -> pl.DataFrame:
    """A row for each mistake of that kind, or of `all`, currency by currency, the worst first.

    See `list_mistakes_with_details`. Raises StatisticsError.
    """
    if leak not in {*NAMES, ALL_KINDS}:
        raise StatisticsError(suggest_names("leak", leak, [*NAMES, ALL_KINDS]))
    by_currency = [leaks.listed_mistakes_by_kind() for leaks in leaks_by_currency(database, player, filters)]
    if leak != ALL_KINDS:
        return pl.concat(decisions[leak].select(COLUMNS) for decisions in by_currency)
    return pl.concat(all_mistakes_worst_first(decisions).select("leak", *COLUMNS) for decisions in by_currency)


def hero_luck_in_hand(database: Database, site: str, hand_id: str) -> float | None:
    """Return what the hero's cards brought in the hand beyond the average, in big bets; None: nothing tells."""
    heroes = database.connection.execute(HERO_OF, [site, hand_id]).fetchall()
    if not heroes:
        return None
    player = find_player(database, f"{site}:{heroes[0][0]}")
    with suppress(StatisticsError):  # too few hands
        for luck in known_hands_luckiest_first(database, player, ALL).filter(pl.col("hand_id") == hand_id)["luck"]:
            return float(luck)
    return None
