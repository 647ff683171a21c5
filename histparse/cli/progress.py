"""Progress on standard error: only on a terminal, and only when work takes over a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from histparse.cli.verbosity import is_quiet

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0
"""Seconds before a bar is shown."""


@contextmanager
def progress(what: str, total: int, *, printing: bool = False) -> Iterator[Callable[[int], None]]:
    """Yields a function to call with each amount of work done; `total` is the sum of the amounts.

    `printing`: results are printed meanwhile; on the same screen no bar is shown.
    """
    if is_quiet() or (printing and sys.stdout.isatty()):
        yield lambda _: None
        return
    work = _Work(what, total)
    try:
        yield work.advance
    finally:
        work.stop()


class _Work:
    """The work done so far, with its bar after a second: loading rich takes longer than most work."""

    def __init__(self, what: str, total: int) -> None:
        self._what = what
        self._total = total
        self._done = 0
        self._patient_until = monotonic() + PATIENCE
        self._bar: Progress | None = None

    def advance(self, amount: int) -> None:
        """Count work done."""
        self._done += amount
        if self._bar:
            self._bar.advance(self._bar.task_ids[0], amount)
        elif monotonic() > self._patient_until:
            self._show()

    def stop(self) -> None:
        """Remove the bar."""
        if self._bar:
            self._bar.stop()

    def _show(self) -> None:
        from histparse.cli.bar import bar  # noqa: PLC0415 - loading takes a moment

        self._bar = bar(self._what, self._total, self._done)
        self._patient_until = float("inf")  # not a terminal: do not ask again
