"""How much is said on standard error: with `-q` only what went wrong, with `-v` also what was used and how long."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Annotated, Any

import typer

from histparse.cli.option_sets import Around
from histparse.cli.words import say

_level = 0


@dataclass(frozen=True)
class Verbosity(Around):
    """The options of every command."""

    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say only what went wrong.")] = False
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say what is used, and how long it takes.")] = False

    @contextmanager
    def applied(self, given: Mapping[str, Any]) -> Iterator[None]:
        """In this block, a command with these values, as much is said as asked for."""
        global _level  # noqa: PLW0603 - one command runs in a process, and all it calls may have something to say
        _level, began = int(self.verbose) - int(self.quiet), perf_counter()
        try:
            if given.get("db"):
                detail(f"database: {given['db']}")
            yield
            detail(f"done in {perf_counter() - began:,.2f} s")
        finally:
            _level = 0


def is_quiet() -> bool:
    """Whether the user wants to hear only what went wrong."""
    return _level < 0


def remark(line: str) -> None:
    """Say something useful that is neither a result nor an error."""
    if _level >= 0:
        say(line, err=True)


def detail(line: str) -> None:
    """Say something that only those who asked for it want to know."""
    if _level > 0:
        say(line, err=True)
