"""Step 7, statistics: finds, checks and runs the statistics, one per file of analytics/stats."""

from histparse.stats.catalogue import Group, Parameter, Statistic, StatisticsError, Value, catalogue, groups
from histparse.stats.compare import compare_players, rates_overview
from histparse.stats.filter_kinds import match_zone_or_refuse
from histparse.stats.filter_texts import read_filters
from histparse.stats.filters import Filters, filters_by_field
from histparse.stats.listing import count_rows, fill_selected_hands_and_count, list_hands, player_seat_and_all_draws
from histparse.stats.listing_query import SORTS, Listing
from histparse.stats.periods import day_start_in_utc
from histparse.stats.players import (
    define_identities,
    find_name_at_site,
    find_player,
    heroes,
    players_starting_with,
    players_with_most_hands,
    similar_players,
    sites_by_player,
)
from histparse.stats.run import count_undated_hands, describe_hands_with_untold_draws, run_statistic, run_statistics
from histparse.stats.shrinking import add_estimates_to_rates
from histparse.stats.tournaments import list_tournaments, tournament_totals
from histparse.stats.versus_others import (
    compare_rates_with_others,
    compare_session_with_others,
    player_rates_by_session,
)

__all__ = [
    "SORTS",
    "Filters",
    "Group",
    "Listing",
    "Parameter",
    "Statistic",
    "StatisticsError",
    "Value",
    "add_estimates_to_rates",
    "catalogue",
    "compare_players",
    "compare_rates_with_others",
    "compare_session_with_others",
    "count_rows",
    "count_undated_hands",
    "day_start_in_utc",
    "define_identities",
    "describe_hands_with_untold_draws",
    "fill_selected_hands_and_count",
    "filters_by_field",
    "find_name_at_site",
    "find_player",
    "groups",
    "heroes",
    "list_hands",
    "list_tournaments",
    "match_zone_or_refuse",
    "player_rates_by_session",
    "player_seat_and_all_draws",
    "players_starting_with",
    "players_with_most_hands",
    "rates_overview",
    "read_filters",
    "run_statistic",
    "run_statistics",
    "similar_players",
    "sites_by_player",
    "tournament_totals",
]
