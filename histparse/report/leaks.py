"""Step 8, report: what the player's mistakes with known cards cost, as the figures of a section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from histparse.coach.sheet import how_many
from histparse.report.priced_leaks import priced_leaks
from histparse.stats import Filters, Statistic, StatisticsError
from histparse.store import Database

FEWEST = 300
"""The fewest decisions that can show anything; for fewer, the tables that price them need not be counted."""
NO_PROOF = "no proof in these hands"
LEAKS = Statistic(
    name="leaks",
    title="Leaks",
    section="leaks",
    place=10,
    definition="What draws, and acts on the river, cost beside the best alternative, in big bets per 100 hands. Draws, "
    "and calls and folds: by the worth at showdown against what the others showed after the same draws and bets, in "
    "the pot as it stood, which is not a solution of the game. Bets, checks and raises: the loss against an "
    "equilibrium of the river, heads-up, given what the others held there. `priced` is of how many acts after the "
    "last draw that can be told: not with more than two players, with too few chips, after draws that too few "
    "hands show, and where the equilibrium hardly ever plays; and of how many snows: a single opponent who has not "
    "stood pat before them may fold. `histparse leaks --hands LEAK` lists the decisions. "
    "Kinds whose 95 % interval includes zero, or with fewer than ten mistakes, have no proof in these hands. "
    "Spots are the decisions in which that mistake could be made. Others is what the same mistake costs the other "
    "players whose cards are known at the deal, by the same ranges; it is empty if they had fewer than 30 such "
    "spots. Of more than 20,000 hands about that many are priced.",
    numerator="big bets lost",
    denominator="hundreds of hands with cards seen at the deal",
    needs_draws=True,
    chart="bars",
)


def leak_rows(database: Database, player: str, filters: Filters) -> Iterator[pl.DataFrame]:
    """One frame, or none if the player's cards are not known often enough."""
    leaks = priced_leaks(database, player, filters)
    try:
        decisions = leaks.fetched(database).observed.draws.part
    except StatisticsError:  # nobody's cards are known
        return
    if len(decisions) >= FEWEST:
        rows = [_row(row) for row in leaks.rows(database)[:-1].to_dicts()]
        types = {"of_others": pl.Float64, "priced": pl.String}
        shown = pl.DataFrame(rows, infer_schema_length=None, schema_overrides=types)
        yield shown.insert_column(0, pl.lit(player).alias("label"))


def _row(leak: Mapping[str, Any]) -> dict[str, object]:
    shown = leak["shown"]
    return {
        "leak": leak["player"],
        "big_bets": -leak["big_bets"] if shown else None,
        "at_worst": -leak["high"] if shown else None,
        "at_best": -leak["low"] if shown else None,
        "of_others": None if leak["others"] is None else -leak["others"],
        "mistakes": leak["mistakes"],
        "spots": leak["spots"],
        "instead": leak["instead"] if shown else NO_PROOF,
        "priced": leak["priced"] and how_many(leak["priced"]),
    }
