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
from tests.cli.commands import Printed, Refusal
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
    for word, command in group.commands.items():
        whole = f"{name} {word}".strip()
        yield from commands(command, whole) if hasattr(command, "commands") else [(whole, command)]


COMMANDS = dict(commands(get_command(app.build_app())))


def text_options(command: Any) -> list[str]:
    """The options that could name a file."""
    return [
        option.opts[-1]
        for option in command.params
        if option.opts[0].startswith("-") and option.type_descriptor.annotation in {str, Path}
    ]


@pytest.fixture
def session(session: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(session, tmp_path / "session.txt"))


@pytest.fixture
def db(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(filled, tmp_path / "db"))


@pytest.fixture
def history(tmp_path: Path) -> Path:
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
    name: str, run: Run, session: Path, db: Path, history: Path, tmp_path: Path
) -> None:
    line = next(line for line in LINES_OF_ALL if line.startswith(name))
    words = line.format(session=session, illegal=session, db=db, new=tmp_path / "new", no=tmp_path / "no").split()
    for option in text_options(COMMANDS[name]):
        _, _, err = run(*words, option, history)
        assert history.read_bytes() == HISTORY, option
        if "mine.txt` exists: name another file, or overwrite it with --force" in err:
            assert "--force" in [opt for parameter in COMMANDS[name].params for opt in parameter.opts]
            assert run(*words, option, history, "--force")[0] == 0
            assert history.read_bytes() != HISTORY
            history.write_bytes(HISTORY)


# --- what can be made again ------------------------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.usefixtures("few_charts", "counted_once", "of_one_rate")
def test_pages_papers_and_charts_are_made_again_but_nothing_else_goes(
    refusal: Refusal, run: Run, session: Path, db: Path, tmp_path: Path
) -> None:
    page, paper, folder, hand = (tmp_path / name for name in ("page.html", "paper.pdf", "charts", "hand.html"))
    show, report = ["show", f"{session}:1", "--html", hand], ["report", "--db", db]
    whole = [*report, "--html", page, "--pdf", paper, "--out", folder]
    for _ in range(2):
        assert run(*show)[0] == run(*whole)[0] == 0
    made = [hand, page, paper, *folder.iterdir()]
    assert {file.suffix for file in made} == {".html", ".pdf", ".png", ".svg"}
    assert all(map(is_made_by_histparse, made))
    contents = {file: file.read_bytes() for file in made}
    svg = min(folder.glob("*.svg"))
    drawn = [*report, "--html", page, "--svg", folder]
    for file, line in ((hand, show), (paper, whole), (svg, drawn)):
        file.write_bytes(HISTORY)
        assert f"{file.name}` exists: name another file, or overwrite it with --force" in refusal(*line)
        assert {made_file: made_file.read_bytes() for made_file in made} == contents | {file: HISTORY}
        file.write_bytes(contents[file])
    svg.write_bytes(HISTORY)
    assert run(*drawn, "--force")[0] == 0
    assert svg.read_bytes() == contents[svg]


def picture() -> bytes:
    """A picture of somebody else."""
    stream = BytesIO()
    Image.new("L", (3, 3)).save(stream, "PNG")
    return stream.getvalue()


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


def test_a_link_is_what_it_points_to(run: Run, session: Path, history: Path, tmp_path: Path) -> None:
    link, page, lost = tmp_path / "link.html", tmp_path / "page.html", tmp_path / "lost.html"
    show = ["show", f"{session}:1", "--html"]
    link.symlink_to(history)
    assert "link.html` exists" in run(*show, link)[2]
    assert run(*show, page)[0] == 0
    link.unlink()
    link.symlink_to(page)
    lost.symlink_to(tmp_path / "new.html")
    assert run(*show, link)[0] == run(*show, lost)[0] == 0
    assert link.is_symlink()
    assert lost.is_symlink()
    assert history.read_bytes() == HISTORY


@pytest.mark.parametrize(
    ("line", "read_file"),
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
    printed: Printed, refusal: Refusal, session: Path, db: Path, tmp_path: Path, line: str, read_file: str
) -> None:
    files_by_name = {
        "session": session,
        "db": db,
        "folder": tmp_path,
        "link": tmp_path / "l",
        "house": tmp_path / "h.toml",
    }
    shutil.copy(files.PACKAGE / "model" / "houses" / "pokerstars.toml", files_by_name["house"])
    files_by_name["link"].symlink_to(session)
    content = files_by_name[read_file].read_bytes()
    if "show 1" in line:
        (number,) = printed("query", "SELECT min(hand_id) AS n FROM hands", "--db", db, "--format", "csv").split()[1:]
        line = line.replace("show 1", f"show {number}")
    assert "is read by this command: name another file" in refusal(*line.format(**files_by_name).split(), "--force")
    assert files_by_name[read_file].read_bytes() == content


def test_a_log_goes_on_in_a_log_only(refusal: Refusal, run: Run, history: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.touch()
    for times in (1, 2):
        assert run("sites", "--log", log)[0] == 0
        assert log.read_text("utf-8").count("histparse sites: begins") == times
    assert refusal("sites", "--log", history) == f"`{history}` is not a log of histparse: name another file with --log"
    assert history.read_bytes() == HISTORY


def test_a_pipe_that_the_user_names_is_written_to(run: Run, session: Path) -> None:
    reading, writing = os.pipe()
    assert run("convert", session, "--to", "oneline", "-o", f"/dev/fd/{writing}")[0] == 0
    os.close(writing)
    with open(reading, "rb") as pipe:  # noqa: PTH123 - a descriptor
        assert pipe.read().count(b"\n") == 40
