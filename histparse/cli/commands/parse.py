"""`histparse parse`: shows what was understood, before anything is judged."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import typer

from histparse import HandResult, read
from histparse.api.catalogues import known_site
from histparse.api.judging import FindingFilter, located
from histparse.cli.finding_formats import tell
from histparse.cli.inputs import Inputs, Paths, Site
from histparse.cli.messages import is_verbose
from histparse.cli.printing import as_json
from histparse.model.text_codes import SYN05

PANEL = "Check"
NEEDS_ARGUMENTS = True


def run(
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
    only, wanted = known_site(site), FindingFilter(ignore=[] if is_verbose() else [SYN05.code])
    with Inputs(paths, printing=True) as inputs:
        tell(located(_printed(wanted.filtered(read(inputs, site=only)))))
    return inputs.tally.exit_code


def _printed(found: Iterable[HandResult]) -> Iterator[HandResult]:
    """The hands, each printed after its findings."""
    for result in found:
        yield result
        if result.hand:
            sys.stdout.write(as_json(result.hand) + "\n")
