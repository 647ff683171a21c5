"""Progress of everything that takes over a second: a bar on a terminal, now and then a line in the log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING

from histparse.cli import journal
from histparse.model.plain import count

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0
"""Seconds before a bar is shown."""
LOGGED = 10.0
"""Seconds from one line in the log to the next."""

Facts = Callable[[], Mapping[str, int]]
"""What to count beside the work, by the name of one thing, the one with a rate first: hand, finding."""


@contextmanager
def progress(
    what: str, total: int | None = None, *, facts: Facts = dict, printing: bool = False
) -> Iterator[Callable[[int], None]]:
    """Yields a function to call with each amount of work done; `total` is the sum of the amounts, if it is known.

    `printing`: results are printed meanwhile; on the same screen no bar is shown.
    """
    work = _Work(what, total, facts, is_shown=not (printing and sys.stdout.isatty()))
    try:
        yield work.advance
    finally:
        work.stop()


class _Work:
    """The work done so far, with its bar after a second: loading rich takes longer than most work."""

    def __init__(self, what: str, total: int | None, facts: Facts, *, is_shown: bool) -> None:
        self._what, self._total, self._facts = what, total, facts
        self._done = 0
        self._begin = self._logged = monotonic()
        self._is_shown = is_shown and journal.screen().isatty()
        self._bar: Progress | None = None
        self._lock = Lock()
        self._timer = Timer(max(PATIENCE, 0), self._show)  # work may say nothing for long
        self._timer.daemon = True
        if self._is_shown:
            self._timer.start()

    def advance(self, amount: int) -> None:
        """Count work done."""
        self._done += amount
        if self._bar:
            self._bar.update(self._bar.task_ids[0], completed=self._done, facts=self._in_words())
        elif self._is_shown and monotonic() > self._begin + PATIENCE:
            self._show()
        if monotonic() > self._logged + LOGGED:
            self._log()

    def stop(self) -> None:
        """Remove the bar."""
        self._timer.cancel()
        with self._lock:
            self._is_shown = False
            if self._bar:
                self._bar.stop()
        if monotonic() > self._begin + PATIENCE:
            self._log()

    def _show(self) -> None:
        from histparse.cli.bar import bar  # noqa: PLC0415 - loading takes a moment

        with self._lock:
            if self._is_shown:
                self._is_shown = False  # once
                self._bar = bar(self._what, self._total, self._done, self._in_words())

    def _log(self) -> None:
        self._logged = monotonic()
        words = [f"{min(self._done / self._total, 1):.0%}"] if self._total else []
        words += [self._in_words()] if self._facts() else []
        journal.note(f"{self._what}: {', '.join([*words, *self._left()])}")

    def _left(self) -> Iterator[str]:
        seconds = monotonic() - self._begin
        yield f"{seconds:,.0f} s"
        if self._total and 0 < self._done < self._total:
            yield f"{seconds * (self._total / self._done - 1):,.0f} s left"

    def _in_words(self) -> str:
        """Hands, findings and the like, and how many of the first in a second."""
        seconds = max(monotonic() - self._begin, 0.001)
        words = [count(number, thing) for thing, number in self._facts().items()]
        rates = [f" ({number / seconds:,.0f}/s)" for number in self._facts().values()]
        return ", ".join([*(word + rate for word, rate in zip(words[:1], rates, strict=False)), *words[1:]])
