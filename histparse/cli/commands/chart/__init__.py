"""`histparse chart`: tables of many hands against many draws, and pictures of them. Each module is a command."""

from __future__ import annotations

PANEL = "Study"


def run() -> None:
    """Tables of many hands against many draws, as text, CSV or pictures.

    **Examples**

    - `histparse chart pat-or-break`
    - `histparse chart pat-or-break --draws 1 --draws 2 --draws 3 --png charts`
    """
