"""The Python interface: judges many hands, and what lies between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from histparse import flow
from histparse.judging.duplicates import STANDARD_INPUT, Duplicates
from histparse.judging.hand_result import HandResult
from histparse.judging.neighbours import Neighbours
from histparse.model.house import House
from histparse.parsing.cutting import read_hands
from histparse.reader import FileError, HandText


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


# --- tournaments ----------------------------------------------------------------------------------------------

Tournament = tuple[str, str]
"""Site and number."""


class TournamentHands:
    """Pass every judged text through `past`, then ask for the `results`.

    Where there are summaries, their hands are read again and imported into memory, so that a check says what an import
    does. What comes out of a pipe, or of an archive of several files, cannot be read again.
    """

    def __init__(self) -> None:
        self._summaries: set[Tournament] = set()
        self._lines: defaultdict[Tournament, defaultdict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        """By tournament and file the first lines of all its texts."""

    def past(self, results: Iterable[HandResult]) -> Iterator[HandResult]:
        """The texts, noted as they pass."""
        for result in results:
            if result.text and (tournament := _tournament(result)):
                self._lines[tournament][result.text.path].add(result.text.line)
                if result.summary:
                    self._summaries.add(tournament)
            yield result

    def results(self) -> Iterator[HandResult]:
        """The contradictions, one result each."""
        # There is more than the summary itself.
        told = [one for one in self._summaries if sum(map(len, self._lines[one].values())) > 1]
        if not told:
            return
        from histparse.store import Database, Importer  # noqa: PLC0415 - most checks are of cash games
        from histparse.store.settle.against_hands import contradictions  # noqa: PLC0415 - as above

        with Database(":memory:") as database:
            with Importer(database) as importer:
                importer.add_texts(self._texts(told), 1)
            for _, finding in contradictions(database.connection):
                yield HandResult((finding,))

    def _texts(self, tournaments: Iterable[Tournament]) -> Iterator[HandResult]:
        wanted: defaultdict[str, set[int]] = defaultdict(set)
        for one in tournaments:
            for path, lines in self._lines[one].items():
                wanted[path] |= lines
        wanted.pop(STANDARD_INPUT, None)
        for path in sorted(wanted):
            with suppress(FileError):
                pieces = (piece for piece in read_hands(path) if isinstance(piece, HandText))
                yield from (HandResult((), piece) for piece in pieces if piece.line in wanted[path])


def _tournament(result: HandResult) -> Tournament | None:
    """The tournament that a text is about."""
    if result.summary:
        return result.summary.site, result.summary.tournament_id
    if result.hand:
        header = result.hand.header
        return (header.site, header.tournament.tournament_id) if header.tournament else None
    return None
