"""`histparse doctor`: how a file is read, and its unknown lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from histparse import Diagnosis, doctor
from histparse.api.catalogues import known_site
from histparse.cli.inputs import Inputs, Paths, Site
from histparse.cli.printing import Answer, answer
from histparse.model.findings import Severity
from histparse.model.plain import count

PANEL = "Check"
NEEDS_ARGUMENTS = True
MOST = 20
"""How many patterns of unknown lines are printed."""


def run(
    paths: Paths,
    format: Annotated[Answer, typer.Option(help="For people, or for programs: one object per file.")] = "text",
    site: Site = None,
) -> int:
    """Explain how files are read: encoding, site, hands, what was skipped, and unknown lines.

    Unknown lines are grouped by pattern, with names, cards and amounts removed, so they can be published as printed.
    Nothing is judged or stored. Exit code: 0 done, 2 could not run or could not read every file.

    **Examples**

    - `histparse doctor session.txt`
    - `histparse doctor histories.zip --format json`
    """
    only = known_site(site)
    with Inputs(paths, printing=True, any_text=True) as inputs:
        for found in doctor(inputs, site=only):
            _print(found, format)
    return 0


def _print(found: Diagnosis, format: Answer) -> None:
    answer(found, (found.path, *_facts(found), *_lines(found), ""), format)


def _facts(found: Diagnosis) -> Iterator[str]:
    if found.encoding is None:
        yield "  encoding: none, this is not text"
    else:
        yield f"  encoding: {found.encoding} ({found.recognised})"
    for site in sorted({*found.hands, *found.skipped}):
        yield from (f"  {site}: {number:,} of {game}" for game, number in found.hands.get(site, {}).items())
        yield from (f"  {site}: {number:,} of {game}, skipped" for game, number in found.skipped.get(site, {}).items())
    for site in found.supposed:
        yield f"  {site}: no real hand of this site has been seen, so its lines are supposed. Please send us one:"
        yield "    histparse anonymise writes hands without names"
    if found.encoding and not found.hands and not found.skipped:
        yield "  no hand of a known site"
    for severity in filter(found.findings.get, Severity):
        for code, kind in sorted(found.findings[severity].items()):
            yield f"  {code}: {count(kind.count, severity)}, first in line {kind.line}: {kind.message}"


def _lines(found: Diagnosis) -> Iterator[str]:
    """The unknown lines, the most frequent patterns first."""
    if not found.unknown:
        return
    patterns = sorted(found.unknown.items(), key=lambda item: -item[1].count)
    yield f"  unknown lines, {count(len(patterns), 'pattern')}:"
    for words, kind in patterns[:MOST]:
        yield f"    {kind.count:>5,} x  {words}  (line {kind.line})"
    if len(patterns) > MOST:
        yield f"    and {count(len(patterns) - MOST, 'more pattern')}: --format json has them all"
