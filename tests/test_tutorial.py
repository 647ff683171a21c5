"""Tutorial and how-tos do what they say: their commands are run in order, and print what is shown below them.

A block marked `console` has commands after `$ ` and what they print (`...` stands for anything); one with a title is a
file. The tutorial begins in an empty folder; every how-to begins where the tutorial ends.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from docs.tables import FOLDER
from histparse.cli import app
from histparse.cli.settings import settings

pytestmark = pytest.mark.untraced

TUTORIAL = [FOLDER / page for page in re.findall(r"- (tutorial/\w+\.md)", (FOLDER / "site/mkdocs.yml").read_text())]
"""In the order of the site."""
HOW_TO = sorted((FOLDER / "how_to").glob("*.md"))
FOUND_SOMETHING = {0, 1}
"""Exit codes that are no failure; 1 means findings."""
_BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
Settle = Callable[[Path], None]


class Step(NamedTuple):
    """A file to write, or a command with what it prints."""

    file: str
    text: str
    printed: str = ""


def steps(page: Path) -> Iterator[Step]:
    """What a reader does, in order."""
    for language, file, text in _BLOCK.findall(page.read_text(encoding="utf-8")):
        if file:
            yield Step(file, text)
        elif language in {"console", "sh"}:
            assert text.startswith("$ "), f"{page}: a command begins with `$ `"
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, printed = part.partition("\n")
                yield Step("", command, printed)


def follow(page: Path, folder: Path) -> None:
    """Do everything on the page."""
    for step in steps(page):
        if step.file:
            (folder / step.file).write_text(step.text, encoding="utf-8")
            settings.cache_clear()
        else:
            code, printed = _in_a_shell(step.text) if needs_a_shell(step.text) else _here(step.text)
            assert code in FOUND_SOMETHING, f"{page.name}: {step.text}: {printed}"
            said = f"{page.name}: {step.text}\nprints\n{printed}\nnot\n{step.printed}"
            assert not step.printed or is_shown(printed, step.printed), said


def is_shown(printed: str, shown: str) -> bool:
    """Whether that is printed, apart from white space; `...` stands for anything."""
    parts = (re.escape(" ".join(part.split())) for part in shown.split("..."))
    return re.fullmatch(".*".join(parts), " ".join(printed.split())) is not None


def needs_a_shell(command: str) -> bool:
    """Whether it has a pipe or a redirection."""
    words = shlex.shlex(command, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    return any(word and set(word) <= {*words.punctuation_chars} for word in words)


def _here(command: str) -> tuple[int, str]:
    """Without a process of its own, which would take a second to begin. Both streams, as a terminal shows them."""
    program, *words = shlex.split(command)
    assert program == "histparse", f"{command}: another program is run in a shell"
    with StringIO() as out, redirect_stdout(out), redirect_stderr(out):
        return app.run(words), out.getvalue()


def _in_a_shell(command: str) -> tuple[int, str]:
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(  # noqa: S602 - a shell, because that is where a reader types it
        command,
        shell=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={**os.environ, "PATH": programs},
    )
    return done.returncode, done.stdout


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> Iterator[Settle]:
    """At home in a folder: it has the data of the user, and the settings."""

    def settle(folder: Path) -> None:
        monkeypatch.chdir(folder)
        for variable in ("HISTPARSE_DB", "HISTPARSE_CONFIG"):
            monkeypatch.delenv(variable, raising=False)  # it may settle twice
        for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            monkeypatch.setenv(variable, str(folder / "home"))
        settings.cache_clear()

    yield settle
    settings.cache_clear()


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the first page of the tutorial is followed, or was."""
    return tmp_path_factory.mktemp("tutorial")


def test_tutorial(tmp_path: Path, settled: Settle) -> None:
    settled(tmp_path)
    assert TUTORIAL
    for page in TUTORIAL:
        follow(page, tmp_path)


@pytest.mark.parametrize("page", HOW_TO, ids=lambda page: page.stem)
def test_how_to(page: Path, begun: Path, tmp_path: Path, settled: Settle) -> None:
    """Each begins where the first page of the tutorial ends."""
    folder = tmp_path / "folder"
    if not (begun / "histories.txt").exists():
        settled(begun)
        follow(TUTORIAL[0], begun)
    shutil.copytree(begun, folder)
    settled(folder)
    follow(page, folder)


@pytest.mark.parametrize(
    ("shown", "is_so"),
    [("a  b", True), ("a...d", True), ("...c ...", True), ("a", False), ("...x...", False), ("a...c", False)],
)
def test_what_is_shown_must_be_printed(shown: str, is_so: bool) -> None:
    assert is_shown("a b\n" if "  " in shown else "a b\nc d\n", shown) == is_so


def test_every_page_shows_a_command() -> None:
    assert [page.name for page in (*TUTORIAL, *HOW_TO) if not any(not step.file for step in steps(page))] == []


def test_the_site_has_every_tutorial_and_how_to() -> None:
    pages = {*re.findall(r"- ((?:tutorial|how_to)/\w+\.md)", (FOLDER / "site/mkdocs.yml").read_text())}
    there = {f"{page.parent.name}/{page.name}" for page in FOLDER.glob("*/*.md")}
    assert pages == there
