"""Findings as SARIF 2.1.0, the OASIS standard that code hosts and editors read."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import cleandoc
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from histparse import __version__
from histparse.api.catalogues import rulebook
from histparse.cli.printing import as_json
from histparse.model.findings import Finding, Rule

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def log(findings: Iterable[Finding]) -> str:
    """One log with one run; the rules broken are described in it."""
    results = [_result(one) for one in findings]
    broken = {result["ruleId"] for result in results}
    rules = [_rule(rule) for code, rule in rulebook().items() if code in broken]
    driver = {"name": "histparse", "version": __version__, "rules": rules}
    found = {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}
    return msgspec.json.format(as_json(found), indent=2)


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": cleandoc(rule.explanation)},
        "defaultConfiguration": {"level": str(rule.severity)},
    }


def _result(finding: Finding) -> dict[str, Any]:
    place = {"artifactLocation": {"uri": _uri(finding.path)}, "region": {"startLine": finding.line}}
    facts = {key: getattr(finding, key) for key in ("hand_id", "site", "seat", "player")}
    return {
        "ruleId": finding.code,
        "level": str(finding.severity),
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place}],
        "properties": {key: fact for key, fact in facts.items() if fact is not None},
    }


def _uri(path: str) -> str:
    return quote(Path(path).as_posix(), safe="/", errors="backslashreplace")
