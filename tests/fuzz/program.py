"""The program as the campaign runs it: in one long process for thousands of command lines."""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing import get_context
from types import TracebackType
from typing import Self

from tests.fuzz.served import Ended, serve
from tests.patience import PATIENCE

_SYSTEM = get_context("spawn")


class Served:
    """The program in a process that takes one command line after the other. When it dies, there is a new one."""

    rest: int
    """The memory it takes when it has nothing to do, in bytes."""

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
        self._pipe, servers_end = _SYSTEM.Pipe()
        self._process = _SYSTEM.Process(target=serve, args=(servers_end,), daemon=True)
        self._process.start()
        servers_end.close()
        self.rest = max(self._ask(words).peak for words in self._warm_up)

    def _end(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()
