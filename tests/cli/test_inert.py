"""Every command and format over texts in which everything that can be named bears a hostile name.

HISTPARSE_SOAK=1: with something hostile for each argument and option, otherwise for some of each command.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unicodedata import category
from xml.etree import ElementTree

import pytest
import typer

from histparse.cli import app, finding_formats, row_table
from histparse.report import charts
from histparse.report.charts import lines as line_charts
from histparse.report.charts import points
from histparse.serve.app import Served
from histparse.simulate import Settings, deal_hands
from histparse.store import Database
from histparse.watch import watcher
from histparse.watch.folder import Extent, Folder
from tests.cli.commands import Printed, Refusal, import_by_command
from tests.conftest import SOAK
from tests.dealer.writing import write_all, writer
from tests.running import Run
from tests.store.filling import rows

pytestmark = pytest.mark.usefixtures("counted_once")


HOSTILE = (
    "x\x1b[31m\x1b]8;;http://e\x07\x08\x7f\x85\x9b1m\u200e\u202e\u2066\u2028\U000e0041"
    "[bold]$x^2$<script>hacked=1</script>{{7*7}}=cmd%0A::error::"
)
"""Colours, links, controls of both kinds, directions, an invisible letter, markup, mathematics, script, a template."""
IN_TOML = "".join(letter if letter.isprintable() else f"\\U{ord(letter):08x}" for letter in HOSTILE + "\r\n\t\0")
"""Escapes of TOML bring in even what no line of a text can hold."""
FILE = HOSTILE.replace("/", "")
AT_MOST = None if SOAK else 4
"""Lines of a command beside the one with what it needs."""
QUICK = {} if SOAK else {"chart pat-or-break": ["--pat", "J8653", "--against", "2347"]}
"""What commands need to take no seconds."""
DATA = frozenset({"csv", "parquet"})
"""Formats that give names as they are, for programs; at a terminal see test_row_table."""


def leaves(group: object, *group_names: str) -> Iterator[str]:
    """All commands, those of groups after the group's name."""
    for name, command in getattr(group, "commands", {}).items():
        inside = [*leaves(command, *group_names, name)]
        yield from inside or [" ".join((*group_names, name))]


