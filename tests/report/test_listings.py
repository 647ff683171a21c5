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

from histparse.cli import app
from histparse.report import Figures, Report, gather, scope_of_sections
from histparse.report.blocks import Grid, section_tables
from histparse.report.html.page import hand_list, hand_list_of_row, render_page
from histparse.report.listings import MOST, hands_command
from histparse.report.model import Estimates, Rate, has_rates, pair_rates
from histparse.stats import Filters, catalogue
from histparse.store import Database
from tests.conftest import NIGHTLY
from tests.store.filling import BY_HAND

FILTERS = Filters(site="pokerstars", zone="Europe/Berlin", since=date(2009, 1, 1), until=datetime(2030, 1, 1, 12))
COUNTED = (("hands",), ("draws",), ("wagers", "calls"), ("value", "bluffs"))
"""Columns of tables that together say how many rows a figure is made of."""
EACH = 3
"""Of many commands every so manieth is run."""


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = str(tmp_path_factory.mktemp("listings") / "a.duckdb")
    samples = sorted(BY_HAND.glob("by_hand_*.txt"))
    assert app.run_command_line(["import", *map(str, samples), "--db", file, "--quiet"]) == 0
    return file


@pytest.fixture(scope="module")
def own(db: str) -> Report:
    with Database(Path(db), read_only=True) as database:
        scope = None if NIGHTLY else scope_of_sections(["draws"])
        return gather(database, "Katja72", filters=FILTERS, scope=scope, estimates=Estimates.NONE)


def lines(report: Report) -> Iterator[tuple[Figures, Rate]]:
    """Every line with an opportunity."""
    for figures in report.figures.values():
        if has_rates(figures):
            yield from ((figures, rate) for rate in pair_rates(figures) if rate.player.chances)


@pytest.mark.nightly
def test_each_command_lists_as_many_rows_as_its_line_counts(
    own: Report, db: str, capsys: pytest.CaptureFixture[str]
) -> None:
    of_each = {figures.name: (figures, rate) for figures, rate in lines(own)}
    for figures, rate in list(of_each.values())[::EACH]:
        found = hand_list(own, figures.statistic, rate, figures.by)
        assert found is not None
        program, *words = shlex.split(found.command)
        capsys.readouterr()
        assert (program, app.run_command_line([*words, "--db", db, "--format", "json"])) == ("histparse", 0)
        assert len(json.loads(capsys.readouterr().out)) == (rate.player.made or rate.player.chances), found.command


@pytest.mark.nightly
def test_each_row_of_other_figures_has_a_command_that_lists_what_it_adds_up(
    own: Report, db: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row that says how many hands, draws or acts it has lists as many."""
    grids = [block for section in own.sections() for block in section_tables(own, section) if isinstance(block, Grid)]
    run, said = set(), 0
    for grid in grids:
        headings = [heading for heading, _ in grid.headings]
        for row in [row for row in grid.rows if row.key is not None][:EACH]:
            found = hand_list_of_row(own, grid, row)
            assert found is not None
            program, *words = shlex.split(found.command)
            capsys.readouterr()
            assert (program, app.run_command_line([*words, "--db", db, "--format", "json"])) == ("histparse", 0), (
                found.command
            )
            listed = len(json.loads(capsys.readouterr().out))
            run.add(grid.title)
            for parts in COUNTED:
                if {*parts} <= {*headings}:
                    counts = [int(row.cells[headings.index(part)].text.replace(",", "")) for part in parts]
                    assert listed == sum(counts), found.command
                    said += 1
                    break
        assert not [row for row in grid.rows if row.key is None and hand_list_of_row(own, grid, row)]
    assert run == {grid.title for grid in grids}
    assert said >= len(grids)


def test_the_short_list_has_every_hand_of_its_line(own: Report) -> None:
    short = 0
    for figures, rate in lines(own):
        found = hand_list(own, figures.statistic, rate, figures.by)
        assert found is not None
        wanted = rate.player.made if not figures.by and rate.player.made <= MOST else 0
        assert len(found.hands) == wanted, found.command
        short += wanted
    assert short > (25 if NIGHTLY else 10)


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
def test_every_table_and_difference_of_the_page_has_its_commands(own: Report) -> None:
    shown = render_page(own)
    assert shown.count('<details class="hands">') >= shown.count("<table")
    commands = {shlex.split(unescape(found))[3] for found in re.findall(r"<code>(histparse hands .*?)</code>", shown)}
    assert commands == {
        figures.statistic.name
        for figures in own.figures.values()
        if figures.statistic.chart != "line" and not figures.own.is_empty()
    }
