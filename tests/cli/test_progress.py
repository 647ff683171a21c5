"""The progress bar: only on a terminal, only when work takes long."""

from __future__ import annotations

import sys

import pytest
from rich.console import Console

from histparse.cli import bar
from histparse.cli import progress as module
from histparse.cli.progress import progress


@pytest.fixture
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bar, "Console", lambda **options: Console(force_terminal=True, **options))


def shown(capsys: pytest.CaptureFixture[str], *, printing: bool = False) -> str:
    with progress("Judging", 100, printing=printing) as advance:
        advance(50)
        advance(50)
    return capsys.readouterr().err


def test_no_bar_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys) == ""


@pytest.mark.usefixtures("_terminal")
def test_no_bar_for_a_moment(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys) == ""


@pytest.mark.usefixtures("_terminal")
def test_bar_for_longer_work(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", -1.0)
    assert "Judging" in shown(capsys)


@pytest.mark.usefixtures("_terminal")
def test_no_bar_between_results(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", -1.0)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert shown(capsys, printing=True) == ""
