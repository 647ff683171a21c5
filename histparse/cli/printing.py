"""Command line: what is printed - lines or JSON on standard output; messages, their log and progress beside it.

Control characters are escaped, so that they cannot drive a terminal.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size
from threading import Lock, Timer
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Annotated, Literal, TextIO

import typer

from histparse.api.in_and_out import as_json
from histparse.cli import late
from histparse.cli.output import refusing_write_errors
from histparse.model.errors import HistparseError, count, escape_unprintable, quoted
from histparse.system.files import refuse_named_pipe

Answer = Literal["text", "json"]
"""How a command that answers in a few lines prints them."""
Format = Annotated[Answer, typer.Option(help="For people, or for programs: JSON.")]

MESSAGES = logging.getLogger("histparse")
"""What is said on standard error."""

_WORD = re.compile(r"`[^`]*`\S*|histparse [a-z].*|\S+")
"""What stays on one line, so that it can be copied: a word, what is quoted, a command up to the end of the line."""
_MARGIN = re.compile(r" *(?:\S+(?: \S+)* {2,})*")
"""What the rest of a line stands below: blanks, and names with several blanks after them."""


def print_line(line: str) -> None:
    """Say one line to people, on standard output. It stays one line."""
    typer.echo(wrap_for_stream(escape_unprintable(line), sys.stdout))


def wrap_for_stream(line: str, stream: TextIO) -> str:
    """The line as that stream has it: a terminal shows a long one on several, broken between words."""
    room = get_terminal_size().columns if stream.isatty() else 0
    return wrap_line(line, room) if len(line) > room // 2 > 0 else line  # wide letters take two columns


def wrap_line(line: str, width: int) -> str:
    """The line on several of at most so many columns, if its words allow it."""
    cell_len = late.cells.cell_len
    margin = _MARGIN.match(line)
    indent = margin[0] if margin and len(margin[0]) < width / 2 else ""
    lines, rest = [indent], _WORD.findall(line, len(indent))
    for number, word in enumerate(rest):
        if number and cell_len(f"{lines[-1]} {word}") > width:
            lines.append(" " * len(indent) + word)
        else:
            lines[-1] += f" {word}" if number else word
    return "\n".join(lines) if cell_len(line) > width else line


def print_json(data: object) -> None:
    """Print the data as JSON, on one line."""
    typer.echo(escape_unprintable(as_json(data)))


def print_answer(data: object, lines: Iterable[str], format: Answer) -> None:
    """Print the data as JSON, or the lines. Whatever they contain, nothing drives a terminal."""
    if format == "json":
        print_json(data)
        return
    for line in lines:
        print_line(line)


# --- messages and their log, on standard error ------------------------------------------------------------------------

PANEL = "Options of every command"
_PROGRESS = logging.getLogger("histparse.progress")
"""What only a log has: progress, and when a command begins and ends."""
_BEGINNING = re.compile(rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4} histparse ")


class _StderrHandler(logging.Handler):
    """Standard error, as it is when something is said."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print the message, in colours if it has a `line` of pieces with styles and this is a terminal."""
        line = getattr(record, "line", None)
        if line and sys.stderr.isatty():
            late.screen.Screen(sys.stderr, soft_wrap=True).print(late.text.Text.assemble(*line))
        else:
            typer.echo(wrap_for_stream(record.getMessage(), sys.stderr), err=True)


