"""Step 6, store: how an import went, in figures."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from histparse.model.findings import FindingCounts


class Summary(Struct):
    """How an import went: `hands` = `stored` + `tournaments` + `duplicates` + `set_aside` + the sum of `skipped`.

    Summaries of tournaments are counted with the hands. Hands that were not read again, because nothing in their file
    is new, count as they did when they were read.
    """

    files: int = 0
    """Read or unchanged."""
    unchanged: int = 0
    """Files that have not changed since they were imported, and were not read again."""
    hands: int = 0
    stored: int = 0
    """Hands that came in."""
    tournaments: int = 0
    """Summaries of tournaments that were stored."""
    duplicates: int = 0
    """Identical copies of texts stored or set aside, and texts with which a longer one of these begins."""
    skipped: dict[str, int] = field(default_factory=dict)
    """Hands of other games, by game."""
    set_aside: int = 0
    uncertain: int = 0
    """Hands in the files that were read, of which nothing tells in which of two hours that clocks show alike."""
    findings: FindingCounts = FindingCounts()
    """Findings that the database did not have before."""
    seconds: float = 0.0
    hands_per_second: float = 0.0

    def skip(self, games: Mapping[str, int]) -> None:
        """Count hands of other games."""
        for game, count in games.items():
            self.skipped[game] = self.skipped.get(game, 0) + count

    def count_known(self, hands: int, skipped: Mapping[str, int], set_aside: int) -> None:
        """Count hands that an earlier import read: of other games, set aside, and the rest stored."""
        self.hands += hands
        self.set_aside += set_aside
        self.skip(skipped)

    def finish(self, files: int, unchanged: int, seconds: float) -> None:
        """Note what is known at the end."""
        self.files, self.unchanged, self.seconds = files, unchanged, seconds
        self.duplicates = self.hands - self.stored - self.tournaments - self.set_aside - sum(self.skipped.values())
        self.hands_per_second = self.hands / seconds if self.hands else 0.0
