"""Every command and format over texts in which everything that can be named bears a hostile name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from unicodedata import category
from xml.etree import ElementTree

import pytest
import typer

from histparse.cli import app, commands, formats, frames
from histparse.cli.found import names, pick
from histparse.dealer import Settings, deal_hands
from histparse.store import Database
from histparse.writers import write_all

HOSTILE = (
    "x\x1b[31m\x1b]8;;http://e\x07\x08\x7f\x85\x9b1m\u200e\u202e\u2066\u2028\U000e0041"
    "[bold]$x^2$<script>hacked=1</script>{{7*7}}=cmd%0A::error::"
)
"""Colours, links, controls of both kinds, directions, an invisible letter, markup, mathematics, script, a template."""
IN_TOML = HOSTILE.replace("\x1b", "\\u001b").replace("\x07", "\\n\\r\\u0000").replace("\x08", "\\b")
"""Escapes of TOML bring in what no line of a text can hold."""
DATA = frozenset({"csv", "parquet"})
"""Formats that give names as they are, for programs; at a terminal see test_frames."""
COMMANDS = [name.rstrip("_") for name in names(commands)]
FORMATS = sorted({*names(formats), *names(frames), "text", "json", "jsonl"} - DATA)
WORKFLOW = re.compile(r"::(?:error|warning|notice) file=[^,:]*,line=\d+,title=[A-Z]{3}\d\d::.*")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of texts with a hostile name of its own, and a database of them."""
    folder = tmp_path_factory.mktemp("texts") / HOSTILE.replace("/", "")
    folder.mkdir()
    (folder / "stars.txt").write_text(stars(), encoding="utf-8")
    (folder / "event.phh").write_text(phh(), encoding="utf-8")
    (folder / "known").mkdir()
    (folder / "known" / "known.txt").write_text(f"BET02 {HOSTILE}\nBET02{HOSTILE}\n", encoding="utf-8")
    assert app.run(["import", str(folder / "stars.txt"), str(folder / "event.phh"), "--db", database(folder)]) == 0
    return folder


def stars() -> str:
    """Hands of hostile players at a hostile table, one with a wrong pot, a line nobody knows, and another game."""
    dealt = write_all(deal_hands(Settings(hands=30, seed=3, hero="Hero" + HOSTILE)))
    text = re.sub(r"Table '[^']*'", lambda _: f"Table '{HOSTILE}'", dealt).replace("Total pot $", "Total pot $9", 1)
    text = text.replace("*** SUMMARY", f"{HOSTILE} sings\n*** SUMMARY", 1).replace(
        "*** FIRST DRAW", f"Hero{HOSTILE} said, \"{HOSTILE}\"\n*** FIRST DRAW", 1
    )
    other = f"PokerStars Hand #77:  Razz {HOSTILE} Limit ($2/$4 USD) - 2013/02/04 14:00:00 ET\nTable 'x' 6-max\n"
    return text.replace("folds", f"folds {HOSTILE}", 1) + other


def phh() -> str:
    """Hands in a hostile currency and zone, and one of another game."""
    text = write_all(deal_hands(Settings(hands=6, seed=4, site="phh", hero="Hero")))
    for word in ("USD", "UTC", "Hero"):
        text = text.replace(f"'{word}'", f'"{word}{IN_TOML}"')
    return text + f'\n[9]\nvariant = "{IN_TOML}"\nantes = [0]\nevent = "{IN_TOML}"\n'


def database(folder: Path) -> str:
    return str(folder / f"{HOSTILE.partition('/')[0]}.duckdb")


def named(folder: Path) -> dict[str, list[str]]:
    """What commands need to begin at all, by the name of the argument."""
    paths = [str(folder / "stars.txt"), str(folder / "event.phh")]
    player = ["Hero" + HOSTILE]
    return {"paths": paths, "db": [database(folder)], "hands": ["2"], "first": player, "second": ["Hero"]}


def lines(command: str, folder: Path) -> Iterator[list[str]]:
    """The command lines: in each format, and with something hostile for each argument and option."""
    shell = typer.main.get_command(app.build(command)).commands[command]  # type: ignore[attr-defined] # a group
    given = named(folder)
    needed: list[str] = []
    for one in (one for one in shell.params if one.required):
        needed += [word for value in given[one.name] for word in ([one.opts[0]] if "-" in one.opts[0] else [])]
        needed += given[one.name]
    yield [command, *needed]
    for one in shell.params:
        if one.name == "format":
            yield from ([command, *needed, "--format", format] for format in FORMATS)
        if "-" not in one.opts[0]:
            yield [command, *needed, HOSTILE]
        elif not getattr(one, "is_flag", False):
            yield [command, *needed, one.opts[0], HOSTILE]
    yield [command, *needed, f"--{HOSTILE}"]
    if "db" not in [one.name for one in shell.params if one.required]:
        yield [command, *needed, "--db", database(folder)]


def assert_inert(text: str) -> None:
    """Only letters and ends of lines: nothing drives a terminal, or shows other letters than there are."""
    strange = {letter for letter in text if category(letter) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and letter not in "\n\t"}
    assert strange == set(), text[:2000]


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_printed_has_power_over_a_terminal(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for line in lines(command, folder):
        app.run(line)
        out, err = capsys.readouterr()
        assert_inert(out)
        assert_inert(err)
        assert "error of the program itself" not in err, line
        assert "Traceback" not in err, line
        if "github" in line and command == "check":
            assert [line for line in out.splitlines() if not WORKFLOW.fullmatch(line)] == []


def test_the_names_are_where_they_hurt(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Database(database(folder), read_only=True) as there:
        (found,) = there.connection.execute("SELECT list(DISTINCT player), list(DISTINCT currency) FROM seats, hands").fetchall()
    players, currencies = found
    assert "Hero" + HOSTILE in players
    assert any("\x1b" in currency for currency in currencies)
    assert any("\n" in player for player in players)
    app.run(["check", str(folder / "stars.txt"), str(folder / "event.phh"), "--format", "json"])
    told = json.loads(capsys.readouterr().out)
    assert any("\x1b" in (finding["player"] or "") for finding in told)
    assert any("\u202e" in finding["message"] for finding in told)
    assert all(finding["path"].startswith(str(folder)) for finding in told)


@pytest.mark.parametrize("who", ["Hero" + HOSTILE, "Hero"])
def test_nothing_written_by_a_report_has_power(folder: Path, tmp_path: Path, who: str) -> None:
    targets = ["--html", str(tmp_path / "page.html"), "--svg", str(tmp_path), "--pdf", str(tmp_path / "paper.pdf")]
    assert app.run(["report", who, "--db", database(folder), *targets]) == 0
    assert_inert((tmp_path / "page.html").read_text(encoding="utf-8"))
    drawings = list(tmp_path.glob("*.svg"))
    assert drawings
    for drawing in drawings:
        text = drawing.read_text(encoding="utf-8")
        assert_inert(text)
        assert ElementTree.fromstring(text).tag.endswith("svg")  # noqa: S314 - drawn by us


@pytest.mark.parametrize("name", names(formats))
def test_every_format_of_findings_was_asked_for(name: str) -> None:
    assert name in FORMATS
    assert pick(formats, "format", name)
