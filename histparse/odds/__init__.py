"""Exact odds of draws, and the best cards to keep. Uses only cards and their ranking."""
