"""Step 8, report: what the player won - one line per currency, without the luck of the own cards, in tournaments.

Currencies are never added together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl
from msgspec import Struct, structs

from histparse import stats
from histparse.coach.luck import results as luck_results
from histparse.model.errors import count
from histparse.report.kept import cached_or_counted_frames
from histparse.report.model import Report
from histparse.stats import Filters, Statistic, StatisticsError, words
from histparse.stats.verdicts import is_winning
from histparse.store import Database

LUCK_LEFT_IN = "the luck of opponents is not counted"
LUCK = Statistic(
    name="net_without_luck",
    title="Net without luck",
    section="luck",
    place=5,
    definition="Big bets won per 100 hands, what the player's own cards brought beyond their average, and what is left "
    "without it. At the deal, and at each draw of one or more cards seen as it was made and "
    "before any reshuffle, the average over all cards that could have come is taken from what the cards are "
    "worth to this player; that is fitted to the player's other hands. Low cards are taken to be as rare "
    "among the unseen as they are for heroes of this database whose opponents drew the same. "
    "The luck of opponents is not counted. Only from 500 hands with cards known at the deal; it "
    "adds to the net and does not replace it. See docs/luck.md.",
    numerator="net in big bets less luck in big bets, times 100",
    denominator="hands dealt in; for the luck, those with cards known",
    chart="interval",
)
AS_WON, CARD_LUCK, WITHOUT_LUCK = "as won", "luck of own cards", "without it"


def results_without_luck(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each currency: see `luck_by_currency_or_refuse`. Raises StatisticsError."""
    return luck_results.luck_by_currency_or_refuse(luck_of_all_hands(database, player, filters), player)


