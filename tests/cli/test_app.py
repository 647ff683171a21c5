"""The program around the commands: help, mistakes, and every way it can end."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from histparse import __version__, cli
from histparse.cli import command_group
from histparse.cli.commands import MODULES, PANELS
from histparse.model.errors import HistparseError
from tests.cli.commands import Printed
from tests.running import Run


def test_version(printed: Printed) -> None:
    assert printed("--version") == f"histparse {__version__}\n"


def test_the_help_page_has_a_line_for_every_command_by_panels(printed: Printed) -> None:
    page = printed("--help")
    assert re.findall(r"─ (\w+) ─", page) == ["Options", *PANELS]
    lines = {line.strip(" │") for line in page.splitlines()}
    assert lines >= {f"{name:<12} {summary}" for panel in PANELS.values() for name, (_, summary) in panel.items()}


@pytest.mark.parametrize(
    ("line", "equivalent"),
    [("help", "--help"), ("help check", "check --help"), ("help db info", "db info --help"), ("-V", "--version")],
)
def test_help_is_found_whatever_is_typed(printed: Printed, line: str, equivalent: str) -> None:
    assert printed(*line.split()).strip() == printed(*equivalent.split()).strip()


@pytest.mark.parametrize("command", MODULES)
def test_help_of_every_command_has_examples(command: str, printed: Printed) -> None:
    assert f"histparse {command}" in printed(command, "--help").partition("Examples")[2]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("chek x", "Did you mean 'check'"),
        ("--versoin", "Did you mean --version"),
        ("check x --format tex", "did you mean `text`"),
        ("parse x --format xml", "'xml'"),
    ],
)
def test_mistakes_are_explained(line: str, sentence: str, run: Run) -> None:
    code, output, message = run(*line.split())
    assert (code, output) == (2, "")
    assert sentence in message
    assert "Traceback" not in message


EndBy = Callable[[BaseException], tuple[int, str, str]]


@pytest.fixture
def end_by(run: Run, monkeypatch: pytest.MonkeyPatch) -> EndBy:
    """Runs a command that ends by that error."""

    def call(error: BaseException) -> tuple[int, str, str]:
        def fail() -> None:
            raise error

        monkeypatch.setattr(command_group, "import_module", lambda _: SimpleNamespace(run_sites=fail))
        return run("sites")

    return call


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (HistparseError("there is no such file"), 2, "there is no such file"),
        (KeyboardInterrupt(), 130, "stopped before the end, as you asked"),
    ],
)
def test_refusals_and_interrupts_are_one_sentence(error: BaseException, code: int, message: str, end_by: EndBy) -> None:
    assert end_by(error) == (code, "", f"histparse: {message}\n")


def test_error_of_ours_is_one_sentence(monkeypatch: pytest.MonkeyPatch, end_by: EndBy) -> None:
    monkeypatch.delenv("HISTPARSE_DEBUG", raising=False)
    code, _, message = end_by(KeyError("lost"))
    assert (code, message.count("\n")) == (2, 1)
    assert "KeyError: 'lost'" in message
    assert "HISTPARSE_DEBUG=1" in message


def test_error_of_ours_shows_where_on_demand(monkeypatch: pytest.MonkeyPatch, end_by: EndBy) -> None:
    monkeypatch.setenv("HISTPARSE_DEBUG", "1")
    with pytest.raises(KeyError):
        end_by(KeyError("lost"))


def test_a_pipe_closed_by_its_reader_has_a_code_of_its_own() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "histparse", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(60) == 141


def test_the_program_ends_with_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["histparse", "--versoin"])
    for stream in ("stdin", "stdout", "stderr"):  # main puts its own in their place
        monkeypatch.setattr(sys, stream, getattr(sys, stream))
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2
