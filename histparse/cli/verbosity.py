"""How much is said on standard error, and what is also written to a log: the options of every command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import Annotated, Any

import typer

from histparse.cli import journal
from histparse.cli.printing import say
from histparse.system.asides import heard_by

PANEL = "Options of every command"
_is_verbose = False


def options(
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No progress and no messages but errors.", rich_help_panel=PANEL)
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Say what is used, and how long it takes.", rich_help_panel=PANEL)
    ] = False,
    log: Annotated[
        str | None,
        typer.Option("--log", help="Append messages and progress to this file.", metavar="FILE", rich_help_panel=PANEL),
    ] = None,
) -> None:
    """The options that all commands have."""


@contextmanager
def applied(command: str, given: Mapping[str, Any], *, quiet: bool, verbose: bool, log: str | None) -> Iterator[None]:
    """In this block, as much is said and logged as asked for. `given`: the values of the command's own options."""
    global _is_verbose  # noqa: PLW0603 - one command runs in a process, and all it calls may have something to say
    _is_verbose, began = verbose, perf_counter()
    try:
        with journal.kept(command, log, quiet=quiet), heard_by(detail):
            if given.get("db"):
                detail(f"database: {given['db']}")
            yield
            detail(f"done in {perf_counter() - began:,.2f} s")
    finally:
        _is_verbose = False


def remark(line: str) -> None:
    """Say something useful that is neither a result nor an error."""
    say(line, err=True)


def detail(line: str) -> None:
    """Say something that only those who asked for it want to know."""
    if _is_verbose:
        remark(line)


def is_verbose() -> bool:
    """Whether the user asked for everything there is to say."""
    return _is_verbose
