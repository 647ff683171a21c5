"""Tables on narrow terminals: every figure of a wide one is there whole, whatever the command."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import chdir
from datetime import datetime
from io import StringIO
from pathlib import Path

import polars as pl
import pytest
from rich.cells import cell_len
from rich.measure import Measurement

from histparse import statistics
from histparse.cli.printing import wrap_line
from histparse.cli.row_table import UNEQUAL, write_table
from histparse.cli.screen import Column, RuledTable, Screen, share_width
from histparse.simulate import Settings, Stakes
from tests.cli.commands import Printed, import_by_command, write_session
from tests.conftest import SOAK
from tests.samples import FOLDER

pytestmark = pytest.mark.usefixtures("counted_once")


HAND = FOLDER / "pokerstars" / "by_hand_heads_up_snow.txt"
WIDE = 400
"""Columns in which every table has room."""
NARROW = (80, 60) if SOAK else (60,)
OF_THE_DATABASE = (
    "players",
    "sessions Hero",
    "stats net --player Hero",
    "stats bb100 --player Hero",
    "stats best_keeps --player Hero",
    "stats draw_luck --player Hero",
    "stats --player Hero",
    "compare Hero Nils72",
    "hands --player Hero --limit 8",
    "hands --stat draw_luck --player Hero --limit 8",
    "hands --stat pat_rate --player Hero --limit 8",
    "report Hero",
    "report Hero --section results",
    "db info",
    "db findings",
)
WITHOUT_DATABASE = (
    "equity J8653 2347",
    "equity 2347",
    "rules",
    "rules BET02",
    "stats --definitions",
)
TOO_WIDE = {"sessions", "hourly"}
"""Statistics with more figures than 80 columns have room for at such stakes: ten and eleven in a row.

The command `sessions` leaves out whose they are.
"""
_ESCAPES = re.compile(r"\x1b\[[\d;]*m")
_SCALE = re.compile(r"[-+]\d+")
"""Where there is room a report has strips, with a scale."""


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hands for large amounts, and some with findings."""
    folder = tmp_path_factory.mktemp("widths")
    write_session(folder / "session.txt", Settings(hands=120, seed=4, stakes=(Stakes(100_000, 200_000, 50_000),)))
    with chdir(folder):  # a short path, on every machine
        return import_by_command(
            folder / "poker.duckdb", Path("session.txt"), *sorted((FOLDER / "illegal").glob("BET*"))
        )


OnTerminal = Callable[..., str]


@pytest.fixture
def on_terminal(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> OnTerminal:
    """Runs a command line on a terminal of so many columns: what it prints."""

    def call(width: int, *words: str | Path) -> str:
        for name, value in {"TTY_COMPATIBLE": "1", "COLUMNS": str(width), "NO_COLOR": "1"}.items():
            monkeypatch.setenv(name, value)
        return _ESCAPES.sub("", printed(*words))

    return call


def figures(text: str, *, is_report: bool) -> Counter[str]:
    """Every word with a digit, and how often it is there."""
    words = Counter(word for word in text.split() if re.search(r"\d", word))
    return Counter({word: n for word, n in words.items() if not (is_report and _SCALE.fullmatch(word))})


@pytest.mark.nightly(1)
@pytest.mark.soak(7)
@pytest.mark.parametrize("line", [*OF_THE_DATABASE, *WITHOUT_DATABASE])
def test_no_figure_is_cut(on_terminal: OnTerminal, db: Path, line: str) -> None:
    words = line.split() if line in WITHOUT_DATABASE else [*line.split(), "--db", str(db)]
    is_report = line.startswith("report")
    wide = on_terminal(WIDE, *words)
    all_figures = figures(wide, is_report=is_report)
    assert all_figures
    for width in NARROW:
        narrow = on_terminal(width, *words)
        assert figures(narrow, is_report=is_report) == all_figures, narrow
        assert "…" not in narrow


def test_a_hand_on_one_line_is_one_line(on_terminal: OnTerminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.__stdout__", sys.stdout)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    shown = on_terminal(60, "show", f"{HAND}:1", "--oneline")
    assert (shown.count("\n"), len(shown) > 120) == (1, True)


@pytest.mark.nightly
def test_only_what_differs_is_marked(on_terminal: OnTerminal, db: Path) -> None:
    words = ["compare", "Hero", "Nils72", "--db", db]
    for line in (words, [*words, "--differing"])[: 1 + SOAK]:
        shown = on_terminal(80, *line).replace("Nothing differs", "")
        assert "differs" not in shown


def test_long_names_of_players_are_broken_after_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "80")
    number, player = "168028547990-32e42883b3eb", "pokerstars:snow.white"
    figures = {name: [12_345, -54_321] for name in ("pot", "net", "line")}
    rows = {
        "hand_id": [number, "1"],
        "started_at": [datetime(2023, 6, 25), datetime(2023, 6, 24)],
        "player": [player, "Ann"],
        **figures,
    }
    stream = StringIO()
    write_table(pl.DataFrame(rows), stream)
    lines = _ESCAPES.sub("", stream.getvalue()).splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split() for line in lines[-3:-1]] == [
        [number, "2023-06-25", "00:00", "pokerstars:", *["12,345"] * 3],
        ["snow.white"],
    ]


