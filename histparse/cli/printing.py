"""Output: lines for people, with control characters escaped so that they cannot drive a terminal, or JSON."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import Annotated, Literal, TextIO

import typer

from histparse.api.in_and_out import as_json
from histparse.cli import late
from histparse.model.errors import HistparseError, escape_unprintable


@contextmanager
def refusing_errors(*errors: type[Exception]) -> Iterator[None]:
    """Turn other errors whose message is already a sentence for the user into HistparseError."""
    try:
        yield
    except errors as error:
        raise HistparseError(error.to_users if isinstance(error, HistparseError) else str(error)) from error


Answer = Literal["text", "json"]
"""How a command that answers in a few lines prints them."""
Format = Annotated[Answer, typer.Option(help="For people, or for programs: JSON.")]

MESSAGES = logging.getLogger("histparse")
"""What is said on standard error."""
ERROR = "histparse: "
"""How sentences begin that are heard in any case: what could not be done."""

_WORD = re.compile(r"`[^`]*`\S*|histparse [a-z].*|\S+")
"""What stays on one line, so that it can be copied: a word, what is quoted, a command up to the end of the line."""
_MARGIN = re.compile(r" *(?:\S+(?: \S+)* {2,})*")
"""What the rest of a line stands below: blanks, and names with several blanks after them."""


def print_line(line: str, *, err: bool = False) -> None:
    """Say one line to people, on standard output or, as a message, on standard error. It stays one line."""
    if err:
        MESSAGES.log(logging.ERROR if line.startswith(ERROR) else logging.INFO, escape_unprintable(line))
    else:
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
