"""Step 8, report: the player's results without the luck of the own cards, as figures and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from histparse.coach.luck.sheet import results
from histparse.model.plain import count
from histparse.report import words
from histparse.report.kept import kept_rows
from histparse.stats import Filters, Statistic, StatisticsError
from histparse.store import Database

NOT_TAKEN_OUT = "opponents' cards and draws are not taken out"
LUCK = Statistic(
    name="net_without_luck",
    title="Net without luck",
    section="luck",
    place=5,
    definition="Big bets won per 100 hands, beside them what the player's own cards brought beyond their average, and "
    "what is left without it. At the deal, and at each draw of one or more cards seen as it was made and "
    "before any reshuffle, the average over all cards that could have come is taken from what the cards are "
    "worth to this player; that is fitted to the player's other hands. Low cards are taken to be as rare "
    "among the unseen as heroes of this database make them who do in every draw what the opponents did. "
    "Opponents' cards and draws are not taken out. Only from 500 hands with cards known at the deal; it "
    "stands beside the net and does not replace it. See docs/luck.md.",
    numerator="net in big bets less luck in big bets, times 100",
    denominator="hands dealt in; those with cards known stand beside the luck",
    chart="interval",
)
AS_WON, OWN_LUCK, WITHOUT = "as won", "luck of own cards", "without it"


def kept_luck(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """The results without luck, see `results`, from the cache or else counted. Raises StatisticsError."""
    [found] = kept_rows("results without luck", lambda *asked: [results(*asked)], database, player, filters)
    return found


def luck_rows(database: Database, player: str, filters: Filters) -> Iterator[pl.DataFrame]:
    """One frame, three rows for each currency; none if the player's cards are not known often enough."""
    try:
        found = kept_luck(database, player, filters)
    except StatisticsError:  # too few hands
        return
    rows = [row for one in found.to_dicts() for row in _rows(one)]
    yield pl.DataFrame(rows, infer_schema_length=None).insert_column(0, pl.lit(player).alias("label"))


def _rows(row: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    figures = (
        (AS_WON, row["hands"], row["bb100"], row["low_end"], row["high_end"]),
        (OWN_LUCK, row["known"], row["luck"], None, None),
        (WITHOUT, row["hands"], row["without"], row["without_low"], row["without_high"]),
    )
    for counted, hands, *pace in figures:
        yield {"currency": row["currency"], "counted": counted, "hands": hands} | dict(
            zip(("bb100", "low_end", "high_end"), pace, strict=True)
        )


def in_words(luck: float, without: tuple[float, float, float], hands: int, known: int) -> str:
    """`luck of own cards +1.4, without it +1.7 (-14 to +17), from 1,000 hands`, and of how many the cards are known."""
    pace, low, high = without
    told = "" if known == hands else f", {100 * known / hands:.0f} % with cards known"
    left = f"{WITHOUT} {words.signed(pace)} ({words.between(low, high)})"
    return f"{OWN_LUCK} {words.signed(luck)}, {left}, from {count(hands, 'hand')}{told}"


def luck_of(own: pl.DataFrame, currency: str) -> str:
    """The words on that currency, from the rows of the figures; empty if there are none."""
    found = {row["counted"]: row for row in own.filter(pl.col("currency") == currency).to_dicts()} if len(own) else {}
    if not found:
        return ""
    rest = found[WITHOUT]
    pace = (rest["bb100"], rest["low_end"], rest["high_end"])
    return f"{in_words(found[OWN_LUCK]['bb100'], pace, rest['hands'], found[OWN_LUCK]['hands'])}; {NOT_TAKEN_OUT}"
