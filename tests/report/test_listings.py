"""From the lines of the page to their hands: commands that list as many as the line says, and short lists."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from datetime import date, datetime
from html import unescape
from pathlib import Path

import pytest

from histparse.report import Figures, Report, gather, scope_of_sections
from histparse.report.blocks import Grid, section_tables
from histparse.report.html.page import hand_list, hand_list_of_row, render_page
from histparse.report.listings import MOST, hands_command
from histparse.report.model import Estimates, Rate, has_rates, pair_rates
from histparse.stats import Filters, catalogue
from histparse.store import Database
from tests.conftest import NIGHTLY
from tests.running import Run
from tests.serve.databases import import_into
from tests.store.filling import BY_HAND

FILTERS = Filters(site="pokerstars", zone="Europe/Berlin", since=date(2009, 1, 1), until=datetime(2030, 1, 1, 12))
COUNTED = (("hands",), ("draws",), ("wagers", "calls"), ("value", "bluffs"))
"""Columns of tables that together say how many rows a figure is made of."""
STRIDE = 3
"""Of many commands every so manieth is run."""


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return import_into(tmp_path_factory.mktemp("listings") / "a.duckdb", *sorted(BY_HAND.glob("by_hand_*.txt")))


@pytest.fixture(scope="module")
def report(db: Path) -> Report:
    with Database(db, read_only=True) as database:
        scope = None if NIGHTLY else scope_of_sections(["draws"])
        return gather(database, "Katja72", filters=FILTERS, scope=scope, estimates=Estimates.NONE)


def listed_rows(command: str, db: Path, run: Run) -> int:
    """How many rows a command of the page lists."""
    program, *words = shlex.split(command)
    code, printed, _ = run(*words, "--db", db, "--format", "json")
    assert (program, code) == ("histparse", 0), command
    return len(json.loads(printed))


def lines(report: Report) -> Iterator[tuple[Figures, Rate]]:
    """Every line with an opportunity."""
    for figures in report.figures.values():
        if has_rates(figures):
            yield from ((figures, rate) for rate in pair_rates(figures) if rate.player.chances)


@pytest.mark.nightly
def test_each_command_lists_as_many_rows_as_its_line_counts(report: Report, db: Path, run: Run) -> None:
    last_lines = {figures.name: (figures, rate) for figures, rate in lines(report)}
    for figures, rate in list(last_lines.values())[::STRIDE]:
        listing = hand_list(report, figures.statistic, rate, figures.by)
        assert listing is not None
        assert listed_rows(listing.command, db, run) == (rate.player.made or rate.player.chances), listing.command


@pytest.mark.nightly
def test_each_row_of_other_figures_has_a_command_that_lists_what_it_adds_up(report: Report, db: Path, run: Run) -> None:
    """A row that says how many hands, draws or acts it has lists as many."""
    tables = (block for section in report.sections() for block in section_tables(report, section))
    grids = [block for block in tables if isinstance(block, Grid)]
    titles, compared = set(), 0
    for grid in grids:
        headings = [heading for heading, _ in grid.headings]
        columns = next((names for names in COUNTED if {*names} <= {*headings}), None)
        for row in [row for row in grid.rows if row.key is not None][:STRIDE]:
            listing = hand_list_of_row(report, grid, row)
            assert listing is not None
            listed = listed_rows(listing.command, db, run)
            titles.add(grid.title)
            if columns:
                counts = [int(row.cells[headings.index(name)].text.replace(",", "")) for name in columns]
                assert listed == sum(counts), listing.command
                compared += 1
        assert not [row for row in grid.rows if row.key is None and hand_list_of_row(report, grid, row)]
    assert titles == {grid.title for grid in grids}
    assert compared >= len(grids)


def test_the_short_list_has_every_hand_of_its_line(report: Report) -> None:
    hands = 0
    for figures, rate in lines(report):
        listing = hand_list(report, figures.statistic, rate, figures.by)
        assert listing is not None
        expected = rate.player.made if not figures.by and rate.player.made <= MOST else 0
        assert len(listing.hands) == expected, listing.command
        hands += expected
    assert hands > (25 if NIGHTLY else 10)


def test_filters_are_options() -> None:
    filters = Filters(tournament=False, hero=True, min_hands=5, stakes="USD 1/2", position="BTN")
    text = hands_command(catalogue()["pat_rate"], {"draw": 2}, "it's me", filters, made=True)
    assert shlex.split(text) == shlex.split(
        "histparse hands --stat pat_rate --of draw=2 --made --player \"it's me\" --stakes 'USD 1/2' --cash"
        " --position BTN --hero --min-hands 5"
    )
    times = hands_command(catalogue()["vpip"], {}, "me", FILTERS, made=False)
    assert "--from 2008-12-31T23:00:00+00:00 --to 2030-01-01T12:00:00+00:00 --tz Europe/Berlin" in times


@pytest.mark.nightly
def test_every_table_and_difference_of_the_page_has_its_commands(report: Report) -> None:
    page = render_page(report)
    assert page.count('<details class="hands">') >= page.count("<table")
    commands = map(unescape, re.findall(r"<code>(histparse hands .*?)</code>", page))
    assert {shlex.split(command)[3] for command in commands} == {
        figures.statistic.name
        for figures in report.figures.values()
        if figures.statistic.chart != "line" and not figures.own.is_empty()
    }
