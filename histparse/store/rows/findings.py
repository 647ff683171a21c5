"""Step 6b, rows: the table `findings` - what is wrong or worth knowing, in a stored hand or outside any."""

from __future__ import annotations

import json

from msgspec import to_builtins

from histparse.model.findings import Finding
from histparse.store.observe.row_buffer import Rows


def add_finding(findings: Rows, key: int | None, text_id: int | None, finding: Finding) -> None:
    """Add a finding in that hand, or in that text set aside."""
    findings.add(
        hand_key=key,
        text_id=text_id,
        code=finding.code,
        severity=finding.severity,
        path=finding.path,
        line=finding.line,
        hand_id=finding.hand_id,
        site=finding.site,
        seat=finding.seat,
        player=finding.player,
        message=finding.message,
        template=finding.template,
        figures=json.dumps(to_builtins(finding.figures), ensure_ascii=False, separators=(",", ":")),
    )
