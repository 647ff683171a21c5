"""The vocabulary of refusal: what cannot be done with what was given, in one sentence."""

from __future__ import annotations


class HistparseError(ValueError):
    """What was asked for cannot be done; the message is one sentence: what, where, and mostly what to do."""
