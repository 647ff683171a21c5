"""The floor: read the file, split it into lines, match one compiled pattern on each. No Python can be much faster."""

from __future__ import annotations

import re
from pathlib import Path

LINE = re.compile(
    r"(?P<player>.+): (?:folds|checks|calls (?P<call>\S+)|bets (?P<bet>\S+)|raises (?P<by>\S+) to (?P<to>\S+)"
    r"|discards (?P<count>\d) cards?|stands pat)"
)
"""What the shallowest reader would look for."""


def run(file: Path) -> None:
    """Look at every line."""
    look(file.read_text(encoding="utf-8"))


def look(text: str) -> None:
    """Look at every line of the text."""
    for line in text.splitlines():
        LINE.match(line)
