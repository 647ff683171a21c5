"""`histparse doctor`: how a file is read, and the lines of it that nobody knows."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

import typer

from histparse.cli.input_files import InputFiles
from histparse.cli.inputs import Paths, Site, known
from histparse.cli.words import as_json, say
from histparse.model.plain import count
from histparse.parsing.doctor import Diagnosis, Kind, examine

NEEDS_ARGUMENTS = True
MOST = 20
"""Shapes of unknown lines that are printed."""


class Format(StrEnum):
    """How a diagnosis is printed."""

    TEXT = "text"
    JSON = "json"


def run(
    paths: Paths,
    format: Annotated[Format, typer.Option(help="For people or, one object a text, for programs.")] = Format.TEXT,  # noqa: A002 - the option's name
    site: Site = None,
) -> int:
    """Explain how files are read: encoding, site, hands, what was skipped, and the lines that nobody knows.

    Unknown lines are grouped by their shape, with names, cards and amounts taken out: they can be reported as they are
    printed. Nothing is judged or stored. Exit code: 0 done, 2 could not run or
    read all files.

    **Examples**

    - `histparse doctor session.txt`
    - `histparse doctor histories.zip --format json`
    """
    only = known(site)
    with InputFiles(paths) as inputs:
        for found in inputs.each(lambda file: examine(file, only)):
            _print(found, format)
    return 0


def _print(found: Diagnosis, format: Format) -> None:  # noqa: A002 - as the option
    for line in [as_json(found)] if format is Format.JSON else (found.path, *_facts(found), *_lines(found), ""):
        say(line)


def _facts(found: Diagnosis) -> Iterator[str]:
    if found.encoding is None:
        yield "  encoding: none, this is no text"
    else:
        yield f"  encoding: {found.encoding} ({found.recognised})"
    for site in sorted({*found.hands, *found.skipped}):
        yield from (f"  {site}: {number:,} of {game}" for game, number in found.hands.get(site, {}).items())
        yield from (f"  {site}: {number:,} of {game}, skipped" for game, number in found.skipped.get(site, {}).items())
    if found.encoding and not found.hands and not found.skipped:
        yield "  no hand of a known site"
    for code, kind in sorted(found.findings.items()):
        yield f"  {code}: {kind.count:,}, first in line {kind.line}: {kind.message}"


def _lines(found: Diagnosis) -> Iterator[str]:
    """The unknown lines, the most frequent shapes first."""
    if not found.unknown:
        return
    shapes = sorted(found.unknown.items(), key=lambda item: -item[1].count)
    yield f"  unknown lines, {count(len(shapes), 'shape')}:"
    yield from (_shape(words, kind) for words, kind in shapes[:MOST])
    if len(shapes) > MOST:
        yield f"    and {count(len(shapes) - MOST, 'more shape')}: --format json has them all"


def _shape(words: str, kind: Kind) -> str:
    return f"    {kind.count:>5,} x  {words}  (line {kind.line})"
