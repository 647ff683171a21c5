"""Progress of everything that takes over a second: a bar on a terminal, now and then a line in the log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING

from histparse.cli import late
from histparse.cli.messages import is_quiet, note
from histparse.model.plain import count

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0
"""Seconds before a bar is shown: loading rich takes longer than most work."""
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
    work = _Work(what, total, facts)
    timer = Timer(PATIENCE, work.show)  # work may say nothing for long
    timer.daemon = True
    if sys.stderr.isatty() and not is_quiet() and not (printing and sys.stdout.isatty()):
        timer.start()
    try:
        yield work.advance
    finally:
        timer.cancel()
        work.stop()


class _Work:
    """The work done so far."""

    def __init__(self, what: str, total: int | None, facts: Facts) -> None:
        self._what, self._total, self._facts = what, total, facts
        self._done = 0
        self._begin = self._logged = monotonic()
        self._bar: Progress | None = None
        self._is_over = False
        self._lock = Lock()

    def advance(self, amount: int) -> None:
        """Count work done."""
        self._done += amount
        if self._bar:
            self._bar.update(self._bar.task_ids[0], completed=self._done, facts=self._in_words())
        if monotonic() > self._logged + LOGGED:
            self._log()

    def show(self) -> None:
        """Draw the bar."""
        with self._lock:
            if self._is_over:
                return
            rich = late.progress
            self._bar = rich.Progress(
                "{task.description}",
                rich.BarColumn(),
                "{task.fields[facts]}",
                rich.TimeElapsedColumn() if self._total is None else rich.TimeRemainingColumn(),
                console=late.console.Console(file=sys.stderr),
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._bar.add_task(self._what, total=self._total, completed=self._done, facts=self._in_words())
            self._bar.start()

    def stop(self) -> None:
        """Remove the bar."""
        with self._lock:
            self._is_over = True
            if self._bar:
                self._bar.stop()
        if monotonic() > self._begin + PATIENCE:
            self._log()

    def _log(self) -> None:
        self._logged = monotonic()
        seconds = self._logged - self._begin
        words = [f"{min(self._done / self._total, 1):.0%}"] if self._total else []
        words += [self._in_words()] if self._facts() else []
        left = (
            self._total and 0 < self._done < self._total and f"{seconds * (self._total / self._done - 1):,.0f} s left"
        )
        note(f"{self._what}: {', '.join([*words, f'{seconds:,.0f} s', *([left] if left else [])])}")

    def _in_words(self) -> str:
        """Hands, findings and the like, and how many of the first in a second."""
        seconds = max(monotonic() - self._begin, 0.001)
        words = [count(number, thing) for thing, number in self._facts().items()]
        rates = [f" ({number / seconds:,.0f}/s)" for number in self._facts().values()]
        return ", ".join([*(word + rate for word, rate in zip(words[:1], rates, strict=False)), *words[1:]])
