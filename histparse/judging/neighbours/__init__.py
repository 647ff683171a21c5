"""Step 5, judging: neighbouring hands of a table are compared, whatever the order of files (SEQ)."""

from histparse.judging.neighbours.collect import Neighbours
from histparse.judging.neighbours.compare import Neighbour, compare, follow

__all__ = ["Neighbour", "Neighbours", "compare", "follow"]
