"""The Python interface: which columns of a frame say a rate, and what to expect of a player."""

from histparse.stats.rate import RATE, UNSAID, has_rate, without_marks
from histparse.stats.shrinking import ESTIMATE

__all__ = ["ESTIMATE", "RATE", "UNSAID", "has_rate", "without_marks"]
