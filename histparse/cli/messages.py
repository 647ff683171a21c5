"""Messages on standard error: how many of them, and which are also written to a log. The options of every command."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from histparse.cli import late
from histparse.cli.overwriting import writing_to
from histparse.cli.printing import MESSAGES, shown
from histparse.cli.usage_error import UsageError
from histparse.model.plain import plain, quoted

PANEL = "Options of every command"
_PROGRESS = logging.getLogger("histparse.progress")
"""What only a log has: progress, and when a command begins and ends."""
_BEGINNING = re.compile(rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4} histparse ")


class _Screen(logging.Handler):
    """Standard error, as it is when something is said."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print the message, in colours if it has a `line` of pieces with styles and this is a terminal."""
        line = getattr(record, "line", None)
        if line and sys.stderr.isatty():
            late.screen.Screen(sys.stderr, soft_wrap=True).print(late.text.Text.assemble(*line))
        else:
            typer.echo(shown(record.getMessage(), sys.stderr), err=True)


class _Log(logging.FileHandler):
    """A file to which messages are added."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - as in the class above
        """Go on: a log that cannot be written does not stop the work."""


_SCREEN = _Screen()
MESSAGES.addHandler(_SCREEN)
MESSAGES.propagate = _PROGRESS.propagate = False
MESSAGES.setLevel(logging.INFO)
_PROGRESS.setLevel(logging.INFO)


@dataclass(frozen=True)
class Verbosity:
    """How much a command says, and where to."""

    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No progress and no messages but errors.", rich_help_panel=PANEL)
    ] = False
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Say what is used, and how long it takes.", rich_help_panel=PANEL)
    ] = False
    log: Annotated[
        str | None,
        typer.Option("--log", help="Append messages and progress to this file.", metavar="FILE", rich_help_panel=PANEL),
    ] = None

    @contextmanager
    def applied(self, command: str, db: str | None) -> Iterator[None]:
        """In this block, as much is said and logged as asked for. Raises UsageError for an unusable log."""
        began = perf_counter()
        with _logged_to(self.log) if self.log else nullcontext():
            _SCREEN.setLevel(logging.ERROR if self.quiet else logging.NOTSET)
            MESSAGES.setLevel(logging.DEBUG if self.verbose else logging.INFO)
            note(f"{command}: begins")
            try:
                if db:
                    detail(f"database: {db}")
                yield
                detail(f"done in {perf_counter() - began:,.2f} s")
                note(f"{command}: done in {perf_counter() - began:,.1f} s")
            except BaseException as error:
                note(f"{command}: {error or 'stopped'}")
                raise
            finally:
                _SCREEN.setLevel(logging.NOTSET)
                MESSAGES.setLevel(logging.INFO)


def remark(line: str) -> None:
    """Say something useful that is neither a result nor an error."""
    MESSAGES.info(plain(line))


def detail(line: str) -> None:
    """Say something that only those who asked for it want to know."""
    MESSAGES.debug(plain(line))


def note(line: str) -> None:
    """Write a line to the log, if there is one."""
    _PROGRESS.info(plain(line))


def is_verbose() -> bool:
    """Whether the user asked for everything there is to say."""
    return MESSAGES.isEnabledFor(logging.DEBUG)


def is_quiet() -> bool:
    """Whether the user asked to hear of errors alone."""
    return _SCREEN.level == logging.ERROR


@contextmanager
def _logged_to(log: str) -> Iterator[None]:
    """What is said and noted in this block is added to that file. Raises UsageError if it is none of ours."""
    with writing_to(log):
        if not _is_log(Path(log)):
            raise UsageError(f"{quoted(log)} is not a log of histparse: name another file with --log")
        file = _Log(log, encoding="utf-8", errors="backslashreplace")
    file.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S%z"))
    MESSAGES.addHandler(file)
    _PROGRESS.addHandler(file)
    try:
        yield
    finally:
        MESSAGES.removeHandler(file)
        _PROGRESS.removeHandler(file)
        with suppress(OSError):  # the disk is full
            file.close()


def _is_log(file: Path) -> bool:
    """Whether nothing but messages is in it: there is none, it is empty, or it begins as a log of ours does."""
    if not file.is_file() or not file.stat().st_size:
        return True
    with file.open("rb") as there:
        return _BEGINNING.match(there.readline(200)) is not None