class _LogIgnoringErrors(logging.FileHandler):
    """A file to which messages are added."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - as in the class above
        """Go on: a log that cannot be written does not stop the work."""


_SCREEN = _StderrHandler()
MESSAGES.addHandler(_SCREEN)
MESSAGES.propagate = _PROGRESS.propagate = False
MESSAGES.setLevel(logging.INFO)
_PROGRESS.setLevel(logging.INFO)


@dataclass(frozen=True)
class Verbosity:
    """Options of how much a command says, and where to."""

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
    def applying(self, command: str, db: str | None) -> Iterator[None]:
        """In this block, as much is said and logged as asked for. Raises HistparseError for an unusable log."""
        start = perf_counter()
        with _logging_to_file_or_refuse(self.log) if self.log else nullcontext():
            _SCREEN.setLevel(logging.ERROR if self.quiet else logging.NOTSET)
            MESSAGES.setLevel(logging.DEBUG if self.verbose else logging.INFO)
            log_line(f"{command}: begins")
            try:
                if db:
                    print_if_verbose(f"database: {db}")
                yield
                print_if_verbose(f"done in {perf_counter() - start:,.2f} s")
                log_line(f"{command}: done in {perf_counter() - start:,.1f} s")
            except BaseException as error:
                log_line(f"{command}: {error or 'stopped'}")
                raise
            finally:
                _SCREEN.setLevel(logging.NOTSET)
                MESSAGES.setLevel(logging.INFO)


def print_error(sentence: object) -> None:
    """Say what could not be done, which is heard in any case."""
    MESSAGES.error(f"histparse: {escape_unprintable(str(sentence))}")


def print_remark(line: str) -> None:
    """Say something useful that is neither a result nor an error."""
    MESSAGES.info(escape_unprintable(line))


def print_if_verbose(line: str) -> None:
    """Say something that only those who asked for it want to know."""
    MESSAGES.debug(escape_unprintable(line))


def log_line(line: str) -> None:
    """Write a line to the log, if there is one."""
    _PROGRESS.info(escape_unprintable(line))


def is_verbose() -> bool:
    """Whether the user asked for everything there is to say."""
    return MESSAGES.isEnabledFor(logging.DEBUG)


def is_quiet() -> bool:
    """Whether the user asked to hear of errors alone."""
    return _SCREEN.level == logging.ERROR


@contextmanager
def _logging_to_file_or_refuse(path: str) -> Iterator[None]:
    """Add all messages of this block to that file. Raises HistparseError if it is not a log of histparse."""
    with refusing_write_errors(path):
        if not _can_be_log_file(Path(path)):
            raise HistparseError(f"{quoted(path)} is not a log of histparse: name another file with --log")
        file = _LogIgnoringErrors(path, encoding="utf-8", errors="backslashreplace")
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


def _can_be_log_file(file: Path) -> bool:
    """Whether nothing but messages is in it: there is none, it is empty, or it begins as a log of ours does.

    Raises OSError for a named pipe, which might never open.
    """
    if file.exists():
        refuse_named_pipe(file, file.stat().st_mode)
    if not file.is_file() or not file.stat().st_size:
        return True
    with file.open("rb") as stream:
        return _BEGINNING.match(stream.readline(200)) is not None


# --- progress --------------------------------------------------------------------------------------------------------

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
    task: str, total: int | None = None, *, facts: Facts = dict, printing: bool = False
) -> Iterator[Callable[[int], None]]:
    """Yields a function to call with each amount of work done; `total` is the sum of the amounts, if it is known.

    `printing`: results are printed meanwhile; on the same screen no bar is shown.
    """
    work = _WorkWithBar(task, total, facts)
    timer = Timer(PATIENCE, work.show)  # work may say nothing for long
    timer.daemon = True
    if sys.stderr.isatty() and not is_quiet() and not (printing and sys.stdout.isatty()):
        timer.start()
    try:
        yield work.advance
    finally:
        timer.cancel()
        work.stop()


class _WorkWithBar:
    """The work done so far."""

    def __init__(self, task: str, total: int | None, facts: Facts) -> None:
        self._task, self._total, self._facts = task, total, facts
        self._completed = 0
        self._begin = self._logged = monotonic()
        self._bar: Progress | None = None
        self._is_over = False
        self._lock = Lock()

    def advance(self, amount: int) -> None:
        """Count work done."""
        self._completed += amount
        if self._bar:
            self._bar.update(self._bar.task_ids[0], completed=self._completed, facts=self._format_facts())
        if monotonic() > self._logged + LOGGED:
            self._log_progress()

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
            self._bar.add_task(self._task, total=self._total, completed=self._completed, facts=self._format_facts())
            self._bar.start()

    def stop(self) -> None:
        """Remove the bar."""
        with self._lock:
            self._is_over = True
            if self._bar:
                self._bar.stop()
        if monotonic() > self._begin + PATIENCE:
            self._log_progress()

    def _log_progress(self) -> None:
        self._logged = monotonic()
        seconds = self._logged - self._begin
        words = [f"{min(self._completed / self._total, 1):.0%}"] if self._total else []
        words += [self._format_facts()] if self._facts() else []
        left = (
            self._total
            and 0 < self._completed < self._total
            and f"{seconds * (self._total / self._completed - 1):,.0f} s left"
        )
        log_line(f"{self._task}: {', '.join([*words, f'{seconds:,.0f} s', *([left] if left else [])])}")

    def _format_facts(self) -> str:
        """Hands, findings and the like, and how many of the first in a second."""
        seconds = max(monotonic() - self._begin, 0.001)
        words = [count(number, noun) for noun, number in self._facts().items()]
        rates = [f" ({number / seconds:,.0f}/s)" for number in self._facts().values()]
        return ", ".join([*(word + rate for word, rate in zip(words[:1], rates, strict=False)), *words[1:]])
