"""Nobody waits for the compiler: the lane is used when its code can be loaded, and compiled where that is repaid."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import event

from histparse.columnar import compiled as compiling
from histparse.columnar import compiler, machine_code, ready
from histparse.columnar.lane import Lane
from histparse.system.cache import FOLDER
from histparse.system.locks import locked
from histparse.system.resources import PACKAGE
from tests.running import Run

HOLDS_THE_LOCK = """
import sys; from pathlib import Path; from histparse.system.locks import locked
with locked(Path(sys.argv[1])) as is_ours: print(is_ours, flush=True); sys.stdin.read()
"""
COMPILES_MEANWHILE = """
import sys; from histparse.columnar.compiler import compiling_meanwhile
with compiling_meanwhile(): print("begun", flush=True); sys.stdin.read()
"""
SAYS_WHOSE_LANE_IS_READY = """
import histparse; from histparse.columnar.ready import is_ready
print(is_ready(), histparse.__file__)
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, and the lane switched on."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(FOLDER, str(folder))
    monkeypatch.delenv(ready.OFF)
    ready.is_proven.cache_clear()
    yield folder
    ready.is_proven.cache_clear()


@pytest.fixture
def began(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What became of compilers, which are not started here."""
    told: list[str] = []

    @contextmanager
    def pretended() -> Iterator[None]:
        told.append("begun")
        yield
        told.append("ended")

    monkeypatch.setattr(compiler, "compiling_meanwhile", pretended)
    return told


def make_ready() -> None:
    machine_code.code_folder().mkdir(parents=True)
    machine_code.mark()


def passed_on(to_come: int) -> bool:
    return list(ready.compiling_beside(range(9), lambda: to_come)) == list(range(9))


def test_an_import_that_does_not_repay_it_starts_no_compiler(began: list[str]) -> None:
    assert passed_on(ready.WORTH - 1)
    assert began == []


def test_a_large_one_starts_it_once_and_ends_it(began: list[str]) -> None:
    assert passed_on(ready.WORTH)
    assert began == ["begun", "ended"]


def test_what_is_to_come_is_asked_when_new_hands_have_come(began: list[str]) -> None:
    left = [ready.WORTH]
    loads = ready.compiling_beside(range(9), lambda: left[0])
    assert [next(iter(loads)) for _ in range(ready.MANY)] == list(range(ready.MANY))
    left[0] = 0
    assert len(list(loads)) == 9 - ready.MANY
    assert began == []


def test_it_is_not_started_where_its_code_is_there_or_not_wanted(
    began: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_ready()
    assert passed_on(ready.WORTH)
    machine_code.unmark()
    monkeypatch.setenv(ready.OFF, "1")
    assert passed_on(ready.WORTH)
    assert began == []


def test_an_import_goes_on_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> None:
        raise OSError

    monkeypatch.setattr(compiler, "start_process", refused)
    assert passed_on(ready.WORTH)


def test_the_lane_is_ready_when_its_code_can_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not ready.is_ready()
    make_ready()
    monkeypatch.setattr(Lane, "touch", lambda _: None)
    assert ready.is_ready()
    monkeypatch.setenv(ready.OFF, "1")
    assert not ready.is_ready()


@pytest.mark.parametrize("error", [compiling.NotCompiledError, EOFError, MemoryError, ImportError])
def test_a_mark_that_is_not_true_is_removed(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_: Lane) -> None:
        raise error

    make_ready()
    monkeypatch.setattr(Lane, "touch", failing)
    assert not ready.is_ready()
    assert not machine_code.is_compiled()


def test_no_process_but_the_compiler_compiles() -> None:
    compile_: Callable[..., Any] = numba.njit

    def of_somebody_else(number: int) -> int:
        return number + 1

    def ours(number: int) -> int:
        return number + 1

    ours.__module__ = "histparse.columnar.replay.loop"
    with pytest.raises(compiling.NotCompiledError):
        compile_(ours)(1)
    assert compile_(of_somebody_else)(1) == 2


def test_the_compiler_marks_its_code_and_throws_away_what_is_old(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def as_numba_does(_: Lane) -> None:
        assert compiling.REFUSING not in event._registered["numba:compile"]  # there is no other way to ask
        machine_code.code_folder().mkdir()

    monkeypatch.setattr(Lane, "touch", as_numba_does)
    for name, age in (("columnar-old", 2 * machine_code.OLD), ("columnar-new", 0), ("other", 2 * machine_code.OLD)):
        (cache / name).mkdir(parents=True)
        then = (cache / name).stat().st_mtime - age
        os.utime(cache / name, (then, then))
    assert compiler.compile_all()
    assert machine_code.is_compiled()
    assert {folder.name for folder in cache.iterdir()} == {
        *(machine_code.code_folder().name, "columnar-new", "other", compiler.LOCK)
    }


def test_one_compiler_at_a_time_even_after_one_was_killed(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lane, "touch", lambda _: machine_code.code_folder().mkdir())
    with other_process(HOLDS_THE_LOCK, str(cache / compiler.LOCK)) as other:
        assert other.stdout.readline() == b"True\n"  # type: ignore[union-attr]  # it is a pipe
        assert not compiler.compile_all()
        other.kill()
        other.wait()
        assert compiler.compile_all()
    assert (cache / compiler.LOCK).read_text() == f"{os.getpid()}\n"


def test_a_lock_is_held_for_as_long_as_its_block(tmp_path: Path) -> None:
    for _ in range(2):
        with locked(tmp_path / "lock") as is_ours, locked(tmp_path / "lock") as second:
            assert (is_ours, second) == (True, False)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="of POSIX")
def test_the_compiler_ends_with_an_import_that_is_killed() -> None:
    with other_process(COMPILES_MEANWHILE) as importing:
        assert importing.stdout.readline() == b"begun\n"  # type: ignore[union-attr]  # it is a pipe
        importing.kill()
        assert importing.communicate(timeout=60)[0] == b""  # the compiler, too, has its end of the pipe


def test_a_cache_that_cannot_be_written_leaves_the_reference_lane(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(Path(os.devnull, "cache")))
    assert not ready.is_ready()
    code, _, errors = run("compile")
    assert code == 2
    assert "HISTPARSE_CACHE names another folder" in errors


def test_another_installation_uses_the_same_code_and_writes_nothing(tmp_path: Path, compiled: dict[str, str]) -> None:
    shutil.copytree(PACKAGE, tmp_path / "histparse", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("grammars", "analytics"):
        shutil.copytree(PACKAGE.parent / name, tmp_path / "histparse" / name)
    before = times_of_code(Path(compiled[FOLDER]))
    command = [sys.executable, "-c", SAYS_WHOSE_LANE_IS_READY]
    said = subprocess.run(command, env=compiled, cwd=tmp_path, check=True, stdout=subprocess.PIPE).stdout
    assert said.decode() == f"True {tmp_path / 'histparse' / '__init__.py'}\n"
    assert before
    assert times_of_code(Path(compiled[FOLDER])) == before


def times_of_code(cache: Path) -> dict[Path, int]:
    """When each file of machine code was written; what else is kept there, tests beside this one write."""
    return {path: path.stat().st_mtime_ns for folder in cache.glob("columnar-*") for path in folder.rglob("*")}


@contextmanager
def other_process(script: str, *given: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-c", script, *given]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
