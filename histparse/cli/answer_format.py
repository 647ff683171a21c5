"""The option of commands that answer in a few lines: for people, or as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import typer

from histparse.cli.printing import as_json, say


class Answer(StrEnum):
    """How the answer is printed."""

    TEXT = "text"
    JSON = "json"


Format = Annotated[Answer, typer.Option(help="For people, or for programs: JSON.")]


def answer(data: object, lines: Iterable[str], format: Answer) -> None:  # noqa: A002 - the option's name
    """Print the data as JSON, or the lines. Whatever they contain, nothing drives a terminal."""
    for line in [as_json(data)] if format is Answer.JSON else lines:
        say(line)
