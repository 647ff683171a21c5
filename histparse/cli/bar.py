"""The progress bar, drawn on standard error."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn


def bar(what: str, total: int, done: int) -> Progress | None:
    """A started progress bar with that much done; None if standard error is not a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return None
    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    shown.add_task(what, total=total, completed=done)
    shown.start()
    return shown
