"""Step 7, statistics: finds, checks and runs the statistics, one per file of analytics/stats."""

from histparse.stats.catalogue import Group, Parameter, Statistic, StatisticsError, Value, catalogue, groups
from histparse.stats.compare import compare, overview
from histparse.stats.filter_kinds import begins, zone_name
from histparse.stats.filters import Filters, declared, read_filters
from histparse.stats.listing import Listing, hands, number, pictures, select
from histparse.stats.listing_query import SORTS
from histparse.stats.players import find_name, find_player, heroes, identify, most_met, nearest, sites, starting_with
from histparse.stats.run import run, run_all, undated, untold
from histparse.stats.shrinking import with_estimates
from histparse.stats.tournaments import totals as tournament_totals
from histparse.stats.tournaments import tournaments
from histparse.stats.versus_others import by_session, versus_others, versus_sessions

__all__ = [
    "SORTS",
    "Filters",
    "Group",
    "Listing",
    "Parameter",
    "Statistic",
    "StatisticsError",
    "Value",
    "begins",
    "by_session",
    "catalogue",
    "compare",
    "declared",
    "find_name",
    "find_player",
    "groups",
    "hands",
    "heroes",
    "identify",
    "most_met",
    "nearest",
    "number",
    "overview",
    "pictures",
    "read_filters",
    "run",
    "run_all",
    "select",
    "sites",
    "starting_with",
    "tournament_totals",
    "tournaments",
    "undated",
    "untold",
    "versus_others",
    "versus_sessions",
    "with_estimates",
    "zone_name",
]
