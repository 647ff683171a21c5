"""The Python interface: judges many hands, and what lies between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from histparse import flow
from histparse.api.tournament_hands import TournamentHands
from histparse.judging.duplicates import Duplicates
from histparse.judging.hand_result import HandResult
from histparse.judging.neighbours import Neighbours
from histparse.model.house import House
from histparse.parsing.cutting import read_hands


class Judging:
    """Judges hands by the rules of a house or, without one, each by those of its site; then compares all of them."""

    def __init__(self, rules: House | None, site: str | None = None) -> None:
        self._rules, self._site = rules, site
        self._duplicates, self._neighbours = Duplicates(read_hands), Neighbours()
        self._tournaments = TournamentHands()

    @property
    def copies(self) -> int:
        """Hands that were the same as others."""
        return self._duplicates.count

    def file(self, path: Path) -> Iterator[HandResult]:
        """The hands of a file, judged. Raises FileError."""
        return self._noted(flow.judged(path, rules=self._rules, site=self._site))

    def hands(self, results: Iterable[HandResult]) -> Iterator[HandResult]:
        """Hands already read, judged unless they are."""
        return self._noted(one if one.table else flow.judged_hand(one, rules=self._rules) for one in results)

    def rest(self) -> Iterator[HandResult]:
        """The findings between all hands. Ask for them last: nothing is settled before."""
        settled = self._duplicates.settled()
        yield from settled.results
        yield from self._neighbours.results(settled)
        yield from self._tournaments.results()

    def _noted(self, judged: Iterator[HandResult]) -> Iterator[HandResult]:
        return self._duplicates.past(self._neighbours.past(self._tournaments.past(judged)))  # which takes findings away
