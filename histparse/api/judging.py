"""The Python interface: judges many hands and what lies between them, and chooses the findings wanted."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from operator import attrgetter
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from histparse import flow
from histparse.api import late
from histparse.judging.duplicates import STANDARD_INPUT, Duplicates
from histparse.judging.engine import HandResult
from histparse.judging.neighbours import Neighbours
from histparse.model.errors import HistparseError, escape_unprintable, quoted, suggest_names
from histparse.model.findings import Finding, Severity
from histparse.model.house import House
from histparse.parsing.cutting import read_hand_texts
from histparse.parsing.dialects.base import require_known_site
from histparse.reader import FileError, HandText
from histparse.rules.registry import catalogue
from histparse.system.files import read_whole_file


class Judging:
    """Judges hands by the rules of a house or, without one, each by those of its site; then compares all of them.

    Raises HistparseError for an unknown site.
    """

    def __init__(self, rules: House | None, site: str | None = None) -> None:
        self._rules, self._site = rules, require_known_site(site)
        self._duplicates, self._neighbours = Duplicates(read_hand_texts, flow.parse_text, rules), Neighbours()
        self._tournaments = TournamentHands()

    @property
    def copy_count(self) -> int:
        """Hands that were the same as others."""
        return self._duplicates.count

    def judge_file(self, path: Path) -> Iterator[HandResult]:
        """The hands of a file, judged. Raises FileError."""
        return self._collect_for_comparison(flow.judge_file(path, house=self._rules, site=self._site))

    def judge_hands(self, results: Iterable[HandResult]) -> Iterator[HandResult]:
        """Hands already read, judged unless they are."""
        return self._collect_for_comparison(
            result if result.table else flow.judge_parsed(result, house=self._rules) for result in results
        )

    def findings_between_hands(self) -> Iterator[HandResult]:
        """The findings between all hands. Ask for them last: nothing is settled before."""
        settled = self._duplicates.settle_after_last_hand()
        yield from settled.results
        yield from self._neighbours.find_contradictions(settled)
        yield from self._tournaments.find_summary_contradictions()

    def _collect_for_comparison(self, judged: Iterator[HandResult]) -> Iterator[HandResult]:
        return self._duplicates.pass_on_without_repeats(
            self._neighbours.pass_on_and_note(self._tournaments.collect(judged))
        )  # which takes findings away


# --- tournaments ----------------------------------------------------------------------------------------------

Tournament = tuple[str, str]
"""Site and number."""


class TournamentHands:
    """Pass every judged text through `collect`, then `find_summary_contradictions`.

    Where there are summaries, their hands are read again and imported into memory, so that a check says what an import
    does. What comes out of a pipe, or of an archive of several files, cannot be read again.
    """

    def __init__(self) -> None:
        self._summaries: set[Tournament] = set()
        self._places: defaultdict[Tournament, set[tuple[str, int]]] = defaultdict(set)
        """By tournament the files and first lines of all its texts."""

    def collect(self, results: Iterable[HandResult]) -> Iterator[HandResult]:
        """The texts, noted as they pass."""
        for result in results:
            if result.text and (tournament := _site_and_tournament_number(result)):
                self._places[tournament].add((result.text.path, result.text.line))
                if result.summary:
                    self._summaries.add(tournament)
            yield result

    def find_summary_contradictions(self) -> Iterator[HandResult]:
        """The contradictions, one result each."""
        # There is more than the summary itself.
        places = {
            place
            for tournament in self._summaries
            if len(self._places[tournament]) > 1
            for place in self._places[tournament]
        }
        if not places:
            return
        with late.database.Database(":memory:") as database:
            with late.importer.Importer(database) as importer:
                importer.judge_and_add_texts(_reread_hand_texts(places), 1)
            for _, finding in late.neighbours.find_summary_contradictions(database.connection):
                yield HandResult((finding,))


def _reread_hand_texts(places: Set[tuple[str, int]]) -> Iterator[HandResult]:
    for path in sorted({path for path, _ in places} - {STANDARD_INPUT}):
        with suppress(FileError):
            pieces = (piece for piece in read_hand_texts(path) if isinstance(piece, HandText))
            yield from (HandResult((), piece) for piece in pieces if (path, piece.line) in places)


def _site_and_tournament_number(result: HandResult) -> Tournament | None:
    if result.summary:
        return result.summary.site, result.summary.tournament_id
    if result.hand:
        header = result.hand.header
        return (header.site, header.tournament.tournament_id) if header.tournament else None
    return None


# --- waivers ---------------------------------------------------------------------------------------------------------

_WAIVER = re.compile(r"(?P<code>[A-Z]{3}\d\d)\s+(?P<place>\S[^#]*)(?:#.*)?")


class Waivers:
    """The accepted codes and places. A place is `site:hand_id`, or `path:line` outside a hand."""

    def __init__(self, accepted: Iterable[tuple[str, str]] = ()) -> None:
        self._accepted = frozenset(accepted)
        self.used = 0
        """Findings suppressed so far."""

    def accept_and_count(self, finding: Finding) -> bool:
        """Whether that finding is waived; `used` counts those that are."""
        known = (finding.code, hand_or_line_of_finding(finding)) in self._accepted
        self.used += known
        return known


def hand_or_line_of_finding(finding: Finding) -> str:
    """The place of a finding; within a hand it stays valid when the file moves."""
    return escape_unprintable(
        f"{finding.site}:{finding.hand_id}" if finding.hand_id else f"{finding.path}:{finding.line}"
    )


def read_waivers(path: str | Path) -> Waivers:
    """The waivers of a file: `CODE site:hand_id  # why` on each line. Raises HistparseError."""
    try:
        lines = [line.decode() for line in read_whole_file(path).splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise HistparseError(
            f"cannot read the waivers in {path}: {getattr(error, 'strerror', None) or error}"
        ) from error
    return Waivers(
        _parse_waiver(path, number, line) for number, line in enumerate(lines, 1) if line.partition("#")[0].strip()
    )


def _parse_waiver(path: str | Path, number: int, line: str) -> tuple[str, str]:
    waiver = _WAIVER.fullmatch(line.strip())
    if waiver is None:
        raise HistparseError(f"{path}:{number}: a waiver is `CODE site:hand_id  # why`, not {quoted(line.strip())}")
    return waiver["code"], waiver["place"].rstrip()


# --- findings --------------------------------------------------------------------------------------------------------


class FindingFilter:
    """Passes on the findings wanted, and counts them by code. `accepted`: a file of waivers."""

    def __init__(self, select: Iterable[str] = (), ignore: Iterable[str] = (), accepted: Path | None = None) -> None:
        """Want these codes. Raises HistparseError for an unknown code, or a file that cannot be used."""
        self._selected = parse_codes(select) or frozenset(catalogue())
        self._ignored = parse_codes(ignore)
        self._waivers = read_waivers(accepted) if accepted else Waivers()
        self.counts: Counter[str] = Counter()

    def drop_unwanted_findings(self, results: Iterable[HandResult]) -> Iterator[HandResult]:
        """The hands with only the findings wanted."""
        for result in results:
            wanted = tuple(filter(self._is_wanted_counting_waived, result.findings))
            self.counts.update(finding.code for finding in wanted)
            yield result if len(wanted) == len(result.findings) else replace(result, findings=wanted)

    def _is_wanted_counting_waived(self, finding: Finding) -> bool:
        code = finding.code
        return code in self._selected and code not in self._ignored and not self._waivers.accept_and_count(finding)


def select_codes(words: Iterable[str], known_codes: Collection[str]) -> list[str]:
    """The known codes that `BET02`, `BET` or `BET,DRW01` names. Raises HistparseError for an unknown code."""
    named = parse_codes(words)
    return [code for code in known_codes if code in named]


def parse_codes(words: Iterable[str]) -> frozenset[str]:
    """The codes named by `BET02`, `BET` or `BET,DRW01`. Raises HistparseError."""
    known_codes = catalogue()
    chosen: set[str] = set()
    for word in (part.strip().upper() for words_ in words for part in words_.split(",")):
        named = {code for code in known_codes if word and code.startswith(word) and len(word) in (3, 5)}
        if not named:
            raise HistparseError(
                suggest_names("rule or family", word, [*known_codes, *{code[:3] for code in known_codes}])
            )
        chosen |= named
    return frozenset(chosen)


def format_waiver(finding: Finding) -> str:
    """A line for a file of waivers that accepts this finding; its sentence is the comment."""
    return f"{finding.code} {hand_or_line_of_finding(finding)}  # {finding.message}"


CONTEXT = 2
"""Lines shown before and after the one that is wrong."""


class LocatedFinding(Struct, frozen=True):
    """One finding, and for an error or a warning in a hand the lines around it, each with its number."""

    finding: Finding
    context: Sequence[tuple[int, str]] = ()


def add_context_lines(results: Iterable[HandResult]) -> Iterator[LocatedFinding]:
    """The findings of each hand in order of line."""
    for result in results:
        text = result.text if result.findings else None
        lines = text.text.split("\n") if text else []
        for finding in sorted(result.findings, key=attrgetter("line")):
            yield LocatedFinding(finding, _lines_around(finding, lines, text.line) if text else ())


def sort_by_place(findings: Iterable[LocatedFinding]) -> Iterator[LocatedFinding]:
    """All of them by path and line; after an error those before it, and then the error."""
    gathered: list[LocatedFinding] = []
    try:
        gathered.extend(findings)
    finally:
        yield from sorted(gathered, key=lambda finding: (finding.finding.path, finding.finding.line))


def _lines_around(finding: Finding, lines: Sequence[str], first_line: int) -> Sequence[tuple[int, str]]:
    """The line of the finding and its neighbours, as far as the text goes."""
    if finding.severity is Severity.NOTE:
        return ()
    place = finding.line - first_line
    first, last = max(place - CONTEXT, 0), min(place + CONTEXT + 1, len(lines))
    shown = [(first_line + n, lines[n].rstrip()) for n in range(first, last)]
    while shown and not shown[-1][1]:
        shown.pop()
    return shown
