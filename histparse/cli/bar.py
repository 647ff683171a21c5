"""The progress bar, drawn on standard error."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from histparse.cli import journal


def bar(what: str, total: int | None, done: int, facts: str) -> Progress | None:
    """A started progress bar with that much done; None if standard error is not a terminal."""
    console = Console(file=journal.screen())
    if not console.is_terminal:
        return None
    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[facts]}"),
        TimeElapsedColumn() if total is None else TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    shown.add_task(what, total=total, completed=done, facts=facts)
    shown.start()
    return shown
