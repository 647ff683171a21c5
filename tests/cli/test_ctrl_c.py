"""Ctrl-C at any moment: one sentence, exit code 130, and the database as it was; or it came too late."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import wait
from pathlib import Path
from threading import Timer
from time import perf_counter, sleep
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest

from histparse import cli
from histparse.cli import app, command_group
from histparse.report import gathering, model
from histparse.simulate import Settings
from histparse.stats import catalogue
from histparse.store import Database, Importer
from histparse.store.settle import neighbours
from tests.cli.commands import import_by_command, write_session
from tests.conftest import NIGHTLY, SOAK
from tests.patience import PATIENCE
from tests.running import Run
from tests.store.filling import content, rows

SENTENCE = "histparse: stopped before the end, as you asked\n"
HANDS = (400, 100) if NIGHTLY else (80, 20)
TRIES = 300 if SOAK else 1
"""For each command."""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal of this system")

# A single thread, for DuckDB looks for signals only between the pieces of work that it does itself.
ENDLESS = "SELECT count(*) FROM range(100000000000) t(i) WHERE hash(i) = 7"
SINGLE_THREAD: dict[str, str | bool | int | float | list[str]] = {"threads": 1}


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def press_in_a_query() -> None:
    Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    duckdb.connect(config=SINGLE_THREAD).execute(ENDLESS)


def press_in_an_import() -> None:
    try:
        press()
    except KeyboardInterrupt:
        raise ImportError("a part of numpy is missing") from None


def press_in_vain() -> None:
    try:
        press()
    except KeyboardInterrupt:
        raise ValueError("what a clean-up says that nobody expected to be called") from None


class Destroyed:
    def __del__(self) -> None:
        press()


def press_in_a_destructor() -> None:
    Destroyed()
    for _ in range(100 * PATIENCE):
        sleep(0.001)


@pytest.mark.parametrize("hit", [press, press_in_a_query, press_in_an_import, press_in_vain, press_in_a_destructor])
@pytest.mark.parametrize("loading", [False, True])
def test_whatever_it_interrupts_is_reported_alike(
    run: Run, monkeypatch: pytest.MonkeyPatch, hit: Callable[[], None], loading: bool
) -> None:
    monkeypatch.setattr(command_group, "import_module", lambda _: hit() if loading else SimpleNamespace(run_sites=hit))
    handler = signal.getsignal(signal.SIGINT)
    assert run("sites") == (130, "", SENTENCE)
    assert signal.getsignal(signal.SIGINT) is handler


def test_it_is_not_lost_while_a_dropped_one_is_raised_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    soon, again = cli._press_again_soon, [press]

    def press_once_more() -> None:
        (again.pop() if again else soon)()

    monkeypatch.setattr(cli, "_press_again_soon", press_once_more)
    monkeypatch.setattr(command_group, "import_module", lambda _: SimpleNamespace(run_sites=press_in_a_destructor))
    assert run("sites") == (130, "", SENTENCE)


def test_the_program_hears_it_while_it_is_loaded(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app, "run_command_line", lambda _: press())
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 130
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    assert capfd.readouterr().err == SENTENCE


PRESSING_WHILE_DUCKDB_IS_LOADED = """
import enum, signal, sys
from histparse.cli import main

def press_in_library(frame, event, _):
    is_compiled = frame.f_back and frame.f_back.f_code.co_name == "_call_with_frames_removed"
    if is_compiled and frame.f_code is enum.EnumType.__call__.__code__:
        sys.setprofile(None)
        print("pressed", flush=True)
        signal.raise_signal(signal.SIGINT)

