"""Files read without storing anything: `histparse check` judges, `parse` shows events, `doctor` how they are read."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer

from histparse import Diagnosis, HandResult, doctor, read
from histparse.api.catalogues import rulebook
from histparse.api.in_and_out import as_json
from histparse.api.judging import FindingFilter, Judging, add_context_lines, sort_by_place
from histparse.cli.finding_formats import FORMATS, print_findings_to_stderr
from histparse.cli.inputs import Inputs, Paths, Site
from histparse.cli.printing import Answer, is_verbose, print_answer, print_line, print_remark
from histparse.cli.settings import house_in_settings, waivers_in_settings
from histparse.model.errors import choose_by_name, count
from histparse.model.findings import Severity
from histparse.model.house import house
from histparse.model.text_codes import SYN05

# --- check -----------------------------------------------------------------------------------------------------------

FOR_PROGRAMS = {"json", "jsonl"}
"""The formats that list hands of other games too."""
Codes = Annotated[list[str], typer.Option(metavar="CODES", help="Codes or families: `BET02`, `DRW`, `BET,POT01`.")]


def run_check(
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

    Findings are listed by path and line, once all hands have been compared. Exit code: 0 clean, 1 errors or warnings,
    2 could not run or could not read every file. Notes are printed but do not count. Hands of other games are skipped:
    they are counted at the end, and `-v`, `--select SYN05` and JSON list them.

    **Examples**

    - `histparse check session.txt`
    - `histparse check histories/ --format jsonl | head`
    - `histparse check histories/ --select BET,POT --house wsop-live`
    - `histparse check histories/ --format waivers > known.txt`
    - `histparse check histories/ --waivers known.txt --statistics`
    """
    write = choose_by_name("format", format, FORMATS)
    judge_by = house(house_name) if (house_name := rules or house_in_settings()) else None
    accepted = accepted or waivers_in_settings()
    is_listing = not statistics and (is_verbose() or format in FOR_PROGRAMS)
    if not (select or is_listing):
        ignore = [*ignore, SYN05.code]  # the summary counts other games; a line for each would bury what is wrong
    wanted = FindingFilter(select, ignore, accepted)
    judging = Judging(judge_by, site)
    with Inputs(paths) as inputs:
        results = _judge_within_and_between_hands(inputs, judging, wanted)
        if statistics:
            _print_counts_per_code(results, wanted)
        else:
            write(sort_by_place(add_context_lines(results)), sys.stdout)
        if format == "text":
            print_remark(f"{inputs.tally.summarise(judging.copy_count)}.")
    return 0 if exit_zero else inputs.tally.exit_code


def _judge_within_and_between_hands(inputs: Inputs, judging: Judging, wanted: FindingFilter) -> Iterator[HandResult]:
    """The hands, then what lies between them."""
    yield from inputs.run_step(lambda file: wanted.drop_unwanted_findings(judging.judge_file(file)), "Judging")
    for result in wanted.drop_unwanted_findings(judging.findings_between_hands()):
        inputs.tally.count_result(result)
        yield result


def _print_counts_per_code(results: Iterator[HandResult], finding_filter: FindingFilter) -> None:
    """Print how often each rule was broken."""
    for _ in results:
        pass
    rules = rulebook()
    for code, number in sorted(finding_filter.counts.items()):
        print_line(f"{number:>8,}  {code}  {rules[code].title}")


# --- parse -----------------------------------------------------------------------------------------------------------


def run_parse(
    paths: Paths,
    format: Annotated[Literal["jsonl"], typer.Option(help="One JSON object per hand.")] = "jsonl",  # noqa: ARG001 - the first of more to come
    site: Site = None,
) -> int:
    """Print the typed events of each hand, one JSON object per line.

    Findings go to standard error, with `-v` also the hands of other games, which are skipped. Exit code: 0 clean, 1
    errors or warnings, 2 could not run or could not read every file.

    **Examples**

    - `histparse parse session.txt`
    - `histparse parse session.txt | head -1 | python -m json.tool`
    """
    wanted = FindingFilter(ignore=[] if is_verbose() else [SYN05.code])
    with Inputs(paths, printing=True) as inputs:
        print_findings_to_stderr(
            add_context_lines(_pass_on_printing_as_json(wanted.drop_unwanted_findings(read(inputs, site=site))))
        )
    return inputs.tally.exit_code


def _pass_on_printing_as_json(results: Iterable[HandResult]) -> Iterator[HandResult]:
    """The hands, each printed after its findings."""
    for result in results:
        yield result
        if result.hand:
            sys.stdout.write(as_json(result.hand) + "\n")


# --- doctor ----------------------------------------------------------------------------------------------------------

MOST = 20
"""How many patterns of unknown lines are printed."""


def run_doctor(
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
    with Inputs(paths, printing=True, any_text=True) as inputs:
        for diagnosis in doctor(inputs, site=site):
            facts = (diagnosis.path, *_fact_lines(diagnosis), *_unknown_pattern_lines(diagnosis), "")
            print_answer(diagnosis, facts, format)
    return 0


def _fact_lines(diagnosis: Diagnosis) -> Iterator[str]:
    if diagnosis.encoding is None:
        yield "  encoding: none, this is not text"
    else:
        yield f"  encoding: {diagnosis.encoding} ({diagnosis.recognised})"
    for site in sorted({*diagnosis.hands, *diagnosis.skipped}):
        yield from (f"  {site}: {number:,} of {game}" for game, number in diagnosis.hands.get(site, {}).items())
        yield from (
            f"  {site}: {number:,} of {game}, skipped" for game, number in diagnosis.skipped.get(site, {}).items()
        )
    for site in diagnosis.supposed:
        yield f"  {site}: no real hand of this site has been seen, so its lines are supposed. Please send us one:"
        yield "    histparse anonymise writes hands without names"
    if diagnosis.encoding and not diagnosis.hands and not diagnosis.skipped:
        yield "  no hand of a known site"
    for severity in filter(diagnosis.findings.get, Severity):
        for code, kind in sorted(diagnosis.findings[severity].items()):
            yield f"  {code}: {count(kind.count, severity)}, first in line {kind.line}: {kind.message}"


def _unknown_pattern_lines(diagnosis: Diagnosis) -> Iterator[str]:
    """The unknown lines, the most frequent patterns first."""
    if not diagnosis.unknown:
        return
    patterns = sorted(diagnosis.unknown.items(), key=lambda item: -item[1].count)
    yield f"  unknown lines, {count(len(patterns), 'pattern')}:"
    for words, kind in patterns[:MOST]:
        yield f"    {kind.count:>5,} x  {words}  (line {kind.line})"
    if len(patterns) > MOST:
        yield f"    and {count(len(patterns) - MOST, 'more pattern')}: --format json has them all"
