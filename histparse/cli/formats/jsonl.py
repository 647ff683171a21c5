"""Findings for programs: one JSON object per line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from histparse.api.located_finding import LocatedFinding
from histparse.cli.printing import as_json


def write(findings: Iterable[LocatedFinding], out: TextIO) -> None:
    """One object per finding, its keys being the fields of `Finding` and `message`."""
    for one in findings:
        out.write(as_json(one.finding.in_full()) + "\n")
