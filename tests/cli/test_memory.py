"""Little memory: a command runs or ends with one sentence."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from histparse.cli import process
from histparse.model.errors import HistparseError
from histparse.system.processes import core_count
from tests.patience import PATIENCE

LEGAL = Path(__file__).parents[2] / "sample_histories" / "pokerstars" / "by_hand_six_handed_reshuffle.txt"
SETTINGS = {"OPENBLAS_NUM_THREADS", *process.SPARING}


def limited(size: int, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """The program with that many MB of address space."""
    return subprocess.run(
        [sys.executable, "-m", "histparse", *map(str, words)],
        env={name: value for name, value in os.environ.items() if name not in SETTINGS},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size << 20, size << 20)),
    )


@pytest.mark.parametrize("size", [200, 850])
def test_too_little_is_one_sentence(tmp_path: Path, size: int) -> None:
    ended = limited(size, "import", LEGAL, "--db", tmp_path / "x.duckdb")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(
        f"histparse: there is not enough memory: `ulimit -v` leaves {size} MB, and this takes "
    )
    assert ended.stderr.count("\n") == 1


def test_reading_needs_little() -> None:
    assert limited(200, "check", LEGAL).returncode == 0


class PanicException(BaseException):
    """As Polars raises it."""


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        ImportError("libarrow.so: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
        PanicException("OS can't spawn worker thread: Resource temporarily unavailable"),
        RuntimeError("Out of Memory Error: Allocation failure"),
    ],
)
def test_want_of_memory_is_known_in_all_its_forms(error: BaseException) -> None:
    with pytest.raises(HistparseError, match="not enough memory"), process.reporting_memory_shortage():
        raise error


@pytest.mark.parametrize(
    "error", [KeyError("x"), KeyboardInterrupt(), SystemExit(1), HistparseError("cannot allocate")]
)
def test_other_errors_stay_what_they_are(error: BaseException) -> None:
    with pytest.raises(type(error)) as raised, process.reporting_memory_shortage():
        raise error
    assert raised.value is error


@pytest.mark.nightly
def test_what_is_said_to_suffice_suffices(tmp_path: Path) -> None:
    least = (process.LEAST + process.A_CORE * core_count()) >> 20
    ended = limited(least, "import", LEGAL, "--db", tmp_path / "x.duckdb", "-q")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_what_the_user_has_set_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS:
        monkeypatch.setenv(name, "7")
    monkeypatch.setattr(process, "_address_space_limit", lambda: 1 << 40)
    process.limit_reservations_and_guard_libraries()
    assert {os.environ[name] for name in SETTINGS} == {"7"}


def test_without_a_bound_only_idle_threads_are_spared(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS:
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setattr(process, "_address_space_limit", lambda: None)
    process.limit_reservations_and_guard_libraries()
    assert {name for name in SETTINGS if name in os.environ} == {"OPENBLAS_NUM_THREADS"}
