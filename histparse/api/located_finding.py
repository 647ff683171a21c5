"""The Python interface: a finding with the text it is about, so that the line can be shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from histparse.judging.hand_result import HandResult
from histparse.model.findings import Finding
from histparse.reader import HandText


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
