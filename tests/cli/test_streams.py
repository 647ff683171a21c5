"""The standard streams closed, full, or abandoned by their reader, with the program started by a shell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import FrameType

import pytest

from histparse.cli import process
from tests.patience import PATIENCE

SAMPLES = Path(__file__).parents[2] / "sample_histories"
LEGAL = SAMPLES / "pokerstars" / "by_hand_six_handed_reshuffle.txt"
BROKEN = SAMPLES / "illegal" / "BET02_fifth_bet.txt"


def shell(line: str, folder: Path) -> tuple[int, str]:
    """Exit code of a line of the shell, in which `$H` is the program, and all that is printed."""
    setting = {"H": f"{sys.executable} -m histparse", "LEGAL": str(LEGAL), "BROKEN": str(BROKEN)}
    program = Path(__file__).parents[2]
    ended = subprocess.run(
        ["/bin/sh", "-c", line],
        env={**setting, "PYTHONPATH": str(program)},
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    return ended.returncode, ended.stdout


@pytest.mark.nightly(2)
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("$H check $LEGAL 2>&1 >&-", 0),
        ("$H check $BROKEN <&- >&- 2>&-", 1),
        ("$H check - <&- 2>/dev/null >/dev/null", 2),
        ("$H check $BROKEN >/dev/null 2>/dev/full", 1),
    ],
)
def test_a_closed_stream_changes_no_exit_code(line: str, code: int, tmp_path: Path) -> None:
    ending, printed = shell(line, tmp_path)
    assert ending == code
    assert "Traceback" not in printed
    assert "Exception ignored" not in printed


@pytest.mark.nightly
def test_a_database_never_gets_what_is_printed(tmp_path: Path) -> None:
    assert shell("$H import $LEGAL --db x.duckdb <&- >&- 2>&-", tmp_path)[0] == 0
    code, printed = shell("$H players --db x.duckdb --format json", tmp_path)
    assert code == 0
    assert "player" in printed


@pytest.mark.parametrize("interrupted", ["write", "flush"])
def test_ctrl_c_behind_a_write_does_not_repeat_it(interrupted: str) -> None:
    """`watch` wrote its last hand twice when it was stopped in the moment in which that was written."""
    reader, writer = os.pipe()
    pressed: list[object] = []

    def press(_frame: FrameType, event: str, function: object) -> None:
        if event == "c_return" and getattr(function, "__name__", "") == interrupted and not pressed:
            pressed.append(function)
            raise KeyboardInterrupt

    output = process._wrap_unless_terminal(process._OutputRaisingReaderGone(writer), None)
    output.write("a hand\n")
    sys.setprofile(press)
    try:
        output.flush()
    except KeyboardInterrupt:
        pass
    finally:
        sys.setprofile(None)
    output.flush()
    os.close(writer)
    with os.fdopen(reader, "rb") as read:
        assert read.read() == b"a hand\n"
    assert pressed
