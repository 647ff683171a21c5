"""Findings as annotations of GitHub Actions: one workflow command per line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from histparse.api.located_finding import LocatedFinding
from histparse.model.findings import Severity
from histparse.model.plain import plain

COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def write(findings: Iterable[LocatedFinding], out: TextIO) -> None:
    """One `::error file=...,line=...,title=CODE::message` for each finding."""
    for one in findings:
        finding = one.finding
        place = f"file={_property(finding.path)},line={finding.line},title={finding.code}"
        out.write(plain(f"::{COMMANDS[finding.severity]} {place}::{_data(finding.message)}") + "\n")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
