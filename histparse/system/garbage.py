"""System: Python looks for reference cycles seldom, for there are few: hands come and go by the count of references."""

from __future__ import annotations

import gc

OBJECTS = 50_000
"""New objects after which the youngest are looked through. With Python's own 700 it is a twentieth of an import."""
YOUNG, MIDDLE = 20, 100
"""Times a generation is looked through until the next one is, too."""


def collect_seldom() -> None:
    """For a process that is ours: a program that only calls the library keeps its own settings."""
    gc.set_threshold(OBJECTS, YOUNG, MIDDLE)
