"""Shared by `check`, `parse` and `import`: the hands in the files a user names, and a tally of the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from histparse import flow
from histparse.cli.input_files import InputFiles, named
from histparse.cli.progress import Facts, progress
from histparse.cli.usage_error import UsageError, refusing
from histparse.judging.hand_result import HandResult
from histparse.model.errors import HistparseError
from histparse.model.findings import FindingCounts
from histparse.model.plain import count, plain
from histparse.parsing.dialects import dialects, known_site

Paths = Annotated[
    list[str],
    typer.Argument(
        help="Files, folders with files in them, or - for standard input.", metavar="PATH", show_default=False
    ),
]
Site = Annotated[
    str | None,
    typer.Option(help="Read only this site's hands; default: detect the site.", autocompletion=lambda: [*dialects()]),
]

Step = Callable[[Path], Iterator[HandResult]]
"""The steps run on the hands of one file."""


@dataclass
class Tally:
    """Counts of a run."""

    hands: int = 0
    """Hands of 2-7 Triple Draw."""
    skipped: Counter[str] = field(default_factory=Counter)
    """Hands of other games, by game."""
    findings: FindingCounts = field(default_factory=FindingCounts)
    foreign: bool = True
    """Whether no hand of a known site was seen, intact or broken."""

    def add(self, result: HandResult) -> None:
        """Count one hand."""
        self.hands += result.is_read
        self.foreign &= result.text is None
        if result.skipped:
            self.skipped[result.skipped] += 1
        else:
            self.findings += FindingCounts.of(finding.severity for finding in result.findings)

    def counted(self, results: Iterable[HandResult]) -> Iterator[HandResult]:
        """The same results, counted as they pass."""
        for result in results:
            self.add(result)
            yield result

    def facts(self) -> dict[str, int]:
        """What progress shows."""
        return {"hand": self.hands, "finding": self.findings.total}

    @property
    def exit_code(self) -> int:
        """0 clean, 1 with errors or warnings; notes do not count."""
        return int(bool(self.findings.errors or self.findings.warnings))

    def summary(self, duplicates: int = 0) -> str:
        """The run in a few words."""
        parts = [count(self.hands, "hand")]
        parts += [count(duplicates, "duplicate")] if duplicates else []
        parts += [f"{number:,} of {plain(game)} skipped" for game, number in sorted(self.skipped.items())]
        return ", ".join([*parts, str(self.findings)])


def known(site: str | None) -> str | None:
    """The site requested. Raises UsageError when it is unknown."""
    with refusing(HistparseError):
        return known_site(site)


def results(
    inputs: InputFiles, step: Step, what: str, tally: Tally, *, facts: Facts | None = None, printing: bool = False
) -> Iterator[HandResult]:
    """The hands of all files after that step, counted, with a progress bar. Raises UsageError when there is no hand.

    `facts`: what the bar shows instead of the hands and findings of the tally.
    """
    with progress(what, inputs.size, facts=facts or tally.facts, printing=printing) as advance:
        for result in inputs.each(_advancing(step, advance)):
            tally.add(result)
            yield result
    if tally.foreign and inputs.found:
        raise UsageError(f"there is no hand history of a known site in {named(inputs.found)}")


def _advancing(step: Step, advance: Callable[[int], None]) -> Step:
    """The same step; it advances by the length of each hand, and in the end by what is left of the file."""

    def advancing(file: Path) -> Iterator[HandResult]:
        left = flow.size(file)
        try:
            for result in step(file):
                read = min(len(result.text.text), left) if result.text else 0
                left -= read
                advance(read)
                yield result
        finally:
            advance(left)

    return advancing
