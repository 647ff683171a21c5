"""Progress: a bar on a terminal only, when work takes long; a line in the log now and then; `--quiet` and `--log`."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest
from rich.console import Console

from histparse.cli import app
from histparse.cli import printing as module
from histparse.cli.inputs import Inputs
from histparse.cli.printing import Verbosity, progress
from histparse.judging.engine import HandResult
from histparse.reader import HandText
from histparse.simulate import Settings, deal_hands
from tests.cli.commands import Refusal
from tests.dealer.writing import write_all
from tests.patience import PATIENCE
from tests.running import Run


class AtOnce:
    """A timer that waits for nothing."""

    def __init__(self, _: float, work: Callable[[], None]) -> None:
        self.start = work

    def cancel(self) -> None: ...


@pytest.fixture
def _terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert capsys
    monkeypatch.setattr("rich.console.Console", lambda **options: Console(force_terminal=True, width=100, **options))
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda _: True)


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", -1.0)
    monkeypatch.setattr(module, "LOGGED", -1.0)
    monkeypatch.setattr(module, "Timer", AtOnce)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """Twenty hands; the first states a wrong pot."""
    file = tmp_path / "session.txt"
    text = write_all(deal_hands(Settings(hands=20, seed=5)))
    file.write_text(text.replace("Total pot $", "Total pot $9", 1), "utf-8")
    return file


def shown(capsys: pytest.CaptureFixture[str], *, printing: bool = False) -> str:
    with progress("Judging", 100, facts=lambda: {"hand": 1_200, "finding": 1}, printing=printing) as advance:
        advance(50)
        advance(50)
    return capsys.readouterr().err


@pytest.mark.parametrize("setting", ["_impatient", "_terminal"])
def test_no_bar_in_a_pipe_nor_for_a_moment(
    setting: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    request.getfixturevalue(setting)
    assert shown(capsys) == ""


@pytest.mark.usefixtures("_terminal", "_impatient")
def test_no_bar_between_results_nor_where_it_is_to_be_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    assert sys.stdout.isatty()
    assert shown(capsys, printing=True) == ""
    with Verbosity(quiet=True).applying("histparse check", None):
        assert shown(capsys) == ""


def test_verbose_tells_the_time_it_took(run: Run, session: Path) -> None:
    code, _, message = run("check", session, "--verbose")
    assert (code, "done in" in message) == (1, True), message


@pytest.mark.usefixtures("_terminal", "_impatient")
def test_bar_for_longer_work_with_rate_hands_and_findings(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = shown(capsys)
    assert "Judging" in drawn
    assert re.search(r"1,200 hands \([\d,]+/s\), 1 finding", drawn)


@pytest.mark.usefixtures("_terminal")
def test_work_that_says_nothing_has_a_bar_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    drawn, end = "", monotonic() + PATIENCE
    with progress("Counting"):
        while "Counting" not in drawn and monotonic() < end:
            sleep(0.02)
            drawn += capsys.readouterr().err
    assert "Counting" in drawn


def test_unchanged_files_and_long_hands_advance_by_their_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the step makes of a file, the bar ends where the file ends."""
    for name in "abc":
        (tmp_path / name).write_bytes(bytes(100))
    amounts: list[int] = []
    hands = {"a": [], "b": [30, 30], "c": [5_000]}

    def step(file: Path) -> list[HandResult]:
        return [HandResult((), HandText(str(file), 1, "x" * size, "pokerstars")) for size in hands[file.name]]

    class Bar:
        def __enter__(self) -> object:
            return amounts.append

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr("histparse.cli.inputs.progress", lambda *_, **__: Bar())
    with Inputs([str(tmp_path)]) as inputs:
        assert len([*inputs.run_step(step, "Importing")]) == 3  # type: ignore[arg-type] # a list is iterated too
        assert inputs.size_in_bytes == 300
    assert amounts == [100, 30, 30, 40, 100, 0]


# --- --quiet and --log -----------------------------------------------------------------------------------


def test_quiet_leaves_results_and_errors(run: Run, refusal: Refusal, session: Path) -> None:
    code, output, message = run("check", session, "--quiet")
    assert (code, message) == (1, "")
    assert "POT01" in output
    assert refusal("check", "none.txt", "--quiet").startswith("cannot read none.txt")


@pytest.mark.usefixtures("_impatient")
def test_the_log_has_messages_and_progress(session: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "log"
    for quiet in ([], ["--quiet"]):
        assert app.run_command_line(["check", str(session), "--log", str(log), *quiet]) == 1
        lines = log.read_text("utf-8").splitlines()
        log.unlink()
        words = [re.sub(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4} ", "", line) for line in lines]
        assert words[0] == "histparse check: begins"
        assert any(re.match(r"Judging: \d+%, \d+ hands? \([\d,]+/s\), \d+ findings?, \d+ s", line) for line in words)
        assert any(re.match(r"Judging: .* s left$", line) for line in words)
        assert "20 hands, " in "".join(words)
        assert re.fullmatch(r"histparse check: done in [\d.]+ s", words[-1])
    assert "20 hands" in capsys.readouterr().err


def test_a_log_on_a_full_disk_does_not_stop_the_work(run: Run, session: Path) -> None:
    assert run("check", session, "--log", "/dev/full")[0] == 1
