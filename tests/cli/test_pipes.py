"""Named pipes: nobody may ever write into one, so no command waits for it. Other pipes are read to their end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from histparse import flow
from histparse.model.house import HouseError, house
from histparse.reader import FileError, open_file
from histparse.simulate import Settings, deal_hands
from tests.cli.commands import Refusal
from tests.dealer.writing import write_all
from tests.patience import PATIENCE
from tests.running import Run

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")

HANDS = write_all(deal_hands(Settings(hands=12, seed=4)))
SENTENCE = "a named pipe, not a file; redirected to standard input, it is read as -"
LINES = (
    "check {pipe}",
    "check {session} --waivers {pipe}",
    "import {pipe} --db {new} --jobs 2",
    "watch {pipe} --db {new}",
    "convert {pipe} --to oneline -o -",
    "show {pipe}:1",
    "players --db {pipe}",
    "import {session} --db {pipe}",
)


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A named pipe that nobody writes to."""
    made = tmp_path / "x.fifo"
    os.mkfifo(made)
    return made


@pytest.fixture
def session(tmp_path: Path) -> Path:
    file = tmp_path / "session.txt"
    file.write_text(HANDS, "utf-8")
    return file


@pytest.mark.nightly(1)
@pytest.mark.soak(5)
@pytest.mark.parametrize("line", LINES)
def test_no_command_waits_for_a_named_pipe(line: str, pipe: Path, session: Path, tmp_path: Path) -> None:
    words = line.format(pipe=pipe, session=session, new=tmp_path / "new").split()
    process = subprocess.run(
        [sys.executable, "-m", "histparse", *words], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (process.returncode, process.stderr.strip().count("\n")) == (2, 0), process.stderr
    assert "program itself" not in process.stderr
    assert not (tmp_path / "new").is_file()


def test_the_sentence_says_what_to_do(run: Run, pipe: Path, session: Path) -> None:
    assert run("check", pipe)[2] == f"histparse: cannot read {pipe}: {SENTENCE}\n"
    code, output, err = run("check", session, pipe)
    assert (code, output) == (2, "")
    assert err.splitlines() == ["12 hands, no finding.", f"histparse: cannot read {pipe}: {SENTENCE}"]
    with pytest.raises(HouseError):
        house(str(pipe))


def test_a_file_that_became_a_pipe_since_it_was_listed_is_left_out(session: Path, tmp_path: Path) -> None:
    listed = flow.list_files([tmp_path])
    session.unlink()
    os.mkfifo(session)
    with pytest.raises(FileError, match="a named pipe"):
        open_file(listed[0])
    left_out: list[OSError] = []
    assert list(flow.run_for_each(listed, flow.cut_file_into_hand_texts, left_out.append)) == []
    assert [error.filename for error in left_out] == [str(session)]


@pytest.fixture
def piped() -> Iterator[Callable[[], str]]:
    """Makes the name of a pipe out of which hands come, as the shell does for `<(command)`."""
    made: list[int] = []

    def name() -> str:
        reading, writing = os.pipe()
        made.append(reading)
        os.write(writing, HANDS.encode())  # all of them fit into the pipe
        os.close(writing)
        return f"/dev/fd/{reading}"

    yield name
    for reading in made:
        os.close(reading)


def test_what_a_command_prints_is_read(run: Run, piped: Callable[[], str], tmp_path: Path) -> None:
    assert run("check", piped(), piped())[2] == "24 hands, 12 duplicates, no finding.\n"
    code, output, _ = run("import", piped(), "--db", tmp_path / "x.duckdb", "--jobs", "1")
    assert (code, output.split()[9:13]) == (0, ["texts", "12", "stored", "12"]), output


def test_a_pipe_cannot_be_watched(refusal: Refusal, piped: Callable[[], str], tmp_path: Path) -> None:
    pipe = piped()
    assert refusal("watch", pipe, "--db", tmp_path / "new") == f"cannot watch {pipe}: neither a folder nor a file"
