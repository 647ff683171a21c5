"""Step 7, report: the player's report as tables on a terminal, 80 columns wide or more."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from histparse.report import words
from histparse.report.figures import SMALL, Report
from histparse.report.rates import Rate, rates
from histparse.report.tables import MARK, plain_table, rate_table

WIDEST = 110
"""Columns beyond which a table only grows apart."""


def show(report: Report, console: Console) -> None:
    """Print the report."""
    width = min(console.width, WIDEST)
    for part in (_head(report), _entry(report, width), _pats(report, width), _draws(report, width), *_results(report)):
        console.print(part, width=width)
    console.print(_foot(), width=width)


def _head(report: Report) -> Panel:
    played = f"{words.count(report.hands, 'hand')}  ·  {_days(report)}  ·  {', '.join(report.sites)}"
    pool = f"beside the pool of {words.count(report.pool_players, 'player')}, {report.pool_hands:,} hands dealt to them"
    lines: list[RenderableType] = [
        Text(words.plain(report.player), style="bold"),
        Text(played),
        Text(pool, style="dim"),
    ]
    lines += [Text(""), *(_net(row) for row in _results_of(report) if row["low"] is None)]
    return Panel(Group(*lines), box=box.ROUNDED, title="2-7 Triple Draw", title_align="left", padding=(0, 2))


def _days(report: Report) -> str:
    first, last = words.day(report.first), words.day(report.last)
    return first if first == last else f"{first} to {last}"


def _net(row: dict[str, Any]) -> Text:
    """`USD  +$12.50 in 240 hands, +2.6 BB/100`: green or red, and the sign for those who do not see it."""
    amount = Text(words.money(row["net"], row["currency"]), style="bold green" if row["net"] > 0 else "bold red")
    rest = f" in {words.count(row['hands'], 'hand')}, {words.signed(row['bb100'])} big bets per 100"
    return Text(f"{words.unit(row['currency'])}  ").append_text(amount).append(rest)


def _entry(report: Report, width: int) -> Table:
    found = [(name, rates(report.figures[name])) for name in ("vpip", "pfr")]
    title = {id(rate): report.figures[name].statistic.title for name, group in found for rate in group}
    pairs = [rate for _, group in found for rate in group]
    return rate_table("Before the first draw", report.player, [pairs], lambda rate: title[id(rate)], width)


def _pats(report: Report, width: int) -> Table:
    pats = rates(report.figures["pat_rate"])
    return rate_table("Stands pat", report.player, [pats], lambda rate: f"{_nth(rate)} draw", width)


def _draws(report: Report, width: int) -> Table:
    groups = [list(group) for _, group in groupby(rates(report.figures["draw_frequency"]), key=_nth)]
    return rate_table("Draws", report.player, groups, _drawn, width)


def _nth(rate: Rate) -> str:
    return words.NTH.get(rate.of.get("draw", 0), "any")


def _drawn(rate: Rate) -> str:
    """`first: pat`, `       1 card`."""
    cards = rate.of.get("drawn")
    if not cards:
        return f"{_nth(rate):<6} pat"
    return f"{'':<6} {cards}"


def _results_of(report: Report) -> list[dict[str, Any]]:
    return report.figures["bb100"].own.to_dicts()


def _results(report: Report) -> list[Table]:
    """Results by stakes, a table for each currency: they are never added together."""
    return [
        _result_table(currency, list(rows))
        for currency, rows in groupby(_results_of(report), lambda row: row["currency"])
    ]


def _result_table(currency: str, rows: list[dict[str, Any]]) -> Table:
    table = plain_table(f"Results in {words.unit(currency)}")
    table.add_column("stakes", min_width=13)
    for heading in ("hands", "net", "BB/100", "95 %", "deviation"):
        table.add_column(heading, justify="right")
    by_stakes = [row for row in rows if row["low"] is not None]
    for row in [*by_stakes, *(row for row in rows if row["low"] is None and len(by_stakes) > 1)]:
        table.add_row(*_result(row, currency))
    return table


def _result(row: dict[str, Any], currency: str) -> tuple[str, ...]:
    mark = MARK if row["hands"] < SMALL else " "
    name = "all stakes" if row["low"] is None else words.stakes(row["low"], row["high"], currency)
    interval = words.NOTHING
    if row["low_end"] is not None:
        interval = f"{words.signed(row['low_end'], 0)} to {words.signed(row['high_end'], 0)}"
    deviation = words.NOTHING if row["deviation"] is None else f"{row['deviation']:,.0f}"
    net = words.money(row["net"], currency)
    return name, f"{row['hands']:,}", net, words.signed(row["bb100"]) + mark, interval, deviation


def _foot() -> Text:
    text = (
        f"{MARK} fewer than {SMALL} chances: says little.  n/N: done of chances.  95 %: Wilson interval.  "
        "BB: big bet.  deviation: of 100 hands, in big bets."
    )
    return Text(text, style="dim")
