"""Findings for programs: one JSON array."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from histparse.cli.words import as_json
from histparse.findings import Finding


def write(findings: Iterable[Finding], out: TextIO) -> None:
    """One array of the objects `jsonl` writes, written as they come: it need not fit in memory."""
    separator = "["
    for finding in findings:
        out.write(f"{separator}\n  {as_json(finding)}")
        separator = ","
    out.write("[]\n" if separator == "[" else "\n]\n")
