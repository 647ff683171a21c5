"""Step 8, report: the player's report on a terminal, 80 columns wide or more: a summary, then section by section."""

from __future__ import annotations

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from histparse.model.plain import plain
from histparse.report import words
from histparse.report.blocks import Grid, Rates, at_a_glance, blocks
from histparse.report.differences import differences
from histparse.report.model import Report
from histparse.report.results import Result, results
from histparse.report.tables import MARK, grid_table, rate_table, shortened
from histparse.stats.significance import SMALL

WIDEST = 116
"""Tables get no wider than this."""


def show(report: Report, console: Console) -> None:
    """Print the report."""
    width = min(console.width, WIDEST)
    for part in (_head(report), rate_table(at_a_glance(report), report.player, width), _differences(report)):
        console.print(part, width=width)
    for section in report.sections():
        console.print(Rule(Text(section.name.capitalize(), style="bold"), align="left", style="dim"), width=width)
        for block in blocks(report, section):
            console.print(_table(block, report.player, width), width=width)
    console.print(_foot(), width=width)


def _table(block: Rates | Grid, player: str, width: int) -> RenderableType:
    match shortened(block):
        case Rates() as rates:
            return rate_table(rates, player, width)
        case Grid() as grid:
            return grid_table(grid)
        case text:
            return text


def _head(report: Report) -> Panel:
    lines: list[RenderableType] = [
        Text(plain(report.player), style="bold"),
        Text(
            words.played(report.hands, words.days(report.first, report.last, report.zone), report.undated, report.sites)
        ),
        Text(words.beside(report.others_players, report.others_hands), style="dim"),
        *(Text(plain(said)) for said in words.only(report.only)),
        *map(_result, results(report)),
    ]
    return Panel(Group(*lines), box=box.ROUNDED, title="2-7 Triple Draw", title_align="left", padding=(0, 2))


def _result(result: Result) -> Text:
    """Green or red, plus a sign for those who cannot see colours."""
    net = Text(result.net, style="bold green" if result.won else "bold red")
    return Text(f"{result.unit}  ").append_text(net).append(f" in {result.rest}")


def _differences(report: Report) -> Group:
    found = differences(report)
    lines = [Text("Biggest differences", style="bold")]
    for number, one in enumerate(found, 1):
        claim = one.claim[0].upper() + one.claim[1:]
        lines.append(Text(f" {number}. {claim}: ").append(Text(one.proof, style="dim")))
    if not found:
        lines.append(Text(" Nothing sets this player apart from the others beyond what chance explains.", style="dim"))
    return Group(*lines, Text(""))


def _foot() -> Text:
    text = (
        f"{MARK} or dim: small sample, fewer than {SMALL}.  n/N: made of opportunities.  95 %: Wilson interval.  "
        "BB: big bet.  deviation: of 100 hands, in big bets.  `histparse stats` has every definition."
    )
    return Text(text, style="dim")