def known_hands_luckiest_first(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """The luck of each hand with cards known, the luckiest first. Raises StatisticsError."""
    return luck_results.known_hands_luckiest_first(luck_of_all_hands(database, player, filters))


def luck_of_all_hands(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """The luck of all hands, see `list_luck_or_refuse`, from the cache or else counted.

    It depends on the time zone only where days are chosen.
    """
    if not filters.has_period:
        filters = structs.replace(filters, zone=Filters().zone)
    [hands] = cached_or_counted_frames(
        "luck", lambda *arguments: [luck_results.list_luck_or_refuse(*arguments)], database, player, filters
    )
    return hands


def luck_frame_if_enough_hands(database: Database, player: str, filters: Filters) -> Iterator[pl.DataFrame]:
    """One frame, three rows for each currency; none if the player's cards are not known often enough."""
    try:
        by_currency = results_without_luck(database, player, filters)
    except StatisticsError:  # too few hands
        return
    rows = [row for result in by_currency.to_dicts() for row in _three_luck_rows_of_currency(result)]
    yield pl.DataFrame(rows, infer_schema_length=None).insert_column(0, pl.lit(player).alias("label"))


def _three_luck_rows_of_currency(result: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    figures = (
        (AS_WON, result["hands"], result["bb100"], result["low_end"], result["high_end"]),
        (CARD_LUCK, result["known"], result["luck"], None, None),
        (WITHOUT_LUCK, result["hands"], result["without"], result["without_low"], result["without_high"]),
    )
    for counted, hands, *pace in figures:
        yield {"currency": result["currency"], "counted": counted, "hands": hands} | dict(
            zip(("bb100", "low_end", "high_end"), pace, strict=True)
        )


def describe_luck_and_rest(
    luck_per_100: float,
    rate_and_interval_without_luck: tuple[float, float, float],
    hands: int,
    hands_with_known_cards: int,
) -> str:
    """`luck of own cards +1.4, without it +1.7 (-14 to +17), from 1,000 hands`, and of how many the cards are known."""
    pace, low, high = rate_and_interval_without_luck
    share_known = (
        "" if hands_with_known_cards == hands else f", {100 * hands_with_known_cards / hands:.0f} % with cards known"
    )
    pace_and_interval = f"{WITHOUT_LUCK} {words.signed_number(pace)} ({words.big_bets_interval(low, high)})"
    luck = f"{CARD_LUCK} {words.signed_number(luck_per_100)}"
    return f"{luck}, {pace_and_interval}, from {count(hands, 'hand')}{share_known}"


def _describe_luck_per_100(luck_frame: pl.DataFrame, currency: str) -> str:
    """The words on that currency, from the rows of the figures; empty if there are none."""
    if luck_frame.is_empty():
        return ""
    rows = {row["counted"]: row for row in luck_frame.filter(pl.col("currency") == currency).to_dicts()}
    if not rows:
        return ""
    luck, rest = rows[CARD_LUCK], rows[WITHOUT_LUCK]
    pace = (rest["bb100"], rest["low_end"], rest["high_end"])
    return f"{describe_luck_and_rest(luck['bb100'], pace, rest['hands'], luck['hands'])}; {LUCK_LEFT_IN}"


# --- by currency ------------------------------------------------------------------------------------------------------

NEEDED_STATISTICS = {"bb100", LUCK.name}
"""The names of those that `results` reads."""


class Result(Struct, frozen=True):
    """`USD`, `+$12.50`, `240 hands, +2.6 BB/100 (-3 to +9)`; chips are not winnings, so they have no net."""

    unit: str
    net: str
    rest: str
    is_won: bool
    luck: str
    """The result without the luck of the own cards, in words; empty if too few cards are known."""
    winning: str
    """Whether the player wins, and how many hands are missing to know it."""


def worded_results_by_currency(report: Report) -> list[Result]:
    """Over all stakes of each currency, the one with the most hands first."""
    luck = report.figures[LUCK.name].own if LUCK.name in report.figures else pl.DataFrame()
    return [
        _describe_result(_describe_luck_per_100(luck, row["currency"]), **row) for row in totals_by_currency(report)
    ]


def totals_by_currency(report: Report) -> list[dict[str, Any]]:
    """The rows of `bb100` over all stakes, one for each currency, that with the most hands first."""
    own = report.figures["bb100"].own.to_dicts() if "bb100" in report.figures else []
    return [row for row in own if row["high_stake"] is None]


def _describe_result(
    luck: str, currency: str, net: int | None, hands: int, bb100: float, **row: float | None
) -> Result:
    unit, interval = words.currency_name(currency), words.big_bets_interval(row["low_end"], row["high_end"])
    pace, played = f"{words.signed_number(bb100)} BB/100", count(hands, "hand")
    winning = str(is_winning(bb100, row["low_end"], row["high_end"], hands))
    if net is None:
        return Result(unit, pace, f"{played} ({interval})", bb100 > 0, luck, winning)
    rest = [f"{played}, {pace} ({interval})", words.explain_opposite_signs(net, bb100)]
    return Result(unit, words.signed_money(net, currency), "; ".join(filter(None, rest)), net > 0, luck, winning)


# --- tournaments ------------------------------------------------------------------------------------------------------

TOURNAMENTS = Statistic(
    name="tournaments",
    title="Tournaments",
    section="results",
    place=90,
    definition="What tournaments cost (buy-ins, fees, re-entries, rebuys and add-ons) and brought (prizes and "
    "bounties), from the summaries of the sites and the player's own hands; of all games, where there are summaries. "
    "Only tournaments with a known cost and known prizes in money count, so no satellites. The return is "
    "what came back, divided by what was paid, less 1; its 95 % interval assumes that the player's chances of every "
    "prize are those of the field, all multiplied by one number. Currencies and points are never added together.",
    numerator="prizes and bounties less the cost",
    denominator="cost of the tournaments counted",
    chart="bars",
)

_SHOWN = ("currency", "tournaments", "cost", "winnings", "net", "roi", "roi_low", "roi_high", "in_the_money", "placed")


def tournament_frame_if_any(database: Database, player: str, filters: Filters) -> Iterator[pl.DataFrame]:
    """One frame, or none if there is no tournament, or if the filters choose among hands."""
    try:
        rows = stats.tournament_totals(database, player, structs.replace(filters, by=None))
    except StatisticsError:
        return
    if len(rows):
        yield rows.select(pl.lit(player).alias("label"), *_SHOWN)
