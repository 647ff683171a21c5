"""Step 8, report: what the player's mistakes with known cards cost, as the figures of a section."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from histparse.coach.fetch import fetch
from histparse.coach.leaks import Leak, Leaks, find_leaks
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
    "hands show, and where the equilibrium hardly ever plays. `histparse leaks --hands LEAK` lists the decisions. "
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
    try:
        fetched = fetch(database, player, filters)
    except StatisticsError:  # nobody's cards are known
        return
    if len(fetched.observed.draws.part) >= FEWEST:
        yield _rows(find_leaks(fetched.observed, fetched.others)).insert_column(0, pl.lit(player).alias("label"))


def _rows(found: Leaks) -> pl.DataFrame:
    bets = found.bets
    priced = f"{bets.acts - bets.unpriced.sum():,} of {bets.acts:,}"
    rows = [_row(leak, priced if leak.kind.priced == "bets" else None) for leak in found.leaks]
    types = {"of_others": pl.Float64, "priced": pl.String}
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=types)


def _row(leak: Leak, priced: str | None) -> dict[str, object]:
    shown = leak.is_shown
    return {
        "leak": leak.kind.title,
        "big_bets": -leak.price if shown else None,
        "at_worst": -leak.high if shown else None,
        "at_best": -leak.low if shown else None,
        "of_others": None if leak.others is None else -leak.others,
        "mistakes": leak.mistakes,
        "spots": leak.spots,
        "instead": leak.kind.instead if shown else NO_PROOF,
        "priced": priced,
    }
