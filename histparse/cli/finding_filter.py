"""Which findings the user wants to see: codes or families selected or ignored, waivers applied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from histparse.cli.usage_error import unknown
from histparse.judging.hand_result import HandResult
from histparse.judging.waivers import Waivers
from histparse.model.findings import Finding
from histparse.rules import catalogue


class FindingFilter:
    """Passes on the findings wanted, and counts them by code."""

    def __init__(self, select: Iterable[str], ignore: Iterable[str], waivers: Waivers) -> None:
        self._selected = codes(select) or frozenset(catalogue())
        self._ignored = codes(ignore)
        self._waivers = waivers
        self.counts: Counter[str] = Counter()

    def through(self, step: Callable[[Path], Iterator[HandResult]]) -> Callable[[Path], Iterator[HandResult]]:
        """The same step with the findings of each hand filtered."""
        return lambda path: self.filtered(step(path))

    def filtered(self, results: Iterable[HandResult]) -> Iterator[HandResult]:
        """The same hands with only the findings wanted."""
        for result in results:
            wanted = tuple(filter(self._wants, result.findings))
            self.counts.update(finding.code for finding in wanted)
            yield result if len(wanted) == len(result.findings) else replace(result, findings=wanted)

    def _wants(self, finding: Finding) -> bool:
        code = finding.code
        return code in self._selected and code not in self._ignored and not self._waivers.accepts(finding)


def matching(words: Iterable[str], there: Collection[str]) -> list[str]:
    """Those of the codes `there` named by `BET02`, `BET` or `BET,DRW01`. Raises UsageError for an unknown code."""
    named = codes(words)
    return [code for code in there if code in named]


def codes(words: Iterable[str]) -> frozenset[str]:
    """The codes named by `BET02`, `BET` or `BET,DRW01`. Raises UsageError."""
    there = catalogue()
    found: set[str] = set()
    for word in (part.strip().upper() for words_ in words for part in words_.split(",")):
        named = {code for code in there if word and code.startswith(word) and len(word) in (3, 5)}
        if not named:
            raise unknown("rule or family", word, [*there, *{code[:3] for code in there}])
        found |= named
    return frozenset(found)
