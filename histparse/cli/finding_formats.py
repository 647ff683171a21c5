"""The formats of findings: a function for each, which takes findings one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

import msgspec

from histparse import __version__
from histparse.api.catalogues import rulebook
from histparse.api.in_and_out import as_json
from histparse.api.judging import LocatedFinding, format_waiver
from histparse.cli import late
from histparse.cli.printing import MESSAGES
from histparse.model.errors import escape_unprintable
from histparse.model.findings import Finding, Rule, Severity

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
WIDEST = 160
"""Maximum width of a line of context."""
COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTE: "cyan"}
COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
Line = tuple[str | tuple[str, str], ...]
"""Pieces of text, some with a style."""


def write_github(findings: Iterable[LocatedFinding], stream: TextIO) -> None:
    """Findings as annotations of GitHub Actions: one workflow command per line."""
    for located in findings:
        finding = located.finding
        place = f"file={_escape_github_property(finding.path)},line={finding.line},title={finding.code}"
        stream.write(
            escape_unprintable(f"::{COMMANDS[finding.severity]} {place}::{_escape_github_message(finding.message)}")
            + "\n"
        )


def write_json(findings: Iterable[LocatedFinding], stream: TextIO) -> None:
    """Findings for programs: one JSON array.

    It has the objects that `jsonl` writes.
    """
    separator = "["
    for located in findings:
        stream.write(f"{separator}\n  {as_json(located.finding.to_dict())}")
        separator = ","
    stream.write("[]\n" if separator == "[" else "\n]\n")


def write_jsonl(findings: Iterable[LocatedFinding], stream: TextIO) -> None:
    """Findings for programs: one JSON object per line.

    Its keys are the fields of `Finding` and `message`.
    """
    for located in findings:
        stream.write(as_json(located.finding.to_dict()) + "\n")


def write_sarif(findings: Iterable[LocatedFinding], stream: TextIO) -> None:
    """Findings as SARIF 2.1.0, the OASIS standard that code hosts and editors read."""
    results = [_sarif_result(located.finding) for located in findings]
    broken = {result["ruleId"] for result in results}
    rules = [_sarif_rule(rule) for code, rule in rulebook().items() if code in broken]
    driver = {"name": "histparse", "version": __version__, "rules": rules}
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}
    stream.write(msgspec.json.format(as_json(log), indent=2) + "\n")


def write_text(findings: Iterable[LocatedFinding], stream: TextIO) -> None:
    """Findings for people: `path:line: CODE message`, which editors and terminals turn into a link, with context.

    Errors and warnings are followed by the line concerned and its neighbours.
    """
    show: Callable[[Line], object] | None = None
    for located in findings:
        show = show or _line_printer(stream)
        for line in _finding_lines(located):
            show(line)


def print_findings_to_stderr(findings: Iterable[LocatedFinding]) -> None:
    """Say findings on standard error, as `text` writes them."""
    for located in findings:
        for line in _finding_lines(located):
            MESSAGES.info(_plain_text(line), extra={"line": line})


def write_waivers(findings: Iterable[LocatedFinding], stream: TextIO) -> None:
    """Findings as a file of waivers: `check --format waivers > known.txt`, then `check --waivers known.txt` skips them.

    There is one waiver per line, followed by the finding as a comment.
    """
    for located in findings:
        stream.write(escape_unprintable(format_waiver(located.finding)) + "\n")


FORMATS = {
    "github": write_github,
    "json": write_json,
    "jsonl": write_jsonl,
    "sarif": write_sarif,
    "text": write_text,
    "waivers": write_waivers,
}


def _escape_github_message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_github_property(text: str) -> str:
    return _escape_github_message(text).replace(":", "%3A").replace(",", "%2C")


def _line_printer(stream: TextIO) -> Callable[[Line], object]:
    """Return a function that prints a line, in colours on a terminal."""
    screen = late.screen.Screen(stream, soft_wrap=True)
    if screen.is_terminal:
        return lambda line: screen.print(late.text.Text.assemble(*line))
    # Writing plain text is a hundred times faster.
    return lambda line: stream.write(f"{_plain_text(line)}\n")


def _plain_text(line: Line) -> str:
    return "".join(piece if isinstance(piece, str) else piece[0] for piece in line)


def _finding_lines(located: LocatedFinding) -> Iterator[Line]:
    finding = located.finding
    place = f"{escape_unprintable(finding.path)}:{finding.line}: "
    yield place, (finding.code, COLOURS[finding.severity]), " ", escape_unprintable(finding.message)
    for number, line in located.context:
        yield (_format_source_line(number, line, is_wrong=number == finding.line),)


def _format_source_line(number: int, line: str, *, is_wrong: bool) -> str | tuple[str, str]:
    """A line of source text, the way compilers show it."""
    text = escape_unprintable(line[: WIDEST + 1])
    short = text if len(text) <= WIDEST else f"{text[: WIDEST - 3]}..."
    shown = f"{'>' if is_wrong else ' '}{number:>6} | {short}"
    return shown if is_wrong else (shown, "dim")


def _sarif_rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": cleandoc(rule.explanation)},
        "defaultConfiguration": {"level": str(rule.severity)},
    }


def _sarif_result(finding: Finding) -> dict[str, Any]:
    uri = quote(Path(finding.path).as_posix(), safe="/", errors="backslashreplace")
    place = {"artifactLocation": {"uri": uri}, "region": {"startLine": finding.line}}
    facts = {key: getattr(finding, key) for key in ("hand_id", "site", "seat", "player")}
    return {
        "ruleId": finding.code,
        "level": str(finding.severity),
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place}],
        "properties": {key: fact for key, fact in facts.items() if fact is not None},
    }
