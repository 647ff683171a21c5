"""`histparse audit`: whether many hands together were dealt and played fairly. Each module is a command."""

from __future__ import annotations

PANEL = "Check"


def run() -> None:
    """Audit many hands together: whether chance alone dealt them, and strangers played them.

    `check` judges each hand by the rules; an audit asks what no single hand can show; see docs/audit.md.

    **Examples**

    - `histparse audit deal`
    - `histparse audit play`
    - `histparse audit evidence -o may.zip`
    """
