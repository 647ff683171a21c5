"""Step 5, judging: one hand, with the output of each step, and how sound its text is."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from msgspec import Struct

from histparse.model.findings import Finding, Severity
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


# --- soundness ------------------------------------------------------------------------------------------------

_PAID, _COLLECTED = map(attrgetter, ("paid", "collected"))
WARNING = 2
_RANKS = {Severity.NOTE: 1, Severity.WARNING: WARNING, Severity.ERROR: 3}


def rank_worst_finding(findings: Iterable[Finding], last_line: int) -> int:
    """Rank the worst of these findings, from 0 (none) to 3; those behind the hand's last line do not count."""
    return max((_RANKS[finding.severity] for finding in findings if finding.line <= last_line), default=0)


def rank_summary(findings: Iterable[Finding], summary: TournamentSummary) -> int:
    """The rank of a tournament summary: of two the one written last counts, and a list rather than a mail."""
    worst = rank_worst_finding(findings, summary.last_line)
    return 4 * worst + 2 * summary.in_progress + (not summary.finishes)


def why_unstorable(table: Table) -> str | None:
    """Why a judged hand cannot be stored; None if it can."""
    if not table.complete:
        return None if table.hand.cancelled else "the text is cut short: how the hand ended is not known"
    rake = sum(map(_PAID, table.players)) - sum(map(_COLLECTED, table.players))
    stated = table.stated and table.stated.rake
    if stated is not None and rake != stated:
        return f"the players' nets add up to {-rake} and the rake to {stated} (1/100): they must balance"
    if rake < 0:
        return f"the players collect {-rake} (1/100) more than they put in"
    return None
