"""Step 8, report: the player's report on a terminal, 80 columns wide or more: a summary, then section by section.

Only the statistics that it shows are counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from rich import box
from rich.console import Console, ConsoleDimensions, Group, RenderableType
from rich.measure import Measurement
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from histparse.model.errors import escape_unprintable
from histparse.report.blocks import Grid, Rates, section_tables, summary_rates
from histparse.report.differences import Difference, Mistake, what_to_change, where_they_differ
from histparse.report.model import Report, Scope, Section, is_tested
from histparse.report.priced_leaks import LEAKS
from histparse.report.results import NEEDED_STATISTICS, Result, worded_results_by_currency
from histparse.report.tables import FIRST_DRAWS_NEEDED, MARK, first_draws_table, grid_table, rate_table, shorten_table
from histparse.stats import Statistic, catalogue, words
from histparse.stats.catalogue import SECTIONS
from histparse.stats.significance import SMALL

WIDEST = 116
"""Tables get no wider than this."""
NARROWEST = 80
"""Nor narrower than this."""


def print_report(report: Report, console: Console) -> None:
    """Print the whole report."""
    _print_parts(console, _head_panel(report), _summary_rates_table(report, console), _claim_lists(report))
    for section in report.sections():
        _print_section(report, section, console)
    _print_parts(console, _footnote())


def print_summary(report: Report, console: Console) -> None:
    """Print what matters most: results, the most important rates, draws, differences, and how to see the rest."""
    _print_parts(
        console,
        _head_panel(report),
        _summary_rates_table(report, console),
        first_draws_table(report),
        _claim_lists(report),
        _sections_hint(),
    )


def print_sections(report: Report, names: Iterable[str], console: Console) -> None:
    """Print the sections of these names, in the order of the report."""
    wanted = set(names)
    for section in report.sections():
        if section.name in wanted:
            _print_section(report, section, console)
    _print_parts(console, _footnote())


def _print_section(report: Report, section: Section, console: Console) -> None:
    title = Text(section.name.capitalize(), style="bold")
    tables = (_block_table(block, report.player, _report_width(console)) for block in section_tables(report, section))
    _print_parts(console, Rule(title, align="left", style="dim"), *tables)


def _print_parts(console: Console, *parts: RenderableType) -> None:
    """Print the parts; a table whose figures need more room than there is gets it, because figures are never cut."""
    for part in parts:
        room = _report_width(console)
        if isinstance(part, Table):
            unbounded = console.options.update(max_width=WIDEST * 10)
            room = max(room, Measurement.get(console, unbounded, part).minimum)
        if room > console.width:
            console.size = ConsoleDimensions(room, console.height)
        console.print(part, width=room, crop=False)


def _report_width(console: Console) -> int:
    """The width of the report: narrower terminals wrap its lines."""
    return min(max(console.width, NARROWEST), WIDEST)


def _summary_rates_table(report: Report, console: Console) -> Table:
    return rate_table(summary_rates(report), report.player, _report_width(console))


def _sections_hint() -> Text:
    sections = {LEAKS.section, *(statistic.section for statistic in catalogue().values())}
    names = ", ".join(section for section in SECTIONS if section in sections)
    return Text(f"--full shows everything, --section NAME one of: {names}.", style="dim")


def _block_table(block: Rates | Grid, player: str, width: int) -> RenderableType:
    shown = shorten_table(block)
    if isinstance(shown, Rates):
        return rate_table(shown, player, width)
    return grid_table(shown, width) if isinstance(shown, Grid) else shown


def _head_panel(report: Report) -> Panel:
    lines: list[RenderableType] = [
        Text(escape_unprintable(report.player), style="bold"),
        Text(
            words.hands_played_line(
                report.hands, words.date_range(report.first, report.last, report.zone), report.undated, report.sites
            )
        ),
        Text(words.opponents_line(report.others_players, report.others_hands), style="dim"),
        *(Text(escape_unprintable(sentence)) for sentence in words.filters_line(report.only)),
        *([Text(report.untold, style="dim")] if report.untold else []),
        *(line for result in worded_results_by_currency(report) for line in _result_lines(result)),
    ]
    return Panel(Group(*lines), box=box.ROUNDED, title="2-7 Triple Draw", title_align="left", padding=(0, 2))


def _result_lines(result: Result) -> Iterator[Text]:
    """Green or red, plus a sign for those who cannot see colours."""
    net = Text(result.net, style="bold green" if result.is_won else "bold red")
    yield Text(f"{result.unit}  ").append_text(net).append(f" in {result.rest}")
    yield Text("     winning: ").append(result.winning, style="bold")
    if result.luck:
        yield Text(f"     {result.luck}", style="dim")


def _claim_lists(report: Report) -> Group:
    """List what to change first, if anything is known to cost something, and where the player differs."""
    no_difference = Text(" This player plays like their opponents so far.", style="dim")
    costs, differences = what_to_change(report), where_they_differ(report)
    changes = Group(Text(words.CHANGE_FIRST, style="bold"), _numbered_list(costs)) if costs else Group()
    return Group(
        changes, Text(words.DIFFERENCES, style="bold"), _numbered_list(differences) if differences else no_difference
    )


def _numbered_list(claims: Iterable[Mistake | Difference]) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    for number, claim in enumerate(claims, 1):
        table.add_row(f" {number}.", Text(f"{words.capitalise(claim.claim)}: ").append(Text(claim.proof, style="dim")))
    return table


def _footnote() -> Text:
    text = (
        f"{MARK} or dim: small sample, fewer than {SMALL}.  n/N: made, of chances.  95 %: Wilson interval.  "
        "BB: big bet.  deviation: of 100 hands, in big bets.  `histparse stats --definitions` explains every term."
    )
    return Text(text, style="dim")


# --- what is counted --------------------------------------------------------------------------------------------------


def is_in_summary(statistic: Statistic, group: str) -> bool:
    """Whether the first screen needs it: results, first draws, and all among which it looks for differences."""
    is_needed = statistic.name in NEEDED_STATISTICS or (statistic.name, group) in FIRST_DRAWS_NEEDED
    return is_needed or (not group and is_tested(statistic)) or statistic is LEAKS


def scope_of_sections(names: Collection[str]) -> Scope:
    """Only these sections."""
    return lambda statistic, _group: statistic.section in names
