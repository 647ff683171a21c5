"""The Python interface: whether many hands together were dealt and played fairly. What is tested: docs/audit.md."""

from __future__ import annotations

from histparse.audit.deal_audit import DealAudit, audit_deal
from histparse.audit.words import lines

__all__ = ["DealAudit", "audit_deal", "lines"]