def test_lists_of_hands_fit_80_columns(on_terminal: OnTerminal, db: Path) -> None:
    """What all rows say alike stands above them; of the other words those are left out that are missed least."""
    words = ["hands", "--player", "Hero"]
    shown = on_terminal(80, *words, "--db", db)
    assert max(map(len, shown.splitlines())) <= 80
    assert "site pokerstars; " in shown
    wide = on_terminal(WIDE, *words, "--db", db)
    assert "site pokerstars; " not in wide
    assert "No room for" not in wide


@pytest.mark.nightly(4)
@pytest.mark.soak(12)
@pytest.mark.parametrize("line", ["sessions", "stats", *(f"stats {name}" for name in statistics())])
def test_sessions_and_statistics_fit_80_columns(on_terminal: OnTerminal, db: Path, line: str) -> None:
    shown = on_terminal(80, *line.split(), "--player", "Hero", "--db", db)
    assert max(map(cell_len, shown.splitlines())) <= 80 or TOO_WIDE & {*line.split()[1:]}


def test_hours_fit_80_columns_at_usual_stakes(on_terminal: OnTerminal, tmp_path: Path) -> None:
    settings = Settings(hands=120, seed=4, stakes=(Stakes(2_000, 4_000, 1_000),))
    db = import_by_command(tmp_path / "poker.duckdb", write_session(tmp_path / "session.txt", settings))
    shown = on_terminal(80, "stats", "hourly", "--player", "Hero", "--db", db)
    assert max(map(cell_len, shown.splitlines())) <= 80


def test_what_rows_have_in_common_stands_once_above_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "20")
    rows = {"player": ["Ann", "Bob", "Bob", "Ann"], "currency": ["EUR", "EUR", "USD", "USD"], "hands": [1, 2, 3, 4]}
    stream = StringIO()
    write_table(pl.DataFrame(rows), stream)
    words = _ESCAPES.sub("", stream.getvalue()).partition("─ ")[2].split()
    assert words == ["EUR", "Ann", "1", "Bob", "2", "USD", "Bob", "3", "Ann", "4"]


@pytest.mark.parametrize(("bb100", "is_told"), [(-2.5, True), (2.5, False)])
def test_a_table_explains_money_and_big_bets_of_another_sign(bb100: float, is_told: bool) -> None:
    stream = StringIO()
    write_table(pl.DataFrame({"currency": ["EUR"], "net": [100], "bb100": [bb100]}), stream)
    assert (UNEQUAL in " ".join(stream.getvalue().split())) is is_told


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("Short words only.", ["Short words only."]),
        ("One two three four five six", ["One two three four", "five six"]),
        ("  name  one two three four", ["  name  one two", "        three four"]),
        ("The hands: histparse leaks Hero --db x", ["The hands:", "histparse leaks Hero --db x"]),
        ("there is no `a b c d e f g h i`: no", ["there is no", "`a b c d e f g h i`:", "no"]),
        ("a-word-of-more-than-twenty-letters", ["a-word-of-more-than-twenty-letters"]),
    ],
)
def test_sentences_are_folded_between_words(line: str, lines: list[str]) -> None:
    assert wrap_line(line, 20).splitlines() == lines


def test_tournaments_fit_80_columns(on_terminal: OnTerminal, tmp_path: Path) -> None:
    db = import_by_command(tmp_path / "poker.duckdb", *FOLDER.glob("*/summary_*"))
    shown = on_terminal(80, "tournaments", "--db", db)
    table, _, _ = shown.partition("No room for ")
    assert max(map(len, table.splitlines())) <= 80
    assert "--format csv has all" in shown


@pytest.mark.nightly
def test_a_report_is_80_columns_wide_at_least_and_its_intervals_are_whole(on_terminal: OnTerminal, db: Path) -> None:
    shown = on_terminal(60, "report", "Hero", "--full", "--db", db)
    intervals = re.findall(r"(?<= )[\d.]+–\S*", shown)
    assert len(intervals) > 50
    assert [interval for interval in intervals if not re.fullmatch(r"\d+\.\d–\d+\.\d", interval)] == []
    assert "…" not in shown


@pytest.mark.parametrize(
    ("columns", "room", "expected"),
    [
        ([(4, 4), (5, 7), (5, 40)], 34, [4, 7, 23]),
        ([(4, 4), (5, 20), (5, 40)], 10, [4, 5, 5]),
        ([], 10, []),
    ],
)
def test_room_is_shared(columns: list[tuple[int, int]], room: int, expected: list[int]) -> None:
    assert share_width([Measurement(*measurement) for measurement in columns], room) == expected


@pytest.mark.parametrize("room", [8, 40])
def test_middle_columns_are_left_out_where_there_is_no_room(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    table = RuledTable(*(Column(f"column{number}", wraps=True, cells=["x"]) for number in range(30)))
    stream = StringIO()
    Screen(stream, width=room).print_whole(table.drop_middle_columns(room))
    shown = _ESCAPES.sub("", stream.getvalue()).splitlines()
    assert max(map(cell_len, shown)) <= max(room, len("column0 …"))
    assert shown[0].startswith("column0")
    assert "…" in shown[0]
    assert shown[0].split()[-1] == ("column29" if room > len("column0 … column29") else "…")
