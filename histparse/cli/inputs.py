"""Shared by `check`, `parse` and `import`: the hands in the files a user names, and a tally of the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Self

import typer

from histparse import HandResult
from histparse.api.catalogues import sites
from histparse.api.judging import LocatedFinding
from histparse.api.reading import Files, Result, Step, size_for_progress
from histparse.cli.finding_formats import print_findings_to_stderr
from histparse.cli.printing import Facts, print_error, print_remark, progress
from histparse.model.errors import HistparseError, count, escape_unprintable
from histparse.model.findings import Finding, FindingCounts
from histparse.model.text_codes import SYN10
from histparse.system.files import is_database, printable_path
from histparse.system.processes import FEEDING

# --- files -----------------------------------------------------------------------------------------------------------

MOST = 20
"""How many unreadable files are named."""


def name_first_paths(paths: Iterable[str | Path]) -> str:
    """The first few paths, for use in a sentence."""
    return escape_unprintable(", ".join(list(map(printable_path, paths))[:3]))


def picture_lines(picture_count: int) -> list[str]:
    """A line on so many files that are pictures; none without any."""
    if not picture_count:
        return []
    return [
        "1 file is not a history: a picture"
        if picture_count == 1
        else f"{picture_count:,} files are not histories: pictures"
    ]


def _describe_os_error(error: OSError) -> str:
    return f"{escape_unprintable(printable_path(str(error.filename)))}: {error.strerror}"


# --- what is read of them --------------------------------------------------------------------------------------------

Paths = Annotated[
    list[str],
    typer.Argument(
        help="Files, folders with files in them, or - for standard input.", metavar="PATH", show_default=False
    ),
]
Site = Annotated[
    str | None,
    typer.Option(help="Read only this site's hands; default: detect the site.", autocompletion=sites),
]
Jobs = Annotated[
    int,
    typer.Option(
        min=1,
        help="Processes that read and judge; 1 = no extra process.",
        show_default=f"one for each core, up to {FEEDING}",
    ),
]

GAMES_NAMED = 2


@dataclass
class Tally:
    """Counts of a run."""

    hands: int = 0
    """Hands of 2-7 Triple Draw."""
    summaries: int = 0
    """Summaries of tournaments."""
    skipped: Counter[str] = field(default_factory=Counter)
    """Hands of other games, by game."""
    findings: FindingCounts = field(default_factory=FindingCounts)
    foreign: bool = True
    """Whether no hand of a known site was seen, intact or broken."""

    def count_result(self, result: HandResult) -> None:
        """Count one hand."""
        self.hands += result.hand is not None
        self.foreign &= result.text is None
        self.summaries += result.summary is not None
        if result.skipped and result.summary is None:
            self.skipped[result.skipped] += 1
        else:
            self.findings += FindingCounts.count_severities(finding.severity for finding in result.findings)

    def progress_facts(self) -> dict[str, int]:
        """The counts that progress shows."""
        return {"hand": self.hands, "finding": self.findings.total}

    @property
    def exit_code(self) -> int:
        """0 clean, 1 with errors or warnings; notes do not count."""
        return int(bool(self.findings.errors or self.findings.warnings))

    def summarise(self, duplicate_count: int = 0) -> str:
        """The run in a few words."""
        parts = [count(self.hands, "hand")] if self.hands or not self.summaries else []
        parts += [f"{self.summaries:,} tournament {'summary' if self.summaries == 1 else 'summaries'}"] * bool(
            self.summaries
        )
        parts += [count(duplicate_count, "duplicate")] if duplicate_count else []
        parts += [f"{self.skipped.total():,} skipped {name_commonest_skipped_games(self.skipped)}"] * bool(self.skipped)
        return ", ".join([*parts, str(self.findings)])


def name_commonest_skipped_games(skipped: Mapping[str, int]) -> str:
    """The games most often skipped, and how many others; JSON has them all."""
    ranked = sorted(skipped.items(), key=lambda item: (-item[1], item[0]))
    named = [f"{number:,} × {escape_unprintable(game)}" for game, number in ranked[:GAMES_NAMED]]
    rest = [f"and {count(len(ranked) - GAMES_NAMED, 'other game')}"] if len(ranked) > GAMES_NAMED else []
    return f"({', '.join([*named, *rest])})"


class Inputs(Files):
    """The hands in the files a user names: counted, with a progress bar; used in a `with` statement.

    Raises HistparseError at once when a named path does not exist, or nothing at all can be read; at the end when a
    file could not be read, or when there is no hand of a known site, unless `any_text` will do. `printing`: what is
    read is printed meanwhile.
    """

    def __init__(self, paths: Iterable[str], *, printing: bool = False, any_text: bool = False) -> None:
        paths = list(paths)
        self._printing, self._any_text = printing, any_text
        self._unread: list[OSError] = []
        self.tally = Tally()
        """The counts of the last time that they were read."""
        self.facts: Facts | None = None
        """What the bar shows; None: hands and findings of the tally."""
        self.unread_archives: list[Finding] = []
        """Nobody misses hands they have never seen."""
        try:
            super().__init__(paths, self._unread.append)
        except OSError as error:
            raise HistparseError(f"cannot read {_describe_os_error(error)}") from error
        if not self.size_in_bytes and self._unread:
            raise self._name_unreadable_and_make_error()
        if not self.paths:
            raise HistparseError(f"there is no file in {name_first_paths(paths)}")
        if not self.size_in_bytes:
            raise HistparseError(f"{name_first_paths(self.paths)} is empty")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if self._unread and error is None:
            raise self._name_unreadable_and_make_error()
        if self._unread:
            print_error(self._name_unreadable_and_make_error())

    def report_unreadable(self, error: OSError) -> None:
        """Note that the file of the error is not read."""
        self.paths.remove(Path(error.filename))
        self._unread.append(error)

    def _name_unreadable_and_make_error(self) -> HistparseError:
        """One sentence for one file; several are first printed on a line each."""
        lines = [f"cannot read {_describe_os_error(error)}" for error in self._unread]
        if len(lines) == 1:
            return HistparseError(lines[0])
        for line in lines[:MOST]:
            print_error(line)
        return HistparseError(
            f"{count(len(lines), 'file')} could not be read" + (", these among them" if lines[MOST:] else "")
        )

    def run_step(self, step: Step[Result], progress_label: str) -> Iterator[Result]:
        """The results of the step for every file."""
        self.tally = Tally()
        facts = self.facts or self.tally.progress_facts
        with progress(progress_label, self.size_in_bytes, facts=facts, printing=self._printing) as advance:
            for result in super().run_step(_advance_by_letters(step, advance), progress_label):
                if isinstance(result, HandResult):
                    self.tally.count_result(result)
                    if result.text is None:
                        self.unread_archives += [finding for finding in result.findings if finding.code == SYN10.code]
                yield result
        if self.tally.foreign and not self._any_text and not facts()["hand"] and self.paths:
            raise HistparseError(
                f"there is no hand history of a known site in {name_first_paths(self.paths)}"
                f"{_suggest_db_option(self.paths)}"
            )


def _suggest_db_option(files: Iterable[Path]) -> str:
    """Suggest the right option for a database given as a file of hands; empty if there is none."""
    database = next((file for file in files if file.is_file() and is_database(file)), None)
    return f"; a database is named with --db: histparse report --db {database}" if database else ""


def warn_of_unread_archive_files(findings: list[Finding]) -> None:
    """Print the first of these findings to standard error."""
    print_findings_to_stderr(map(LocatedFinding, findings[:MOST]))
    if more := len(findings[MOST:]):
        print_remark(f"and {count(more, 'more file')} in archives: `check` names them all")


def _advance_by_letters(step: Step[Result], advance: Callable[[int], None]) -> Step[Result]:
    """The step; it advances by the length of each hand, and in the end by what is left of the file."""

    def advancing(file: Path) -> Iterator[Result]:
        left = size_for_progress(file)
        try:
            for result in step(file):
                read = min(len(result.text.text), left) if isinstance(result, HandResult) and result.text else 0
                left -= read
                advance(read)
                yield result
        finally:
            advance(left)

    return advancing
