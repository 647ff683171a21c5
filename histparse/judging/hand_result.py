"""Step 5, judging: one hand, and what each step made of it."""

from __future__ import annotations

from msgspec import Struct

from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.reader import HandText
from histparse.replay.table import Table


class HandResult(Struct, frozen=True):
    """One hand on its way through the steps, or a stretch of text no dialect knows: what each step made of it."""

    findings: tuple[Finding, ...]
    text: HandText | None = None
    """None: no hand of any site."""
    hand: Hand | None = None
    """None: another game, or a hand that cannot be read."""
    table: Table | None = None
    """As the hand left it."""
    skipped: str | None = None
    """The name of the other game, or of what the text is instead of a hand."""
