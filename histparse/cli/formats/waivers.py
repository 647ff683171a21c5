"""Findings as a file of waivers: `check --format waivers > known.txt`, then `check --waivers known.txt` skips them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from histparse.cli.located_finding import LocatedFinding
from histparse.judging.waivers import place
from histparse.model.plain import plain


def write(findings: Iterable[LocatedFinding], out: TextIO) -> None:
    """One waiver per line, followed by the finding as a comment."""
    for one in findings:
        out.write(plain(f"{one.finding.code} {place(one.finding)}  # {one.finding.message}") + "\n")
