"""The base of our errors: why a request cannot be met, in one sentence."""

from __future__ import annotations


class HistparseError(ValueError):
    """The request cannot be met; the message is one sentence: what, where, and usually what to do."""
