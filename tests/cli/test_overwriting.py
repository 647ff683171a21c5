"""Nothing that a player has is lost: no output of a command replaces a file, but for what can be made again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.main import get_command

from histparse.cli import app
from histparse.cli.output import is_made_by_histparse
from histparse.system import files
from histparse.web import GENERATOR
from tests.faults.lines import LINES
from tests.running import Run

HISTORY = b"PokerStars Hand #1: a player's own, which no command may take\n"
LINES_OF_ALL = (
    *LINES,
    "audit evidence --db {db} -o {new}",
    "tags import {no} --db {db}",
    "watch {no} --db {new}",
    "compact {no}",
    "serve --db {no}",
)


def commands(group: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every command there is, also those that are yet to come."""
    for word, one in group.commands.items():
        whole = f"{name} {word}".strip()
        yield from commands(one, whole) if hasattr(one, "commands") else [(whole, one)]


COMMANDS = dict(commands(get_command(app.build_app())))


def text_options(command: Any) -> list[str]:
    """The options that could name a file."""
    return [
        one.opts[-1]
        for one in command.params
        if one.opts[0].startswith("-") and one.type_descriptor.annotation in {str, Path}
    ]


@pytest.fixture
def session(session: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(session, tmp_path / "session.txt"))


@pytest.fixture
def db(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(filled, tmp_path / "db"))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A hand history."""
    file = tmp_path / "mine.txt"
    file.write_bytes(HISTORY)
    return file


def test_every_command_has_a_line() -> None:
    assert {name for name in COMMANDS if not any(line.startswith(name) for line in LINES_OF_ALL)} == set()


@pytest.mark.nightly(1)
@pytest.mark.soak(13)
@pytest.mark.usefixtures("few_charts", "counted_once")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_hand_history_survives_every_option(
    name: str, run: Run, session: Path, db: Path, mine: Path, tmp_path: Path
) -> None:
    line = next(line for line in LINES_OF_ALL if line.startswith(name))
    words = line.format(session=session, illegal=session, db=db, new=tmp_path / "new", no=tmp_path / "no").split()
    for option in text_options(COMMANDS[name]):
        _, _, err = run(*words, option, mine)
        assert mine.read_bytes() == HISTORY, option
        if "mine.txt` exists: name another file, or overwrite it with --force" in err:
            assert "--force" in [opt for one in COMMANDS[name].params for opt in one.opts]
            assert run(*words, option, mine, "--force")[0] == 0
            assert mine.read_bytes() != HISTORY
            mine.write_bytes(HISTORY)


# --- what can be made again ------------------------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.usefixtures("few_charts", "counted_once", "of_one_rate")
def test_pages_papers_and_charts_are_made_again_but_nothing_else_goes(
    run: Run, session: Path, db: Path, tmp_path: Path
) -> None:
    page, paper, folder, hand = (tmp_path / name for name in ("page.html", "paper.pdf", "charts", "hand.html"))
    show, report = ["show", f"{session}:1", "--html", hand], ["report", "--db", db]
    whole = [*report, "--html", page, "--pdf", paper, "--out", folder]
    for _ in range(2):
        assert run(*show)[0] == run(*whole)[0] == 0
    made = [hand, page, paper, *folder.iterdir()]
    assert {file.suffix for file in made} == {".html", ".pdf", ".png", ".svg"}
    assert all(map(is_made_by_histparse, made))
    before = {file: file.read_bytes() for file in made}
    svg = min(folder.glob("*.svg"))
    drawn = [*report, "--html", page, "--svg", folder]
    for file, line in ((hand, show), (paper, whole), (svg, drawn)):
        file.write_bytes(HISTORY)
        code, _, err = run(*line)
        assert (code, err.count("\n")) == (2, 1)
        assert f"{file.name}` exists: name another file, or overwrite it with --force" in err
        assert {one: one.read_bytes() for one in made} == before | {file: HISTORY}
        file.write_bytes(before[file])
    svg.write_bytes(HISTORY)
    assert run(*drawn, "--force")[0] == 0
    assert svg.read_bytes() == before[svg]


def picture() -> bytes:
    """A picture of somebody else."""
    out = BytesIO()
    Image.new("L", (3, 3)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        HISTORY,
        picture(),
        b"%PDF-1.7 /Creator(Typst 0.15.1)",
        f'Seat 1: <meta name="generator" content="{GENERATOR}">'.encode(),
        b'<!doctype html><meta name="generator" content="mkdocs">histparse 1.0.0',
    ],
)
def test_what_others_have_made_is_not_ours(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "theirs"
    file.write_bytes(content)
    assert not is_made_by_histparse(file)


# --- links, what is read, logs -----------------------------------------------------------------------------


def test_a_link_is_what_it_points_to(run: Run, session: Path, mine: Path, tmp_path: Path) -> None:
    link, page, lost = tmp_path / "link.html", tmp_path / "page.html", tmp_path / "lost.html"
    show = ["show", f"{session}:1", "--html"]
    link.symlink_to(mine)
    assert "link.html` exists" in run(*show, link)[2]
    assert run(*show, page)[0] == 0
    link.unlink()
    link.symlink_to(page)
    lost.symlink_to(tmp_path / "new.html")
    assert run(*show, link)[0] == run(*show, lost)[0] == 0
    assert link.is_symlink()
    assert lost.is_symlink()
    assert mine.read_bytes() == HISTORY


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("convert {session} --to oneline -o {session}", "session"),
        ("anonymise {session} -o {link}", "session"),
        ("show {session}:1 --html {session}", "session"),
        ("show 1 --db {db} --html {db}", "db"),
        ("report --db {db} --html {db}", "db"),
        ("simulate --hands 1 --house {house} -o {house}", "house"),
    ],
)
def test_what_is_read_is_never_replaced(
    run: Run, session: Path, db: Path, tmp_path: Path, line: str, kept: str
) -> None:
    there = {"session": session, "db": db, "folder": tmp_path, "link": tmp_path / "l", "house": tmp_path / "h.toml"}
    shutil.copy(files.PACKAGE / "model" / "houses" / "pokerstars.toml", there["house"])
    there["link"].symlink_to(session)
    before = there[kept].read_bytes()
    if "show 1" in line:
        (number,) = run("query", "SELECT min(hand_id) AS n FROM hands", "--db", db, "--format", "csv")[1].split()[1:]
        line = line.replace("show 1", f"show {number}")
    code, _, err = run(*line.format(**there).split(), "--force")
    assert (code, err.count("\n")) == (2, 1)
    assert "is read by this command: name another file" in err
    assert there[kept].read_bytes() == before


def test_a_log_goes_on_in_a_log_only(run: Run, mine: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.touch()
    for times in (1, 2):
        assert run("sites", "--log", log)[0] == 0
        assert log.read_text(encoding="utf-8").count("histparse sites: begins") == times
    code, _, err = run("sites", "--log", mine)
    assert (code, err) == (2, f"histparse: `{mine}` is not a log of histparse: name another file with --log\n")
    assert mine.read_bytes() == HISTORY


def test_a_pipe_that_the_user_names_is_written_to(run: Run, session: Path) -> None:
    reading, writing = os.pipe()
    assert run("convert", session, "--to", "oneline", "-o", f"/dev/fd/{writing}")[0] == 0
    os.close(writing)
    with open(reading, "rb") as pipe:  # noqa: PTH123 - a descriptor
        assert pipe.read().count(b"\n") == 40
