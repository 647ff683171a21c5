"""The Python interface: which findings are wanted - codes, families, waivers - and the lines they are about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from histparse.judging.hand_result import HandResult
from histparse.model.absent import absent
from histparse.model.errors import HistparseError
from histparse.model.findings import Finding
from histparse.model.plain import plain, quoted
from histparse.reader import HandText
from histparse.rules import catalogue
from histparse.system.files import content

# --- waivers ---------------------------------------------------------------------------------------------------------

_WAIVER = re.compile(r"(?P<code>[A-Z]{3}\d\d)\s+(?P<place>\S[^#]*)(?:#.*)?")


class WaiverError(HistparseError):
    """A waiver file that cannot be used; the message is one sentence naming file and line."""


class Waivers:
    """The accepted codes and places. A place is `site:hand_id`, or `path:line` outside a hand."""

    def __init__(self, accepted: Iterable[tuple[str, str]] = ()) -> None:
        self._accepted = frozenset(accepted)
        self.used = 0
        """Findings suppressed so far."""

    def accepts(self, finding: Finding) -> bool:
        """Whether that finding is waived."""
        known = (finding.code, place(finding)) in self._accepted
        self.used += known
        return known


def place(finding: Finding) -> str:
    """The place of a finding; within a hand it stays valid when the file moves."""
    return plain(f"{finding.site}:{finding.hand_id}" if finding.hand_id else f"{finding.path}:{finding.line}")


def read(path: str | Path) -> Waivers:
    """The waivers of a file: `CODE site:hand_id  # why` on each line. Raises WaiverError."""
    try:
        lines = [line.decode() for line in content(path).splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise WaiverError(f"cannot read the waivers in {path}: {getattr(error, 'strerror', None) or error}") from error
    return Waivers(_read_line(path, number, line) for number, line in enumerate(lines, 1) if not _is_empty(line))


def _is_empty(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _read_line(path: str | Path, number: int, line: str) -> tuple[str, str]:
    found = _WAIVER.fullmatch(line.strip())
    if found is None:
        raise WaiverError(f"{path}:{number}: a waiver is `CODE site:hand_id  # why`, not {quoted(line.strip())}")
    return found["code"], found["place"].rstrip()


# --- findings --------------------------------------------------------------------------------------------------------


class FindingFilter:
    """Passes on the findings wanted, and counts them by code. `accepted`: a file of waivers."""

    def __init__(self, select: Iterable[str] = (), ignore: Iterable[str] = (), accepted: Path | None = None) -> None:
        """Want these codes. Raises HistparseError for an unknown code, or a file that cannot be used."""
        self._selected = codes(select) or frozenset(catalogue())
        self._ignored = codes(ignore)
        self._waivers = read(accepted) if accepted else Waivers()
        self.counts: Counter[str] = Counter()

    def through(self, step: Callable[[Path], Iterator[HandResult]]) -> Callable[[Path], Iterator[HandResult]]:
        """The step with the findings of each hand filtered."""
        return lambda path: self.filtered(step(path))

    def filtered(self, results: Iterable[HandResult]) -> Iterator[HandResult]:
        """The hands with only the findings wanted."""
        for result in results:
            wanted = tuple(filter(self._wants, result.findings))
            self.counts.update(finding.code for finding in wanted)
            yield result if len(wanted) == len(result.findings) else replace(result, findings=wanted)

    def _wants(self, finding: Finding) -> bool:
        code = finding.code
        return code in self._selected and code not in self._ignored and not self._waivers.accepts(finding)


def matching(words: Iterable[str], there: Collection[str]) -> list[str]:
    """The known codes that `BET02`, `BET` or `BET,DRW01` names. Raises HistparseError for an unknown code."""
    named = codes(words)
    return [code for code in there if code in named]


def codes(words: Iterable[str]) -> frozenset[str]:
    """The codes named by `BET02`, `BET` or `BET,DRW01`. Raises HistparseError."""
    there = catalogue()
    found: set[str] = set()
    for word in (part.strip().upper() for words_ in words for part in words_.split(",")):
        named = {code for code in there if word and code.startswith(word) and len(word) in (3, 5)}
        if not named:
            raise HistparseError(absent("rule or family", word, [*there, *{code[:3] for code in there}]))
        found |= named
    return frozenset(found)


def waiver(finding: Finding) -> str:
    """A line for a file of waivers that accepts this finding; its sentence is the comment."""
    return f"{finding.code} {place(finding)}  # {finding.message}"


class LocatedFinding(Struct, frozen=True):
    """One finding and its source. `text` is None where no hand was recognised."""

    finding: Finding
    text: HandText | None = None
    lines: Sequence[str] = ()
    """The lines of the text, split once for all its findings."""

    def around(self, context: int) -> list[tuple[int, str]]:
        """The line of the finding with up to `context` lines before and after it, each with its number."""
        if self.text is None:
            return []
        at = self.finding.line - self.text.line
        first, last = max(at - context, 0), min(at + context + 1, len(self.lines))
        shown = [(self.text.line + n, self.lines[n].rstrip()) for n in range(first, last)]
        while shown and not shown[-1][1]:
            shown.pop()
        return shown


def located(results: Iterable[HandResult]) -> Iterator[LocatedFinding]:
    """The findings of each hand in order of line."""
    for result in results:
        lines = result.text.text.split("\n") if result.text and result.findings else ()
        for finding in sorted(result.findings, key=lambda finding: finding.line):
            yield LocatedFinding(finding, result.text, lines)
