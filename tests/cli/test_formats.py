"""Findings as text, JSON and lines of JSON."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from histparse.api.judging import LocatedFinding, add_context_lines, read_waivers
from histparse.cli.finding_formats import FORMATS
from histparse.flow import judge_file
from histparse.model.errors import HistparseError, choose_by_name
from histparse.model.figures import Money
from histparse.model.findings import Finding, Severity

FINDING = Finding(
    "BET02",
    Severity.ERROR,
    "a.txt",
    7,
    "42",
    "pokerstars",
    3,
    "Ann",
    "raise to {to} is bet {bet}; the cap is {cap}",
    {"to": Money(200, "USD"), "bet": 5, "cap": 4},
)
HOSTILE = Finding(
    "SYN03", Severity.WARNING, "b\udcff.txt", 1, None, None, None, "\x1b[31m\u202e", "`\x1b[31m\u202e` folds"
)


def written(name: str, *findings: Finding) -> str:
    return rendered(name, [*map(LocatedFinding, findings)])


def test_text_is_a_link_an_editor_understands() -> None:
    assert written("text", FINDING) == "a.txt:7: BET02 raise to $2 is bet 5; the cap is 4\n"


def test_jsonl_has_all_fields_on_a_line_each() -> None:
    first_line, second_line = written("jsonl", FINDING, HOSTILE).splitlines()
    assert json.loads(first_line) == {
        "code": "BET02",
        "severity": "error",
        "path": "a.txt",
        "line": 7,
        "hand_id": "42",
        "site": "pokerstars",
        "seat": 3,
        "player": "Ann",
        "template": "raise to {to} is bet {bet}; the cap is {cap}",
        "figures": {"to": {"type": "money", "amount": 200, "currency": "USD"}, "bet": 5, "cap": 4},
        "message": "raise to $2 is bet 5; the cap is 4",
    }
    assert json.loads(second_line)["player"] == "\x1b[31m\u202e"
    assert json.loads(second_line)["path"] == "b\\udcff.txt"


def test_unknown_format_offers_the_nearest() -> None:
    with pytest.raises(HistparseError, match=r"no format `jsonlines`.*did you mean `jsonl`"):
        choose_by_name("format", "jsonlines", FORMATS)


def sample(name: str) -> list[LocatedFinding]:
    file = next((Path(__file__).parents[2] / "sample_histories" / "illegal").glob(f"{name}_*.txt"))
    return list(add_context_lines(judge_file(file)))


def rendered(name: str, findings: list[LocatedFinding]) -> str:
    stream = io.StringIO()
    FORMATS[name](findings, stream)
    return stream.getvalue()


def test_text_shows_the_line_with_two_before_and_after_it() -> None:
    lines = rendered("text", sample("BET02")).splitlines()
    assert lines[0].endswith("BET02_fifth_bet.txt:32: BET02 Odd_Tomas raises to $10, which is bet 5; the cap is 4")
    assert [line[:8].strip() for line in lines[1:]] == ["30", "31", ">    32", "33", "34"]
    assert lines[3].endswith("| Odd_Tomas: raises $2 to $10")


def test_github_marks_the_line_and_escapes_what_would_end_the_command() -> None:
    (line,) = rendered("github", sample("BET05")).splitlines()
    assert line.startswith("::error file=")
    assert line.endswith("BET05_check_facing_a_bet.txt,line=21,title=BET05::Katja72 checks but owes $1")
    finding = Finding("BET05", Severity.NOTE, "a,b:%.txt", 3, None, None, None, None, "50%\nmore")
    assert (
        rendered("github", [LocatedFinding(finding)])
        == "::notice file=a%2Cb%3A%25.txt,line=3,title=BET05::50%25%0Amore\n"
    )


def test_github_prints_no_more_than_a_command_a_finding() -> None:
    path = "a\x1b[31m\u202e,title=x::\n::error::b"
    shown = rendered("github", [LocatedFinding(replace(HOSTILE, path=path, template="\x9b\n::error::%0A"))])
    assert shown == (
        "::warning file=a\\x1b[31m\\u202e%2Ctitle=x%3A%3A%0A%3A%3Aerror%3A%3Ab,line=1,title=SYN03"
        "::\\x9b%0A::error::%250A\n"
    )


def test_a_waiver_for_a_hostile_place_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_text(rendered("waivers", [LocatedFinding(HOSTILE)]), "utf-8")
    assert read_waivers(file).accept_and_count(HOSTILE)


def test_sarif_describes_the_rules_broken_and_where() -> None:
    log = json.loads(rendered("sarif", sample("POT01") + sample("TBL03")))
    (run,) = log["runs"]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["POT01", "TBL03"]
    assert [result["level"] for result in run["results"]] == ["error", "note"]
    (place,) = run["results"][0]["locations"]
    assert place["physicalLocation"]["region"] == {"startLine": 40}
    assert run["results"][0]["properties"]["hand_id"] == "700000000031"


def test_waivers_written_are_waivers_read(tmp_path: Path) -> None:
    (finding,) = sample("POT01")
    file = tmp_path / "known.txt"
    file.write_text(rendered("waivers", [finding]), "utf-8")
    waivers = read_waivers(file)
    assert waivers.accept_and_count(finding.finding)
    assert not waivers.accept_and_count(replace(finding.finding, code="POT02"))
    assert waivers.used == 1
