"""Step 8, report: how much of what hands won is explained by the player's own cards, and by mistakes."""

from __future__ import annotations

from typing import Any

import polars as pl
from msgspec import Struct, structs

from histparse.coach.observed import query_hand_keys_and_parts
from histparse.report.priced_leaks import keep_game_filters, leaks_of_main_currency
from histparse.report.results import luck_of_all_hands
from histparse.stats import Filters, StatisticsError, run_statistic
from histparse.stats.verdicts import describe_net_luck_and_mistakes
from histparse.store import Database


class Explanation(Struct, frozen=True):
    """What hands of one currency won, and what is known of why; all in big bets. None: too few cards are known."""

    currency: str
    hands: int
    net: float
    is_hero: bool = False
    """Whether the cards of the player are known in any hand of the game."""
    luck: float | None = None
    """What the own cards brought beyond their average, in the hands whose cards are known."""
    mistakes: float | None = None
    """What mistakes cost, from 0 on."""
    usual_mistakes: float | None = None
    """What they cost in as many hands of the same game; None too: these are all of its hands."""

    @property
    def verdict(self) -> str:
        """Say it in words, see `describe_net_luck_and_mistakes`."""
        return describe_net_luck_and_mistakes(
            self.net, self.luck, self.mistakes, self.usual_mistakes, is_hero=self.is_hero
        )


def explain_results(database: Database, player: str, filters: Filters) -> Explanation | None:
    """Explain the hands that pass the filters, of the currency with most of them; None: there are none.

    What cards are worth is fitted to all hands of the same game (site, stakes, players, seats, tournament), and
    mistakes are priced by them. Raises StatisticsError for filters that cannot be.
    """
    totals = run_statistic(database, "bb100", player, filters=filters).filter(pl.col("high_stake").is_null())
    if totals.is_empty():
        return None
    total = totals.row(0, named=True)
    chosen = structs.replace(filters, money=total["currency"])
    explained = Explanation(total["currency"], total["hands"], total["bb100"] * total["hands"] / 100)
    luck = _luck_in_big_bets_if_known(database, player, chosen, fitted_filters=keep_game_filters(filters))
    return structs.replace(explained, luck=luck, **_mistake_fields(database, player, chosen))


def _luck_in_big_bets_if_known(
    database: Database, player: str, filters: Filters, fitted_filters: Filters
) -> float | None:
    """The luck of these hands; what cards are worth is fitted to those of the game in any currency, as everywhere."""
    try:
        hands = luck_of_all_hands(database, player, fitted_filters).filter("known")
        chosen = query_hand_keys_and_parts(database, player, filters)
    except StatisticsError:  # too few hands of the game have known cards
        return None
    luck = hands.join(chosen.select("hand_key").unique(), on="hand_key", how="semi")["luck"]
    return float(luck.sum()) if len(luck) else None


def _mistake_fields(database: Database, player: str, filters: Filters) -> dict[str, Any]:
    """What mistakes cost in hands whose cards are known, as fields of an explanation."""
    game = keep_game_filters(filters)
    try:
        lost, hands = leaks_of_main_currency(database, player, filters).loss_in_big_bets_and_hands()
        lost_in_game, game_hands = leaks_of_main_currency(database, player, game).loss_in_big_bets_and_hands()
    except StatisticsError:  # no cards are known
        return {}
    if not hands:
        return {"is_hero": game_hands > 0}
    usual = lost_in_game * hands / game_hands if hands < game_hands else None
    return {"is_hero": True, "mistakes": lost, "usual_mistakes": usual}
