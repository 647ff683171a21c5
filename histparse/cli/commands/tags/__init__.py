"""`histparse tags`: stars, tags and notes on hands. Each module is a command of the group."""

from __future__ import annotations

PANEL = "Operate"


def run() -> None:
    """List, export and import the stars, tags and notes that you have put on hands in the replayer.

    They are in a small file of their own beside the database, and stay when it is made anew.

    **Examples**

    - `histparse tags list`
    - `histparse tags export -o tags.json`
    - `histparse tags import tags.json`
    """
