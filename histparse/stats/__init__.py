"""Step 6, statistics: every file of analytics/stats is one; they are found, checked and run here."""

from histparse.stats.catalogue import Parameter, Statistic, StatisticsError, catalogue
from histparse.stats.players import find_player, nearest
from histparse.stats.run import run

__all__ = ["Parameter", "Statistic", "StatisticsError", "catalogue", "find_player", "nearest", "run"]
