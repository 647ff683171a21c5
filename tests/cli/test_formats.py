"""Findings as text, JSON and lines of JSON."""

from __future__ import annotations

import io
import json

import pytest

from histparse.cli import formats
from histparse.cli.found import pick
from histparse.cli.refusal import Refusal
from histparse.findings import Finding, Severity

FINDING = Finding(
    "BET02", Severity.ERROR, "a.txt", 7, "42", "pokerstars", 3, "Ann", "raise to $2 is bet 5; the cap is 4"
)
HOSTILE = Finding(
    "SYN03", Severity.WARNING, "b\udcff.txt", 1, None, None, None, "\x1b[31m\u202e", "`\x1b[31m\u202e` folds"
)


def written(name: str, *findings: Finding) -> str:
    out = io.StringIO()
    pick(formats, "format", name).write(findings, out)
    return out.getvalue()


def test_text_is_a_link_an_editor_understands() -> None:
    assert written("text", FINDING) == "a.txt:7: BET02 raise to $2 is bet 5; the cap is 4\n"


def test_text_leaves_the_terminal_alone() -> None:
    assert written("text", HOSTILE) == "b\\udcff.txt:1: SYN03 `\\x1b[31m\\u202e` folds\n"


def test_jsonl_has_all_fields_on_a_line_each() -> None:
    one, two = written("jsonl", FINDING, HOSTILE).splitlines()
    assert json.loads(one) == {
        "code": "BET02",
        "severity": "error",
        "path": "a.txt",
        "line": 7,
        "hand_id": "42",
        "site": "pokerstars",
        "seat": 3,
        "player": "Ann",
        "message": "raise to $2 is bet 5; the cap is 4",
    }
    assert json.loads(two)["player"] == "\x1b[31m\u202e"
    assert json.loads(two)["path"] == "b\\udcff.txt"


@pytest.mark.parametrize("number", [0, 1, 3])
def test_json_is_one_array(number: int) -> None:
    assert [found["line"] for found in json.loads(written("json", *[FINDING] * number))] == [7] * number


def test_unknown_format_offers_the_nearest() -> None:
    with pytest.raises(Refusal, match=r"no format `jsonlines`.*did you mean `jsonl`"):
        pick(formats, "format", "jsonlines")
