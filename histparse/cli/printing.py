"""Output: lines for people, with control characters escaped so that they cannot drive a terminal, or JSON."""

from __future__ import annotations

import typer

from histparse.api.as_json import as_json
from histparse.model.plain import plain

__all__ = ["as_json", "say"]


def say(line: str, *, err: bool = False) -> None:
    """Print one line for people, on standard output or standard error. Whatever it contains, it stays one line."""
    typer.echo(plain(line), err=err)
