"""Step 6b, rows: the table `findings` - what is wrong or worth knowing, in a stored hand or outside any."""

from __future__ import annotations

from msgspec import Struct

from histparse.model.findings import Finding
from histparse.store.observe.row_buffer import Rows


class FindingRow(Struct, kw_only=True):
    """A row of `findings`."""

    hand_key: int | None
    """None: the finding is in no stored hand."""
    code: str
    severity: str
    path: str
    line: int
    hand_id: str | None
    site: str | None
    seat: int | None
    player: str | None
    message: str
    text_id: int | None
    """Of a text set aside."""


class Findings(Rows):
    """The rows of `findings`."""

    def __init__(self) -> None:
        super().__init__("findings", FindingRow)
        self._add = self.adding(FindingRow)

    def enter(self, key: int | None, text_id: int | None, finding: Finding) -> None:
        """Add a finding in that hand, or in that text set aside."""
        self._add(
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
        )
