"""`histparse parse`: shows what was understood, before anything is judged."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated

import typer

from histparse import flow
from histparse.cli.finding_filter import FindingFilter
from histparse.cli.formats import text
from histparse.cli.input_files import InputFiles
from histparse.cli.inputs import Paths, Site, Tally, known, results
from histparse.cli.located_finding import located
from histparse.cli.verbosity import is_verbose
from histparse.cli.words import as_json
from histparse.judging.hand_result import HandResult
from histparse.judging.waivers import Waivers
from histparse.rules.text import SYN05

NEEDS_ARGUMENTS = True


class Format(StrEnum):
    """How events are printed."""

    JSONL = "jsonl"


def run(
    paths: Paths,
    format: Annotated[Format, typer.Option(help="One JSON object per hand.")] = Format.JSONL,  # noqa: A002, ARG001 - the option's name; the first of more to come
    site: Site = None,
) -> int:
    """Print the typed events of each hand, one JSON object per line.

    Findings go to standard error, with `-v` also the hands of other games, which are skipped. Exit code: 0 clean, 1
    errors or warnings, 2 could not run or could not read every file.

    **Examples**

    - `histparse parse session.txt`
    - `histparse parse session.txt | head -1 | python -m json.tool`
    """
    tally, only = Tally(), known(site)
    wanted = FindingFilter([], [] if is_verbose() else [SYN05.code], Waivers())
    with InputFiles(paths) as inputs:
        read = wanted.through(lambda file: flow.read(file, only))
        found = results(inputs, read, "Reading", tally, printing=True)
        text.write(located(_printed(found)), sys.stderr)
    return tally.exit_code


def _printed(found: Iterable[HandResult]) -> Iterator[HandResult]:
    """The same hands, each printed after its findings."""
    for result in found:
        yield result
        if result.hand:
            sys.stdout.write(as_json(result.hand) + "\n")
