"""Step 5, judging: one hand, with the output of each step."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct

from histparse.model.findings import Finding
from histparse.model.hand import Hand, Header
from histparse.model.tournament import TournamentSummary
from histparse.reader import HandText
from histparse.replay.table import Table


class Compared(NamedTuple):
    """What neighbouring hands are compared by: rows with the columns of neighbours/compare.py, without `hand_key`."""

    hand: tuple[Any, ...]
    seats: list[tuple[Any, ...]]


def hand_row(
    header: Header, table_name: str, button: int | None, players: int, *, sound: bool, path: str, line: int
) -> tuple[Any, ...]:
    """The row of a hand that is compared; `sound`: complete, and without errors or warnings."""
    tournament = header.tournament and header.tournament.tournament_id
    number = header.site, header.hand_id, table_name, tournament, header.currency, header.utc
    return *number, button, players, sound, path, line


class PlainHand(Struct, frozen=True):
    """A hand without findings that the fast import has judged: no events, only what other hands are compared with."""

    site: str
    hand_id: str
    digest: int
    compared: Compared | None
    """None: its number does not say which hand comes next."""


class HandResult(Struct, frozen=True):
    """The output of each step for one hand, or for a stretch of text that no dialect recognises."""

    findings: tuple[Finding, ...]
    text: HandText | None = None
    """None: not a hand of any known site."""
    hand: Hand | None = None
    """None: another game, a hand that cannot be read, or one that the fast import judged."""
    table: Table | None = None
    """The table as the hand left it."""
    skipped: str | None = None
    """The name of the other game, or of the kind of text if it is not a hand."""
    summary: TournamentSummary | None = None
    """In place of a hand, if the text is the summary of a tournament."""
    plain: PlainHand | None = None
    """In place of `hand` and `table`, if the fast import judged the hand."""

    @property
    def is_read(self) -> bool:
        """Whether this is a hand of 2-7 Triple Draw that could be read."""
        return self.hand is not None or self.plain is not None
