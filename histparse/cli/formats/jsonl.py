"""Findings for programs: one JSON object a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from histparse.cli.words import as_json
from histparse.findings import Finding


def write(findings: Iterable[Finding], out: TextIO) -> None:
    """One object per finding, its keys being the fields of `Finding`."""
    for finding in findings:
        out.write(as_json(finding) + "\n")
