"""`histparse check`: reads and judges hands without storing anything."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from histparse import HandResult
from histparse.api.catalogues import known_site, rulebook
from histparse.api.judging import FindingFilter, Judging, located
from histparse.cli.finding_formats import FORMATS
from histparse.cli.inputs import Inputs, Paths, Site
from histparse.cli.messages import is_verbose, remark
from histparse.cli.printing import chosen, say
from histparse.cli.settings import settled_house, settled_waivers
from histparse.model.house import house
from histparse.model.text_codes import SYN05

PANEL = "Check"
NEEDS_ARGUMENTS = True
FOR_PROGRAMS = {"json", "jsonl"}
"""The formats that list hands of other games too."""
Codes = Annotated[list[str], typer.Option(metavar="CODES", help="Codes or families: `BET02`, `DRW`, `BET,POT01`.")]


def run(
    paths: Paths,
    format: Annotated[
        str, typer.Option(help=f"One of {', '.join(FORMATS)}.", autocompletion=lambda: [*FORMATS])
    ] = "text",
    select: Codes = [],
    ignore: Codes = [],
    rules: Annotated[
        str | None, typer.Option("--house", help="A house's rules or a TOML file; default: those of each hand's site.")
    ] = None,
    site: Site = None,
    accepted: Annotated[
        Path | None, typer.Option("--waivers", help="A file of findings to suppress.", metavar="FILE")
    ] = None,
    statistics: Annotated[bool, typer.Option("--statistics", help="Only count the findings per code.")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit with 0 whatever was found.")] = False,
) -> int:
    """Judge hands against the rules of the house they were played in.

    Exit code: 0 clean, 1 errors or warnings, 2 could not run or could not read every file. Notes are printed but do not
    count. Hands of other games are skipped: they are counted at the end, and `-v`, `--select SYN05` and JSON list them.

    **Examples**

    - `histparse check session.txt`
    - `histparse check histories/ --format jsonl | head`
    - `histparse check histories/ --select BET,POT --house wsop-live`
    - `histparse check histories/ --format waivers > known.txt`
    - `histparse check histories/ --waivers known.txt --statistics`
    """
    write = chosen("format", format, FORMATS)
    judge_by = house(by) if (by := rules or settled_house()) else None
    accepted = accepted or settled_waivers()
    is_listing = not statistics and (is_verbose() or format in FOR_PROGRAMS)
    if not (select or is_listing):
        ignore = [*ignore, SYN05.code]  # the summary counts other games; a line for each would bury what is wrong
    wanted = FindingFilter(select, ignore, accepted)
    judging = Judging(judge_by, known_site(site))
    with Inputs(paths, printing=True) as inputs:
        found = _judged(inputs, judging, wanted)
        if statistics:
            _count(found, wanted)
        else:
            write(located(found), sys.stdout)
        if format == "text":
            remark(f"{inputs.tally.summary(judging.copies)}.")
    return 0 if exit_zero else inputs.tally.exit_code


def _judged(inputs: Inputs, judging: Judging, wanted: FindingFilter) -> Iterator[HandResult]:
    """The hands, then what lies between them."""
    yield from inputs.each(wanted.through(judging.file), "Judging")
    yield from inputs.tally.counted(wanted.filtered(judging.rest()))


def _count(found: Iterator[HandResult], wanted: FindingFilter) -> None:
    """How often each rule was broken."""
    for _ in found:
        pass
    there = rulebook()
    for code, number in sorted(wanted.counts.items()):
        say(f"{number:>8,}  {code}  {there[code].title}")
