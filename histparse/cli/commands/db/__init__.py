"""`histparse db`: looks after a whole database. Each module is a command of the group."""

from __future__ import annotations

PANEL = "Operate"


def run() -> None:
    """Look after a database: what it holds, whether it is sound, what was found in it.

    **Examples**

    - `histparse db info`
    - `histparse db check`
    - `histparse db findings`
    - `histparse db compact`
    - `histparse db upgrade`
    """
