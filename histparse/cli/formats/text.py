"""Findings for people: `path:line: CODE message`, which editors and terminals make a link of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from histparse.cli.words import plain
from histparse.findings import Finding


def write(findings: Iterable[Finding], out: TextIO) -> None:
    """One line per finding."""
    for finding in findings:
        out.write(f"{plain(finding.path)}:{finding.line}: {finding.code} {plain(finding.message)}\n")
