"""Step 5, judging: one hand, with the output of each step."""

from __future__ import annotations

from msgspec import Struct

from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.model.tournament import TournamentSummary
from histparse.reader import HandText
from histparse.replay.table import Table


class HandResult(Struct, frozen=True):
    """The output of each step for one hand, or for a stretch of text that no dialect recognises."""

    findings: tuple[Finding, ...]
    text: HandText | None = None
    """None: not a hand of any known site."""
    hand: Hand | None = None
    """None: another game, or a hand that cannot be read."""
    table: Table | None = None
    """The table as the hand left it."""
    skipped: str | None = None
    """The name of the other game, or of the kind of text if it is not a hand."""
    summary: TournamentSummary | None = None
    """In place of a hand, if the text is the summary of a tournament."""
