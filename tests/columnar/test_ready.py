"""Nobody waits for the compiler: it works beside an import that is large, and its code is used when it is there."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import pytest

from histparse.columnar import machine_code, ready
from histparse.system.cache import FOLDER


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, and the lane switched on."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    monkeypatch.delenv(ready.OFF)
    monkeypatch.setattr(machine_code, "_RUNNING", [])
    machine_code.code_folder.cache_clear()
    yield tmp_path
    machine_code.code_folder.cache_clear()


class Compiler:
    """Stands for the process of a compiler."""

    started = 0

    def __init__(self, *_: Any, **__: Any) -> None:
        Compiler.started += 1
        self.is_ended = False

    def terminate(self) -> None:
        self.is_ended = True


@pytest.fixture(autouse=True)
def compiler(monkeypatch: pytest.MonkeyPatch) -> type[Compiler]:
    monkeypatch.setattr(subprocess, "Popen", Compiler)
    monkeypatch.setattr(Compiler, "started", 0)
    return Compiler


def make_ready() -> None:
    machine_code.code_folder().mkdir(parents=True)
    (machine_code.code_folder() / "ready").touch()


def test_a_small_import_starts_no_compiler(compiler: type[Compiler]) -> None:
    assert list(ready.compiling_beside(range(ready.MANY - 1))) == list(range(ready.MANY - 1))
    assert not compiler.started


def test_a_large_one_starts_it_once_and_goes_on(compiler: type[Compiler]) -> None:
    assert list(ready.compiling_beside(range(9))) == list(range(9))
    assert compiler.started == 1


def test_it_is_not_started_where_its_code_is_there_or_not_wanted(
    compiler: type[Compiler], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_ready()
    list(ready.compiling_beside(range(9)))
    (machine_code.code_folder() / "ready").unlink()
    monkeypatch.setenv(ready.OFF, "1")
    list(ready.compiling_beside(range(9)))
    assert not compiler.started


def test_an_import_that_is_left_ends_it() -> None:
    loads = ready.compiling_beside(iter(range(9)))
    for _ in range(ready.MANY):
        next(loads)
    loads.close()  # type: ignore[attr-defined]  # it is a generator
    assert [compiler.is_ended for compiler in machine_code._RUNNING] == [True]  # type: ignore[attr-defined]  # it is ours


def test_an_import_goes_on_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise OSError

    monkeypatch.setattr(subprocess, "Popen", refused)
    assert list(ready.compiling_beside(range(9))) == list(range(9))


def test_the_code_is_used_when_it_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not ready.is_ready()
    make_ready()
    assert ready.is_ready()
    monkeypatch.setenv(ready.OFF, "1")
    assert not ready.is_ready()


def test_the_compiler_marks_its_code_and_throws_away_what_is_old(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "nice", lambda _: 0)
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    machine_code.code_folder().mkdir(parents=True)  # as numba makes it
    for name, age in (("columnar-old", 2 * machine_code.OLD), ("columnar-new", 0), ("other", 2 * machine_code.OLD)):
        (cache / name).mkdir()
        then = (cache / name).stat().st_mtime - age
        os.utime(cache / name, (then, then))
    machine_code.main()
    assert ready.is_ready()
    assert {folder.name for folder in cache.iterdir()} == {machine_code.code_folder().name, "columnar-new", "other"}


def test_nothing_is_marked_where_numba_is_not_to_compile() -> None:
    machine_code.main()
    assert not ready.is_ready()
