"""What tests of commands call to run one, and what spares them to count the same again."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

from histparse.store import Database

Run = Callable[..., tuple[int, str, str]]
"""Runs a command line, given as words or paths: exit code, standard output, standard error."""


def remembering(count: Callable[..., Any]) -> Callable[..., Any]:
    """The same function of a database, which answers a question once as long as the file is the same."""
    known, signature = dict[str, Any](), inspect.signature(count)

    def counted(database: Database, *arguments: object, **options: object) -> Any:  # Any: what it counts
        bound, file = signature.bind(None, *arguments, **options), Path(database.path)
        bound.apply_defaults()
        question = f"{file} {file.stat().st_mtime_ns} {bound!r}"
        if question not in known:
            known[question] = count(database, *arguments, **options)
        return known[question]

    return counted
