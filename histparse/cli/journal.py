"""`--quiet` and `--log FILE`: what becomes of messages - which are heard, and which are also written to a file."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TextIO

from histparse.cli.overwriting import writing_to
from histparse.cli.usage_error import UsageError
from histparse.model.plain import plain, quoted

_BEGINNING = re.compile(rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4} histparse ")
ERROR = "histparse: "
"""How sentences begin that are heard in any case: what could not be done."""


class Journal(io.TextIOBase):
    """Standard error during a command: whole lines go to the log as well; if it is `quiet`, only errors are heard."""

    def __init__(self, screen: TextIO, log: io.FileIO | None, *, quiet: bool) -> None:
        self.screen = screen
        self.is_quiet = quiet
        self._log = log
        self._line = ""

    @property
    def encoding(self) -> str:  # type: ignore[override] # read only, as in the streams of Python
        """The encoding of the screen."""
        return self.screen.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override] # as above
        """What becomes of characters that the screen cannot show."""
        return self.screen.errors

    def isatty(self) -> bool:
        """Whether messages are for a person."""
        return self.screen.isatty()

    def fileno(self) -> int:
        """The descriptor of the screen."""
        return self.screen.fileno()

    def writable(self) -> bool:
        """The log is, as the screen is."""
        return True

    def write(self, text: str) -> int:
        """Take in a part of a message."""
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            self.note(line)
            if not self.is_quiet or line.startswith(ERROR):
                self.screen.write(f"{line}\n")
        return len(text)

    def flush(self) -> None:
        """Let everything be heard."""
        self.screen.flush()

    def note(self, line: str) -> None:
        """Write a line to the log only, with the time. A log that cannot be written does not stop the work."""
        if self._log and line:
            with suppress(OSError):
                now = f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S%z}"
                self._log.write(f"{now} {plain(line)}\n".encode(errors="backslashreplace"))


def note(line: str) -> None:
    """Write a line to the log, if there is one."""
    if isinstance(sys.stderr, Journal):
        sys.stderr.note(line)


def screen() -> TextIO:
    """Where a bar may be drawn: standard error itself, or nowhere."""
    if isinstance(sys.stderr, Journal):
        return io.StringIO() if sys.stderr.is_quiet else sys.stderr.screen
    return sys.stderr


@contextmanager
def kept(command: str, log: str | None, *, quiet: bool) -> Iterator[None]:
    """Messages of the command in this block are heard and logged like that. Raises UsageError for an unusable log."""
    if not (log or quiet):
        yield
        return
    before, begin = sys.stderr, monotonic()
    with ExitStack() as stack:
        file = stack.enter_context(_opened(log)) if log else None
        journal = Journal(before, file, quiet=quiet)
        sys.stderr = journal
        try:
            journal.note(f"{command}: begins")
            yield
            journal.note(f"{command}: done in {monotonic() - begin:,.1f} s")
        except BaseException as error:
            journal.note(f"{command}: {error or 'stopped'}")
            raise
        finally:
            sys.stderr = before


def _opened(log: str) -> io.FileIO:
    """Unbuffered: what is written is there even if the program is killed. Raises UsageError."""
    with writing_to(log):
        if not _is_log(Path(log)):
            raise UsageError(f"{quoted(log)} is not a log of histparse: name another file with --log")
        return io.FileIO(log, "a")


def _is_log(file: Path) -> bool:
    """Whether nothing but messages is in it: there is none, it is empty, or it begins as a log of ours does."""
    if not file.is_file() or not file.stat().st_size:
        return True
    with file.open("rb") as there:
        return _BEGINNING.match(there.readline(200)) is not None
