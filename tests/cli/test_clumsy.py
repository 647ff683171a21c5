"""Clumsy command lines: each gets one sentence that says what to type, or is simply understood."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from histparse.cli.commands import GROUPS, MODULES
from tests.cli.commands import Printed, PrintedJson
from tests.running import Run
from tests.samples import FOLDER

CASH = FOLDER / "pokerstars" / "session_cash_six_handed.txt"
NEEDING = [
    "anonymise",
    "check",
    "compare",
    "convert",
    "doctor",
    "draw",
    "equity",
    "export",
    "import",
    "parse",
    "publish",
    "query",
    "river",
    "show",
    "simulate",
    "street",
    "watch",
]
"""The commands that can do nothing without an argument."""


@pytest.mark.parametrize("command", [*NEEDING, *GROUPS, "audit evidence", "tags import"])
def test_what_is_missing_is_asked_for_in_one_way(run: Run, command: str) -> None:
    code, output, err = run(*command.split())
    assert (code, output) == (2, "")
    need = r"a command \([a-z, -]+\)" if command in GROUPS else r"(--[a-z]+|[A-Z]+)"
    form = rf"histparse: {command} needs {need}, as in: histparse {command}( .+)?\nTry: histparse {command} --help\n"
    assert re.fullmatch(form, err)


def test_no_other_command_needs_an_argument(run: Run) -> None:
    remaining = MODULES.keys() - {*NEEDING, *GROUPS, "serve", "start"}
    assert [command for command in sorted(remaining) if " needs " in run(command, "--db", "nowhere.duckdb")[2]] == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("tags --db X", "--db comes after a command (export, import, list): histparse tags list --db X"),
        ("db --db X", "--db comes after a command (check, compact, findings, info, upgrade): histparse db info --db X"),
        ("audit --db X", "--db comes after a command (deal, evidence, play): histparse audit deal --db X"),
        (
            "chart --db X",
            "No such option: --db; chart needs a command (pat-or-break), as in: histparse chart pat-or-break",
        ),
        ("--db=X report", "--db comes after the command: histparse report --db=X"),
        (
            "--databse X report",
            "No such option: --databse. Did you mean --db? It comes after the command: histparse report --db X",
        ),
        (
            "--databse",
            "No such option: --databse. Did you mean --db? It comes after the command: histparse report --db",
        ),
        ("--qqqq", "No such option: --qqqq"),
        ("tags x", "No such command 'x': there is `export` or `import` or `list`"),
        ("aliases Ann", "aliases needs PLAYERS, as in: histparse aliases Ann pokerstars:Ann winamax:Ann"),
        (f"show {CASH}#999", f"`{CASH}` has 240 hands: there is no hand 999"),
        ("show nowhere.txt#1", "cannot read nowhere.txt: No such file or directory"),
    ],
)
def test_a_mistake_gets_the_line_to_type(run: Run, line: str, sentence: str) -> None:
    code, output, err = run(*line.split())
    assert (code, output) == (2, "")
    assert err.splitlines()[0] == f"histparse: {sentence}"


def test_a_hand_is_shown_by_its_place_in_a_file(run: Run) -> None:
    lines = [number for number, line in enumerate(CASH.read_text("utf-8").splitlines(), 1) if " Hand #" in line]
    assert run("show", f"{CASH}#3") == run("show", f"{CASH}:{lines[2]}")
    assert run("show", f"{CASH}#3")[0] == 0


def test_a_few_players_are_listed_where_no_name_is_similar(printed_json: PrintedJson, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "few.duckdb"
    assert run("import", FOLDER / "merge" / "session_tournament_2011.xml", "--db", file)[0] == 0
    players = [row["player"] for row in printed_json("players", "--db", file)]
    assert len(players) <= 12
    error = run("report", "qqqqqqqq", "--db", file)[2]
    assert all(f"`{player}`" in error for player in players)


@pytest.mark.parametrize("columns", ["0", "-1", "wide", "99999999"])
def test_a_width_that_no_screen_has_is_forgotten(run: Run, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    whole = run("sites")
    monkeypatch.setenv("COLUMNS", columns)
    assert run("sites") == whole


def test_pictures_beside_histories_are_no_histories(printed: Printed, run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes((FOLDER / "pokerstars" / "by_hand_heads_up_snow.txt").read_bytes())
    for name in ("b.png", "c.JPG"):
        (tmp_path / name).write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4)
    assert run("check", tmp_path)[0] == 0
    output = printed("import", tmp_path, "--db", tmp_path / "x.duckdb", "--site", "PokerStars")  # in any case
    assert "errors         0" in output
    assert "2 files are not histories: pictures" in output
    assert "    2 files are not histories: pictures" in printed("start", tmp_path, "--db", tmp_path / "y.duckdb")
