"""The other side of the long process: a command line comes in, how it ended goes out."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time
from typing import NamedTuple

from histparse.cli import app


class Ended(NamedTuple):
    """How a command line ended."""

    code: int
    """Below zero: killed by that signal."""
    printed: str = ""
    errors: str = ""
    seconds: float = 0.0
    """Of the processor."""
    peak: int = 0
    """Peak memory of that process in bytes; 0 if the system does not report it."""


def serve(pipe: Connection) -> None:
    """Run what comes until nothing more does."""
    silent = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # what a library prints past Python, say before it aborts
        os.dup2(silent, stream)
    with suppress(EOFError):
        while True:
            pipe.send(_ended(pipe.recv()))


def _ended(words: Sequence[str]) -> Ended:
    printed, errors = io.BytesIO(), io.BytesIO()
    stdout, stderr = (
        io.TextIOWrapper(stream, encoding="utf-8", newline="\n", write_through=True) for stream in (printed, errors)
    )
    begin = process_time()
    with redirect_stdout(stdout), redirect_stderr(stderr):
        code = app.run_command_line(words)
    seconds = process_time() - begin
    return Ended(code, _text(printed), _text(errors), seconds, _peak())


def _text(stream: io.BytesIO) -> str:
    return stream.getvalue().decode(errors="backslashreplace")


def _peak() -> int:
    """For this program alone: getrusage includes the peak of the process that started it."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))
