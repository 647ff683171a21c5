"""`histparse audit`: whether many hands together were dealt and played fairly. Each module is a command of the group."""

from __future__ import annotations

PANEL = "Check"


def run() -> None:
    """Audit many hands together: whether they were dealt by chance alone.

    `check` judges each hand by the rules; an audit asks what no single hand can show. docs/audit.md says how to read it.

    **Examples**

    - `histparse audit deal`
    """
