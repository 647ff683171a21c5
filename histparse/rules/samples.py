"""Step 4, rules: the sample that breaks a rule, found by the rule's code."""

from __future__ import annotations

from pathlib import Path

from histparse.system.resources import folder


def sample(code: str) -> Path | None:
    """The first sample hand that breaks that rule and no other; None if text alone cannot break it."""
    return next(iter(sorted(folder("sample_histories").glob(f"*/{code}_*.txt"))), None)
