"""The bar of long work, drawn on standard error."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn


def bar(what: str, total: int, done: int) -> Progress | None:
    """The bar with so much done, on the screen from now on; None where standard error is no terminal."""
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
