"""`histparse query` as users run it: in a process of its own, which Ctrl-C ends and which takes so much memory only."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import product
from pathlib import Path
from time import monotonic, sleep

import pytest

from histparse import Store
from histparse.stats.query import QueryError
from histparse.system import own_process
from tests.conftest import SOAK
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.skipif(not own_process.POSSIBLE, reason="queries have a process of their own on Linux only"),
]


DEAF = [
    "SELECT levenshtein(repeat('a', 3000000), repeat('b', 3000000))",
    "SELECT list_sort(list(hash(range))) FROM range(30000000)",
    "SELECT count(*) FROM range(100000000000) t(i) WHERE hash(i) = 7",
    "FROM range(30000000)",
]
"""Hours of work that DuckDB does without looking up, a long sort, an endless query, and rows that nobody reads."""
INTERRUPTIONS = [*product(("group", "program"), DEAF)] if SOAK else [("group", DEAF[0]), ("program", DEAF[3])]
"""Whom a Ctrl-C is sent to, and in the midst of what."""


COUNTED = "SELECT count(*) AS n FROM hands"


LARGE = 1_200 << 20


def started(*words: str | Path) -> subprocess.Popen[str]:
    line = [sys.executable, "-m", "histparse", "query", *words]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def children(process: int) -> list[int]:
    return [*map(int, Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split())]


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize(("receiver", "sql"), INTERRUPTIONS)
def test_ctrl_c_ends_it_at_once(filled: Path, sql: str, receiver: str) -> None:
    process = started(sql, "--db", filled, "--format", "csv")
    while not children(process.pid):
        sleep(0.01)
    (child,) = children(process.pid)
    sleep(2)  # in the midst of it
    (os.killpg if receiver == "group" else os.kill)(process.pid, signal.SIGINT)
    _, message = process.communicate(timeout=PATIENCE)
    assert (process.returncode, message) == (130, "histparse: stopped before the end, as you asked\n")
    assert not Path(f"/proc/{child}").exists()


@pytest.mark.nightly
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT list(range) FROM range(1000000000)",
        pytest.param("SELECT repeat('x', 3000000000)", marks=pytest.mark.soak),
        pytest.param("SELECT repeat('x', 1000000) FROM range(5000)", marks=pytest.mark.soak),
    ],
)
def test_it_takes_no_more_memory_than_it_may(filled: Path, tmp_path: Path, sql: str) -> None:
    limited = tmp_path / "limited.py"
    script = f"""
import resource, sys
from histparse.cli import app
from histparse.cli.commands import hands
hands.MEMORY = {LARGE}
code = app.run_as_process(["query", {sql!r}, "--db", {str(filled)!r}, "--format", "csv"])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"""
    limited.write_text(script, "utf-8")
    ended = subprocess.run([sys.executable, limited], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert ended.returncode == 2
    assert ended.stderr == "histparse: this takes more memory than a query may: ask for fewer or shorter values\n"
    assert int(ended.stdout) << 10 < LARGE + (300 << 20)


@pytest.mark.nightly
def test_ctrl_c_ends_the_wait_for_a_query(filled: Path) -> None:
    line = [sys.executable, "-m", "histparse", "query", "-", "--db", str(filled)]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        while "polars" not in Path(f"/proc/{process.pid}/maps").read_text("utf-8"):
            sleep(0.01)
        sleep(1.5)  # everything is loaded
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr.read() == "histparse: stopped before the end, as you asked\n"


@pytest.mark.nightly
def test_a_process_that_is_killed_is_one_sentence(filled: Path) -> None:
    process = started(DEAF[2], "--db", filled)
    while not children(process.pid):
        sleep(0.01)
    os.kill(children(process.pid)[0], signal.SIGKILL)
    _, message = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert message.startswith("histparse: the process that did the work was killed")
    assert message.count("\n") == 1


@pytest.mark.nightly
def test_rows_come_from_it_and_so_does_what_is_refused(filled: Path) -> None:
    ended = {sql: started(sql, "--db", filled, "--format", "csv").communicate() for sql in (COUNTED, "FROM no")}
    assert ended[COUNTED] == ("n\n40\n", "")
    assert ended["FROM no"][1].startswith("histparse: ")


def test_it_ends_with_the_program(filled: Path) -> None:
    process = started(DEAF[2], "--db", filled)
    while not children(process.pid):
        sleep(0.01)
    (child,) = children(process.pid)
    sleep(0.3)
    process.kill()
    process.communicate(timeout=PATIENCE)
    end = monotonic() + PATIENCE
    while is_running(child) and monotonic() < end:
        sleep(0.05)
    assert not is_running(child)


def is_running(process: int) -> bool:
    """Whether the process has not ended; a zombie has."""
    try:
        return "Z (zombie)" not in Path(f"/proc/{process}/status").read_text("ascii")
    except FileNotFoundError:
        return False


@pytest.mark.nightly
@pytest.mark.parametrize("sql", [DEAF[2], DEAF[0]] if SOAK else DEAF[2:3])
def test_a_query_ends_when_its_time_is_over(sql: str, filled: Path) -> None:
    process = started(sql, "--db", filled, "--timeout", "0.1")
    _, message = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert message.startswith("histparse: this took more than 0.1 seconds")


def test_a_query_that_would_use_the_disk_takes_too_much_memory(filled: Path) -> None:
    with Store(filled, read_only=True) as store:
        store.limit("60MB")
        with pytest.raises(QueryError, match="this takes more memory than a query may"):
            store.query("SELECT count(*) FROM (SELECT DISTINCT range, random() FROM range(3000000))")
        with pytest.raises(QueryError, match="a query reads the tables of this database and no file"):
            store.query("FROM 'hands.csv'")
