"""Findings as a file of waivers: `check --format waivers > known.txt`, then `check --waivers known.txt` skips them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from histparse.api.finding_filter import waiver
from histparse.api.located_finding import LocatedFinding
from histparse.model.plain import plain


def write(findings: Iterable[LocatedFinding], out: TextIO) -> None:
    """One waiver per line, followed by the finding as a comment."""
    for one in findings:
        out.write(plain(waiver(one.finding)) + "\n")
