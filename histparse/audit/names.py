"""Audit: what cards are called in the plural."""

from __future__ import annotations

from histparse.model.ranking import WORDS

RANK_NAMES = [f"{word}es" if word == "six" else f"{word}s" for word in ("deuce", "trey", *WORDS[2:])]
SUIT_NAMES = ["clubs", "diamonds", "hearts", "spades"]
