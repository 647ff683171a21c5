"""Findings for people: `path:line: CODE message`, which editors and terminals turn into a link, with context."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TextIO

from histparse.api.located_finding import LocatedFinding


def write(findings: Iterable[LocatedFinding], out: TextIO) -> None:
    """One line per finding; errors and warnings are followed by the line concerned and its neighbours."""
    show: Callable[[LocatedFinding], None] | None = None
    for one in findings:
        show = show or _on(out)
        show(one)


def _on(out: TextIO) -> Callable[[LocatedFinding], None]:
    from histparse.cli.shown_finding import shown_on  # noqa: PLC0415 - loads rich, and mostly nothing is found

    return shown_on(out)
