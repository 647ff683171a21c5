"""Rows as a table, CSV and JSON."""

from __future__ import annotations

import io
import json
import re
from datetime import datetime

import polars as pl
import pytest
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from histparse.cli.row_table import FORMATS
from histparse.cli.screen import Screen

FRAME = pl.DataFrame(
    {
        "label": ["Ann", "=HYPERLINK(1)", "\x1b[31mred"],
        "currency": ["USD", "EUR", "play"],
        "net": [150_050, -5, None],
        "hands": [1200, 0, 3],
        "bb100": [2.345, None, -1.0],
        "played_at": [datetime(2013, 2, 4, 19, 5), None, None],
    }
)
RATES = pl.DataFrame(
    {
        "label": ["Ann", "Bob"],
        "done": [1, 0],
        "chances": [4, 0],
        "rate": [0.25, None],
        "low": [0.046, None],
        "high": [0.699, None],
    }
)


def written(name: str, frame: pl.DataFrame) -> str:
    stream = io.StringIO()
    FORMATS[name](frame, stream)
    return stream.getvalue()


def cells(frame: pl.DataFrame) -> list[list[str]]:
    lines = [line for line in written("table", frame).splitlines() if line.strip()]
    return [line.split() for line in [lines[0], *lines[2:]]]


def test_table_shows_amounts_in_whole_units_and_no_zero_for_nothing() -> None:
    heading, ann, formula, red = cells(FRAME)
    assert heading == ["label", "currency", "net", "hands", "bb100", "played", "at"]
    assert ann == ["Ann", "USD", "$1,500.50", "1,200", "2.35", "2013-02-04", "19:05"]
    assert formula == ["=HYPERLINK(1)", "EUR", "-€0.05", "0", "–", "–"]
    assert red == ["\\x1b[31mred", "play", "–", "3", "-1.00", "–"]


def test_table_shows_a_rate_with_count_and_interval() -> None:
    heading, ann, bob = cells(RATES)
    assert heading == ["label", "rate", "n/N", "95", "%"]
    assert ann == ["Ann", "25.0", "%", "1/4", "4.6–69.9"]
    assert bob == ["Bob", "–", "0/0", "–"]


def test_csv_keeps_figures_and_disarms_formulas() -> None:
    lines = written("csv", FRAME).splitlines()
    assert lines[1] == "Ann,USD,150050,1200,2.345,2013-02-04T19:05:00.000000"
    assert lines[2] == "'=HYPERLINK(1),EUR,-5,0,,"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_csv_is_plain_on_a_terminal_and_exact_elsewhere() -> None:
    screen = Terminal()
    FORMATS["csv"](FRAME, screen)
    assert screen.getvalue().splitlines()[3].startswith("\\x1b[31mred,")
    assert written("csv", FRAME).splitlines()[3].startswith("\x1b[31mred,")


def test_what_was_not_made_plain_before_is_plain_on_the_screen() -> None:
    stream = io.StringIO()
    screen = Screen(stream)
    table = Table("[bold]heading[/]")
    table.add_row(Text("\x9b\u202e a long text"))
    screen.print(Text("\x1b[31m\x85"), Panel(table), sep="\n")
    shown = stream.getvalue()
    assert "\\x1b[31m\\x85\n" in shown
    assert "[bold]heading[/]" in shown
    assert "\\x9b\\u202e" in shown
    assert all(letter.isprintable() or letter == "\n" for letter in shown)


def test_estimated_amounts_are_whole_from_100_on() -> None:
    estimates = {"net_deviation": [9_999.6, 989_949.4], "net_per_hour": [-9_999, -10_050], "net": [-9_999, -10_050]}
    lines = written("table", pl.DataFrame({"currency": ["USD", "USD"]} | estimates)).splitlines()
    assert [line.split()[1:] for line in lines if "USD" in line] == [
        ["$100", "-$99.99", "-$99.99"],
        ["$9,899", "-$100", "-$100.50"],
    ]


def test_json_is_an_array_of_rows() -> None:
    assert json.loads(written("json", RATES)) == RATES.to_dicts()
    assert json.loads(written("json", RATES.clear())) == []


def test_a_narrow_terminal_cuts_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is too wide moves together first; then its lines are longer than the terminal."""
    monkeypatch.setenv("TERM", "dumb")
    names = ["began", "minutes", "hands", "net", "big_bets", "bb100", "low_end", "high_end", "deviation", "hour"]
    values = {name: [-12345.67 - place] for place, name in enumerate(names)}
    for width in (30, 200):
        monkeypatch.setenv("COLUMNS", str(width))
        stream = Terminal()
        FORMATS["table"](pl.DataFrame(values), stream)
        shown = re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue())
        assert [f"{value[0]:,.2f}" for value in values.values() if f"{value[0]:,.2f}" not in shown] == []
        assert max(map(len, shown.splitlines())) <= max(width, 140)