COMMANDS = [*leaves(typer.main.get_command(app.build_app()))]
FORMATS = sorted({*finding_formats.FORMATS, *row_table.FORMATS, "text", "json", "jsonl"} - DATA)
WORKFLOW = re.compile(r"::(?:error|warning|notice) file=[^,:]*,line=\d+,title=[A-Z]{3}\d\d::.*")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of texts with a hostile name of its own, and a database of them."""
    folder = tmp_path_factory.mktemp("texts") / FILE
    folder.mkdir()
    (folder / "stars.txt").write_text(stars(), "utf-8")
    (folder / "event.phh").write_text(phh(), "utf-8")
    tagged = [{"hand": "pokerstars:1", "tags": [HOSTILE[:20]], "note": HOSTILE}]
    (folder / "tags.json").write_text(json.dumps(tagged), "utf-8")
    import_by_command(Path(database(folder)), folder / "stars.txt", folder / "event.phh")
    return folder


def stars() -> str:
    """Hands of hostile players at a hostile table, a wrong pot and call, an unknown line, and another game."""
    dealt = write_all(deal_hands(Settings(hands=30, seed=3, hero="Hero" + HOSTILE)))
    text = re.sub(r"Table '[^']*'", lambda _: f"Table '{HOSTILE}'", dealt).replace("Total pot $", "Total pot $9", 1)
    text = text.replace("*** SUMMARY", f"{HOSTILE} sings\n*** SUMMARY", 1).replace(
        "*** FIRST DRAW", f'Hero{HOSTILE} said, "{HOSTILE}"\n*** FIRST DRAW', 1
    )
    razz_hand = f"PokerStars Hand #77:  Razz {HOSTILE} Limit ($2/$4 USD) - 2013/02/04 14:00:00 ET\nTable 'x' 6-max\n"
    return text.replace(f"Hero{HOSTILE}: calls $", f"Hero{HOSTILE}: calls $9", 1) + razz_hand


def phh() -> str:
    """Hands in a hostile currency and zone."""
    text = write_all(deal_hands(Settings(hands=6, seed=4, writer=writer("phh"), hero="Hero")))
    for word in ("USD", "UTC", "Hero"):
        text = text.replace(f"'{word}'", f'"{word}{IN_TOML}"')
    return text


def database(folder: Path) -> str:
    return str(folder / f"{FILE}.duckdb")


def named(folder: Path) -> dict[str, list[str]]:
    """What commands need to begin at all, by the name of the argument."""
    paths = [str(folder / "stars.txt"), str(folder / "event.phh")]
    player = ["Hero" + HOSTILE]
    return {
        "paths": paths,
        "folders": [str(folder)],
        "db": [database(folder)],
        "hands": ["2"],
        "sql": ["FROM player_hands"],
        "asked": [paths[0] + ":1"],
        "hand": ["2347"],
        "against": ["98764"],
        "pot": ["6"],
        "first": player,
        "second": ["Hero"],
        "format": ["jsonl"],
        "output": ["out"],
        "file": [str(folder / "tags.json")],
        "address": [str(folder / "published")],
    }


def lines(command: str, folder: Path) -> Iterator[list[str]]:
    """The command lines: in each format, and with something hostile for each argument and option."""
    shell = typer.main.get_command(app.build_app())
    for word in command.split():
        shell = shell.commands[word]  # type: ignore[attr-defined] # a group
    named_values, required = named(folder), [*command.split(), *QUICK.get(command, [])]
    for parameter in shell.params:
        if parameter.required or parameter.name == "db":
            options = [parameter.opts[0]] if parameter.opts[0].startswith("-") else []
            required += [*options, *named_values[parameter.name]]
    yield required
    yield [*required, f"--{HOSTILE}"]
    for parameter in shell.params:
        if not parameter.opts[0].startswith("-"):
            yield [*required, HOSTILE]
        elif not getattr(parameter, "is_flag", False):
            yield [*required, parameter.opts[0], FILE]
        if parameter.name == "db" and not parameter.required:
            yield [*required, parameter.opts[0], database(folder), HOSTILE]
        if parameter.name == "format":
            yield from ([*required, "--format", name] for name in FORMATS)


def assert_inert(text: str) -> None:
    """Only letters and ends of lines: nothing drives a terminal, or shows other letters than there are."""
    strange = {letter for letter in text if category(letter) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and letter not in "\n\t"}
    assert strange == set(), text[:2000]


@pytest.mark.nightly(1)
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_printed_has_power_over_a_terminal(
    command: str, folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(watcher, "watch_for_changes", lambda *_, **__: [True])  # it watches for a moment only
    monkeypatch.setattr(Served, "run", lambda *_: None)  # nor is anything served
    monkeypatch.setattr(Folder, "parts_to_read_by_file", lambda watched, _: dict.fromkeys(watched._files, Extent.ALL))
    # What is in them, another test looks at.
    monkeypatch.setattr(
        "histparse.cli.commands.report.render_bytes_by_path", lambda _report, _kind, target, **_: {target: b""}
    )
    first, *further = lines(command, folder)
    for line in [first, *Random(command).sample(further, len(further))[:AT_MOST]]:  # noqa: S311 - no secret
        _, output, message = run(*line)
        assert_inert(output)
        assert_inert(message)
        assert "error of the program itself" not in message, line
        assert "Traceback" not in message, line
        if "github" in line and command == "check":
            assert [line for line in output.splitlines() if not WORKFLOW.fullmatch(line)] == []


def test_a_line_of_waivers_is_quoted_plain(refusal: Refusal, folder: Path, tmp_path: Path) -> None:
    known = tmp_path / FILE
    known.write_text(f"BET02 {HOSTILE}\nBET2{HOSTILE}\n", "utf-8")
    sentence = refusal("check", folder / "stars.txt", "--waivers", known)
    assert_inert(sentence)
    assert ":2: a waiver is `CODE site:hand_id  # why`, not `BET2x\\x1b[31m" in sentence


def test_the_names_are_where_they_hurt(run: Run, folder: Path) -> None:
    with Database(database(folder), read_only=True) as opened:
        players = {name for (name,) in rows(opened, "SELECT DISTINCT player FROM seats")}
        currencies = {name for (name,) in rows(opened, "SELECT DISTINCT currency FROM hands")}
    assert "Hero" + HOSTILE in players
    assert any("\x1b" in currency for currency in currencies)
    assert any("\n" in player for player in players)
    findings = json.loads(run("check", folder / "stars.txt", folder / "event.phh", "--format", "json")[1])
    assert any("\x1b" in (finding["player"] or "") for finding in findings)
    assert any("\u202e" in finding["message"] for finding in findings)
    assert all(finding["path"].startswith(str(folder)) for finding in findings)


@pytest.mark.nightly
def test_nothing_written_by_a_report_has_power(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for drawn in (charts, line_charts, points):
        monkeypatch.setattr(drawn, "FEWEST", 1)
    targets = ["--html", tmp_path / "page.html", "--svg", tmp_path, "--pdf", tmp_path / "paper.pdf"]
    assert run("report", "Hero" + HOSTILE + "\r\n\t\0", "--db", database(folder), *targets)[0] == 0
    assert_inert((tmp_path / "page.html").read_text("utf-8"))
    paper = (tmp_path / "paper.pdf").read_bytes()
    assert not any(power in paper for power in (b"/URI", b"/JavaScript", b"/Launch"))
    drawings = list(tmp_path.glob("*.svg"))
    assert drawings
    for drawing in drawings:
        text = drawing.read_text("utf-8")
        assert_inert(text)
        assert ElementTree.fromstring(text).tag.endswith("svg")  # noqa: S314 - drawn by us


@pytest.mark.nightly
def test_hands_of_hostile_players_are_listed_and_shown(run: Run, printed: Printed, folder: Path) -> None:
    for form in ("table", "json"):
        listed = printed("hands", "--stat", "vpip", "--db", database(folder), "--format", form)
        assert_inert(listed)
    hands = json.loads(listed)
    assert {hand["player"] for hand in hands} >= {"Hero" + HOSTILE}
    for hand in {hand["site"]: hand for hand in hands}.values():
        for form_options in (["--format", "text"], ["--oneline"]):
            words = ("show", f"{hand['site']}:{hand['hand_id']}", "--db", database(folder), *form_options)
            code, output, message = run(*words)
            assert (code, message) == (0, "")
            assert_inert(output)
