"""The program around the commands: help, mistakes, and every way it can end."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from histparse import __version__, cli
from histparse.cli import app, command_group
from histparse.cli.commands import MODULES, PANELS
from histparse.model.errors import HistparseError
from tests.cli.commands import Printed
from tests.running import Run


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run_command_line(["--version"]) == 0
    assert capsys.readouterr().out == f"histparse {__version__}\n"


def test_the_help_page_has_a_line_for_every_command_by_panels(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run_command_line(["--help"]) == 0
    page = capsys.readouterr().out
    assert re.findall(r"─ (\w+) ─", page) == ["Options", *PANELS]
    lines = {line.strip(" │") for line in page.splitlines()}
    assert lines >= {f"{name:<12} {summary}" for panel in PANELS.values() for name, (_, summary) in panel.items()}


@pytest.mark.parametrize(
    ("line", "equivalent"),
    [("help", "--help"), ("help check", "check --help"), ("help db info", "db info --help"), ("-V", "--version")],
)
def test_help_is_found_whatever_is_typed(printed: Printed, line: str, equivalent: str, run: Run) -> None:
    code, output, _ = run(*line.split())
    assert (code, output.strip()) == (0, printed(*equivalent.split()).strip())


@pytest.mark.parametrize("command", MODULES)
def test_help_of_every_command_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run_command_line([command, "--help"]) == 0
    assert f"histparse {command}" in capsys.readouterr().out.partition("Examples")[2]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("chek x", "Did you mean 'check'"),
        ("--versoin", "Did you mean --version"),
        ("check x --format tex", "did you mean `text`"),
        ("parse x --format xml", "'xml'"),
    ],
)
def test_mistakes_are_explained(line: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run_command_line(line.split()) == 2
    output, err = capsys.readouterr()
    assert output == ""
    assert sentence in err
    assert "Traceback" not in err


def ending(monkeypatch: pytest.MonkeyPatch, run: Callable[[], object]) -> int:
    """The exit code of the program when a command is that function."""
    monkeypatch.setattr(command_group, "import_module", lambda _: SimpleNamespace(run_sites=run))
    return app.run_command_line(["sites"])


def raises(error: BaseException) -> Callable[[], object]:
    def run() -> object:
        raise error

    return run


def test_refusal_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert ending(monkeypatch, raises(HistparseError("there is no such file"))) == 2
    assert capsys.readouterr().err == "histparse: there is no such file\n"


def test_interrupt_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert ending(monkeypatch, raises(KeyboardInterrupt())) == 130
    assert capsys.readouterr().err == "histparse: stopped before the end, as you asked\n"


def test_error_of_ours_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("HISTPARSE_DEBUG", raising=False)
    assert ending(monkeypatch, raises(KeyError("lost"))) == 2
    err = capsys.readouterr().err
    assert "KeyError: 'lost'" in err
    assert "HISTPARSE_DEBUG=1" in err
    assert err.count("\n") == 1


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


def test_error_of_ours_shows_where_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HISTPARSE_DEBUG", "1")
    with pytest.raises(KeyError):
        ending(monkeypatch, raises(KeyError("lost")))
