"""Follows the tutorial and the how-tos, and writes below each command what it prints: `make docs`.

A block marked `console` has commands after `$ ` and what they print; `...` on a line of its own stands for lines that
are left out. A block with a title is a file. The tutorial begins in an empty folder, every how-to where the first page
of the tutorial ends.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from histparse.cli import app
from histparse.cli.settings import load_settings

FOLDER = Path(__file__).parent
TUTORIAL = [
    FOLDER / page for page in re.findall(r"- (tutorial/\w+\.md)", (FOLDER / "site/mkdocs.yml").read_text("utf-8"))
]
"""Its pages, in the order of the site."""
HOW_TO = sorted((FOLDER / "how_to").glob("*.md"))
LEFT_OUT = "..."
TIMES = "(2.1 s, 190 hands/s)"
"""What the pages say of times, which differ each time."""
SUCCESS_OR_FINDINGS = {0, 1}
"""Exit codes that are no failure; 1 means findings."""
_BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_EXPORT = re.compile(r"^export (\w+)=(\S+)$", re.MULTILINE)
_TIMES = re.compile(r"\([\d.,]+ s, [\d,]+ hands/s\)")


def main() -> None:
    """Follow all pages, and write them anew."""
    with TemporaryDirectory() as folder:
        for page, text in followed(Path(folder)):
            page.write_text(text, encoding="utf-8")


def followed(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every page with the text it should have, followed in that folder."""
    tutorial, after_first_page = folder / "tutorial", folder / "begun"
    tutorial.mkdir()
    for page in TUTORIAL:
        yield page, follow(page, tutorial)
        if page == TUTORIAL[0]:
            shutil.copytree(tutorial, after_first_page)
    for page in HOW_TO:
        place = folder / page.stem
        shutil.copytree(after_first_page, place)
        yield page, follow(page, place)


def follow(page: Path, folder: Path) -> str:
    """Do everything on the page; its text with what is printed now. Raises ValueError for a command that fails."""
    with _at_home(folder):
        return _BLOCK.sub(lambda block: _run_block(block, folder), page.read_text(encoding="utf-8"))


def fitted(printed: str, shown: str) -> str:
    """What was printed, without the lines that the page leaves out; as many as before stand above and below `...`."""
    lines, shown_lines = [line.rstrip() for line in printed.strip("\n").splitlines()], shown.splitlines()
    if LEFT_OUT in shown_lines:
        lines_above = shown_lines.index(LEFT_OUT)
        lines_below = len(shown_lines) - lines_above - 1
        lines = [*lines[:lines_above], LEFT_OUT, *lines[len(lines) - lines_below :]]
    return "".join(f"{line}\n" for line in lines)


def _run_block(block: re.Match[str], folder: Path) -> str:
    """The block, once its file is written or its commands are run."""
    language, file, text = block.groups()
    if file:
        (folder / file).write_text(text, encoding="utf-8")
        load_settings.cache_clear()
    if language != "console":
        return block[0]
    return f"```console\n{_COMMAND.sub(lambda command: _run_command(command[1], command[2]), text)}```"


def _run_command(command: str, shown: str) -> str:
    """The command with what it prints below."""
    code, printed = _run_in_shell(command) if needs_a_shell(command) else _run_in_process(command)
    if code not in SUCCESS_OR_FINDINGS:
        raise ValueError(f"{command}: {printed}")
    return f"$ {command}\n{fitted(_TIMES.sub(TIMES, printed), shown)}"


def needs_a_shell(command: str) -> bool:
    """Whether it has a pipe or a redirection."""
    words = shlex.shlex(command, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    return any(word and set(word) <= {*words.punctuation_chars} for word in words)


def _run_in_process(command: str) -> tuple[int, str]:
    """Run without a process of its own, which would take a second to begin. Both streams, as a terminal shows them."""
    program, *words = shlex.split(command)
    if program != "histparse":
        raise ValueError(f"{command}: another program is run in a shell")
    with StringIO() as out, redirect_stdout(out), redirect_stderr(out):
        return app.run_command_line(words), out.getvalue()


def _run_in_shell(command: str) -> tuple[int, str]:
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    process = subprocess.run(  # noqa: S602 - a shell, because that is where a reader types it
        command,
        shell=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={**os.environ, "PATH": programs},
    )
    return process.returncode, process.stdout


@contextmanager
def _at_home(folder: Path) -> Iterator[None]:
    """In that folder, with the reader's settings and what the tutorial exports first, on a terminal of 100 columns."""
    environment = {"XDG_CONFIG_HOME": str(folder / ".config"), "COLUMNS": "100"}
    with chdir(folder), patch.dict(os.environ, environment | dict(_EXPORT.findall(TUTORIAL[0].read_text("utf-8")))):
        os.environ.pop("HISTPARSE_CONFIG", None)
        load_settings.cache_clear()
        yield
    load_settings.cache_clear()


if __name__ == "__main__":
    main()
