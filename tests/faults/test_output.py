"""Output that cannot be delivered: the reader leaves (`| head -1`), or the disk is full.

HISTPARSE_SOAK=1: of every command.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import SOAK
from tests.faults.child import expect_nobody, expect_refusal, run, start, unchanged
from tests.faults.lines import COMMANDS, LINES
from tests.samples import FOLDER as SAMPLES

FULL = Path("/dev/full")
FILLED = LINES if SOAK else [line for line in LINES if line.startswith(("parse", "import", "stats vpip"))]
"""Lines that print by Python, typer and polars."""
LEFT = LINES if SOAK else [*FILLED, *(line for line in LINES if line.startswith(("report", "export")))]


@pytest.fixture
def words(request: pytest.FixtureRequest, session: Path, db: Path, tmp_path: Path) -> list[str]:
    """The command line that the test is about."""
    line: str = request.param
    return line.format(session=session, illegal=SAMPLES / "illegal", db=db, new=tmp_path / "new.duckdb").split()


def test_every_command_has_a_line() -> None:
    assert COMMANDS - {line.split()[0] for line in LINES} == set()


@pytest.mark.nightly
@pytest.mark.soak(2)
@pytest.mark.parametrize("words", LEFT, indirect=True)
def test_a_reader_who_leaves_is_no_error(words: list[str], db: Path) -> None:
    with unchanged(db):
        process = start(*words)
        assert process.stdout is not None
        assert process.stderr is not None
        os.read(process.stdout.fileno(), 1)  # the program prints
        process.stdout.close()
        message = process.stderr.read()
        process.stderr.close()
        assert process.wait() in {0, 1, 141}, message
        expect_nobody(process)
    assert not [word for word in ("Traceback", "Exception ignored", "program itself") if word in message], message


@pytest.mark.soak(1)
@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", FILLED, indirect=True)
def test_a_full_disk_under_the_output_is_one_sentence(words: list[str], db: Path) -> None:
    with unchanged(db), FULL.open("w") as full:
        ended = run(*words, stdout=full)
    expect_refusal(ended, "No space left on device")
