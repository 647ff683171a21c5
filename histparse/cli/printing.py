"""Output: lines for people, with control characters escaped so that they cannot drive a terminal, or JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import typer

from histparse.api.as_text import as_json
from histparse.model.plain import plain

__all__ = ["Answer", "Format", "answer", "as_json", "say"]

Answer = Literal["text", "json"]
"""How a command that answers in a few lines prints them."""
Format = Annotated[Answer, typer.Option(help="For people, or for programs: JSON.")]


def say(line: str, *, err: bool = False) -> None:
    """Print one line for people, on standard output or standard error. Whatever it contains, it stays one line."""
    typer.echo(plain(line), err=err)


def answer(data: object, lines: Iterable[str], format: Answer) -> None:
    """Print the data as JSON, or the lines. Whatever they contain, nothing drives a terminal."""
    for line in [as_json(data)] if format == "json" else lines:
        say(line)
