"""The Python interface: whether many hands together were dealt and played fairly. What is tested: docs/audit.md."""

from __future__ import annotations

from histparse.audit.deal_audit import DealAudit, audit_deal
from histparse.audit.play_audit import PlayAudit, audit_play
from histparse.audit.words import lines, outcome, pair_lines, pair_outcome, power

__all__ = [
    "DealAudit",
    "PlayAudit",
    "audit_deal",
    "audit_play",
    "lines",
    "outcome",
    "pair_lines",
    "pair_outcome",
    "power",
]
