"""The Python interface: checks summaries of tournaments against the hands of the same tournaments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress

from histparse.judging.duplicates import STANDARD_INPUT
from histparse.judging.hand_result import HandResult
from histparse.parsing.cutting import read_hands
from histparse.reader import FileError, HandText

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
