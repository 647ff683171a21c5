"""Text to judged hands: what `check` does."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from histparse import flow


def run(file: Path) -> None:
    """Judge every hand and keep none."""
    deque(flow.judge_file(file), maxlen=0)
