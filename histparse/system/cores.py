"""System: how many processor cores there are for us, how many processes are worth it, and how seldom they tidy up."""

from __future__ import annotations

import os

COLLECTING = (50_000, 20, 100)
"""For `gc.set_threshold`, in processes that are ours: after so many new objects the youngest are looked through for
cycles, and after so many times the next generation. Hands come and go by the count of references; with Python's own 700
objects the search is a twentieth of an import. A program that only calls the library keeps its own settings."""
FEEDING = 5
"""Processes that keep the one that stores busy. Of each of 100,000 dealt hands it took 306 microseconds of a processor,
and those that read and judge 1,640, their start left out: it can follow 5.4 of them. All six together had 753 MB, and
would have 950 if all were at their highest at once."""


def cores() -> int:
    """The processor cores that this process may use."""
    # Only some systems report which of them are ours.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def default_jobs() -> int:
    """Processes that read and judge for one that stores: as many as there are cores, unless it could not follow."""
    return min(cores(), FEEDING)
