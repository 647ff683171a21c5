"""Progress on standard error: only on a terminal, and only when work takes over a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

PATIENCE = 1.0
"""Seconds before a bar is shown."""


@contextmanager
def progress(what: str, total: int, *, printing: bool = False) -> Iterator[Callable[[int], None]]:
    """Yields a function to call with each amount of work done; `total` is the sum of the amounts.

    `printing`: results are printed meanwhile; on the same screen no bar is shown.
    """
    console = Console(stderr=True)
    if not console.is_terminal or (printing and sys.stdout.isatty()):
        yield lambda _: None
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    task, begin = bar.add_task(what, total=total), monotonic()

    def advance(amount: int) -> None:
        bar.advance(task, amount)
        if not bar.live.is_started and monotonic() - begin > PATIENCE:
            bar.start()

    try:
        yield advance
    finally:
        bar.stop()
