"""Beside judging: neighbouring hands of a table are held against each other, whatever the order of files (SEQ)."""

from histparse.neighbours.collect import Neighbours
from histparse.neighbours.compare import Neighbour, compare

__all__ = ["Neighbour", "Neighbours", "compare"]
