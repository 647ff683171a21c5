"""Text to typed events."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from histparse import flow


def run(file: Path) -> None:
    """Read every hand and keep none."""
    deque(flow.parse_file(file), maxlen=0)
