"""Findings for programs: one JSON array."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from histparse.api.located_finding import LocatedFinding
from histparse.cli.printing import as_json


def write(findings: Iterable[LocatedFinding], out: TextIO) -> None:
    """One array of the objects `jsonl` writes, streamed: it need not fit in memory."""
    separator = "["
    for one in findings:
        out.write(f"{separator}\n  {as_json(one.finding.in_full())}")
        separator = ","
    out.write("[]\n" if separator == "[" else "\n]\n")
