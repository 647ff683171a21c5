"""The Python interface: whether many hands together were dealt and played fairly. What is tested: docs/audit.md."""

from __future__ import annotations

from histparse.audit.deal_audit import DealAudit, audit_deal
from histparse.audit.hidden import hidden_deal
from histparse.audit.play_audit import PlayAudit, audit_play
from histparse.audit.words import answer, difference, expected, lines, outcome, pair_lines, pair_outcome, power

__all__ = [
    "DealAudit",
    "PlayAudit",
    "answer",
    "audit_deal",
    "audit_play",
    "difference",
    "expected",
    "hidden_deal",
    "lines",
    "outcome",
    "pair_lines",
    "pair_outcome",
    "power",
]
