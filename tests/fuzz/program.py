"""The program as the campaign runs it: in one long process for thousands of command lines, or in a process for each."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Protocol, Self

from tests.fuzz.served import Ended, serve
from tests.patience import PATIENCE

_SYSTEM = get_context("spawn")


class Program(Protocol):
    """Something that runs command lines."""

    rest: int
    """The memory it takes when it has nothing to do, in bytes."""
    start: float
    """Seconds of the processor that each command line takes before it does anything."""

    def run(self, words: Sequence[str]) -> Ended:
        """Run that command line."""

    def restart(self) -> None:
        """Forget what earlier command lines left in memory."""


class Served:
    """The program in a process that takes one command line after the other. When it dies, there is a new one."""

    start = 0.0

    def __init__(self, *warm_up: Sequence[str]) -> None:
        """`warm_up` is run in each new process before its memory is looked at."""
        self._warm_up = warm_up
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def run(self, words: Sequence[str]) -> Ended:
        """Run that command line."""
        ended = self._ask(words)
        if ended.code < 0:
            self.restart()
        return ended

    def restart(self) -> None:
        """Go on in a new process."""
        self._end()
        self._start()

    def _ask(self, words: Sequence[str]) -> Ended:
        self._pipe.send(words)
        try:
            if not self._pipe.poll(PATIENCE):
                self._process.kill()
            ended: Ended = self._pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            return Ended(self._process.exitcode or -1)
        return ended

    def _start(self) -> None:
        self._pipe, other = _SYSTEM.Pipe()
        self._process = _SYSTEM.Process(target=serve, args=(other,), daemon=True)
        self._process.start()
        other.close()
        self.rest = max(self._ask(words).peak for words in self._warm_up)

    def _end(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


class Alone:
    """The program in a process of its own for each command line, as a shell starts it."""

    def __init__(self, folder: Path, *warm_up: Sequence[str]) -> None:
        """`folder` takes the program's output; `warm_up` measures what the program itself needs."""
        self._out, self._err = folder / "stdout", folder / "stderr"
        small = [self.run(words) for words in warm_up]
        self.rest = max(ended.peak for ended in small)
        self.start = max(ended.seconds for ended in small)

    def run(self, words: Sequence[str]) -> Ended:
        """Run that command line."""
        with self._out.open("wb") as out, self._err.open("wb") as err:
            process = subprocess.Popen([sys.executable, "-m", "histparse", *words], stdout=out, stderr=err)
            watch = Timer(PATIENCE, process.kill)
            watch.start()
            _, status, used = os.wait4(process.pid, 0)
            watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = used.ru_utime + used.ru_stime
        return Ended(process.returncode, _text(self._out), _text(self._err), seconds, used.ru_maxrss << 10)

    def restart(self) -> None:
        """Each command line has a new process anyway."""


def _text(file: Path) -> str:
    return file.read_bytes().decode(errors="backslashreplace")
