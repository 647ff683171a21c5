"""How many processor cores there are for us."""

from __future__ import annotations

import os


def cores() -> int:
    """The processor cores that this process may use."""
    # Only some systems report which of them are ours.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