sys.setprofile(press_in_library)
main()
"""


def test_a_library_is_loaded_first(made: Path) -> None:
    """An exception in DuckDB's own beginning would abort the process."""
    words = ["stats", "vpip", "--db", str(made / "made.duckdb")]
    ended = subprocess.run(
        [sys.executable, "-c", PRESSING_WHILE_DUCKDB_IS_LOADED, *words], capture_output=True, text=True, check=False
    )
    assert (ended.stdout, ended.stderr, ended.returncode) == ("pressed\n", SENTENCE, 130)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database, and with more hands beside it."""
    folder = tmp_path_factory.mktemp("made")
    for name, hands in zip(("hands", "more"), HANDS, strict=True):
        write_session(folder / f"{name}.txt", Settings(hands=hands, seed=hands))
    import_by_command(folder / "made.duckdb", folder / "hands.txt")
    return folder


@pytest.mark.nightly
def test_what_is_being_committed_is_not_stopped(
    run: Run, monkeypatch: pytest.MonkeyPatch, made: Path, tmp_path: Path
) -> None:
    file = shutil.copy(made / "made.duckdb", tmp_path / "x.duckdb")
    finish = Importer._finish_and_commit

    def finish_and_press(importer: Importer) -> None:
        importer.before_commit()
        press()
        finish(importer)
        press()

    monkeypatch.setattr(Importer, "_finish_and_commit", finish_and_press)
    code, _, message = run("import", made / "more.txt", "--db", file, "--jobs", "1", "-q")
    assert (code, message) == (0, "")
    with Database(file, read_only=True) as database:
        assert rows(database, "SELECT count(*) FROM hands") == [(sum(HANDS),)]


@pytest.mark.nightly
def test_until_then_it_is_stopped_even_in_a_long_query(
    run: Run, monkeypatch: pytest.MonkeyPatch, made: Path, tmp_path: Path
) -> None:
    file = Path(shutil.copy(made / "made.duckdb", tmp_path / "x.duckdb"))
    content_before = stored(file)

    def compare_for_ever(connection: duckdb.DuckDBPyConnection, *_: object) -> None:
        Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        connection.execute(ENDLESS)

    monkeypatch.setattr(neighbours, "renew_findings_of_changed_neighbours", compare_for_ever)
    code, _, message = run("import", made / "more.txt", "--db", file, "--jobs", "1")
    assert (code, message) == (130, SENTENCE)
    assert stored(file) == content_before


@pytest.mark.nightly(1)
@pytest.mark.parametrize("again", [0, 2])
def test_threads_of_a_report_are_not_waited_for(monkeypatch: pytest.MonkeyPatch, made: Path, again: int) -> None:
    """Not even when it is pressed again and again while they end."""
    pressed = [KeyboardInterrupt] * again

    def waited(*arguments: Any) -> Any:  # Any: as the function in its place
        if pressed:
            raise pressed.pop()
        return wait(*arguments)

    def count_for_ever(database_of_thread: Database, *_: object) -> list[model.Figures]:
        database_of_thread.connection.execute(ENDLESS)
        return []

    monkeypatch.setattr("histparse.stats.query.wait", waited)
    with Database(made / "made.duckdb", read_only=True) as database:
        Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            gathering._count_batches(database, "Hero", [(count_for_ever, [*catalogue().values()], "")])  # type: ignore[list-item] # it ends never


STARTED = "from histparse.cli import main; print('started', flush=True); main()"
COMMANDS = {
    "stats": "stats vpip --by session",
    "report": "report",
    "import": "import {made}/more.txt --jobs 1 -q",
    "import with workers": "import {made}/more.txt {made}/hands.txt --jobs 2 -q",
}


def run_and_stop(words: list[str], delay: float | None) -> tuple[int, str, str, float]:
    """Exit code, output and errors of a command that is stopped after so many seconds, and its time."""
    with subprocess.Popen(
        [sys.executable, "-c", STARTED, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        start = perf_counter()
        if delay is not None:
            sleep(delay)
            process.send_signal(signal.SIGINT)
        output, err = process.communicate(timeout=PATIENCE)
        return process.returncode, output, err, perf_counter() - start


def stored(file: Path) -> dict[str, list[tuple[object, ...]]]:
    with Database(file, read_only=True) as database:
        return content(database)


@pytest.mark.soak(1)
@pytest.mark.parametrize("command", COMMANDS)
def test_at_any_moment(made: Path, tmp_path: Path, command: str) -> None:
    file = tmp_path / "x.duckdb"
    words = [*COMMANDS[command].format(made=made).split(), "--db", str(file)]
    content_before = stored(Path(shutil.copy(made / "made.duckdb", file)))
    *_, whole = run_and_stop(words, None)
    hands_after = stored(file)["hands"]
    chance = random.Random(command)  # noqa: S311 - nothing is kept secret by it
    for _ in range(TRIES):
        shutil.copy(made / "made.duckdb", file)
        delay = chance.random() * whole
        code, output, err, _ = run_and_stop(words, delay)
        ended = f"exit code {code}, {delay:.3f} of {whole:.3f} s after its beginning; {err=}, {output[-300:]=}"
        assert (code, err) in {(130, SENTENCE), (0, "")}, ended
        assert stored(file)["hands"] == hands_after if code == 0 else stored(file) == content_before, ended
