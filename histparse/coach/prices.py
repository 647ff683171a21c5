"""Coach, leaks: all decisions of a player with their prices, which do not depend on what other decisions are looked at.

So filters, a session or a kind of mistake choose among the rows, and what they cost is a sum.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from msgspec import Struct

from histparse.coach.bets import PRICED, REASONS, Answers, BetMistakes, bet_mistakes
from histparse.coach.mistakes import Mistakes, draw_mistakes, losses, river_mistakes
from histparse.coach.observed import DRAW_LINES, RIVER_LINES, Observed
from histparse.odds.card_sets import Floats, Masks

DRAWS, CALLS, BETS = range(3)
"""What is priced: draws, calls and folds after the last draw, and all acts after it."""
SNOW = len(REASONS)
"""Why a snow has no price: its place after the reasons of bets."""
STEPS = 1 << 16
"""Steps of a big bet, to which recounts are rounded: they tell an error only, and take a third of the room so."""


class PricedDecisions(Struct, frozen=True):
    """The mistakes among the decisions of a player."""

    draws: Mistakes
    rivers: Mistakes
    bets: BetMistakes
    lost: tuple[Floats, Floats]
    """What mistakes in draws, and in calls and folds, lost in big bets: by all hands and without each part of them."""


def price_decisions(observed: Observed, answers: Answers | None = None) -> PricedDecisions:
    """Price every decision of the player, bets by these answers or else by new ones."""
    draws, rivers = draw_mistakes(observed), river_mistakes(observed)
    bets = bet_mistakes(observed, answers or Answers(observed))
    lost = losses(draws, observed.draw_range, DRAW_LINES), losses(rivers, observed.river_range, RIVER_LINES)
    return PricedDecisions(draws, rivers, bets, lost)


def decision_rows(observed: Observed, priced: PricedDecisions) -> pl.DataFrame:
    """A row for each decision: draws, calls and folds, acts after the last draw, and the acts that are left out.

    `source`: which of these. `kind`: of a mistake, else null. `possible`: the kinds that could be made, a bit each.
    `reason`: why it has no price, a place in `REASONS` or `SNOW`, else null. `is_counted`: whether it is one of the
    decisions with a price, an act that is a call or fold only once. `lost`: of a mistake, in big bets; `recounted`: how
    many `STEPS` more it lost without each part of all hands, of bets by other samples of the hands. `best`, `did`: the
    chance to win at showdown with the best number of cards and with as many as were drawn; of calls and folds that of a
    call.
    """
    draws, bets = observed.draws, observed.bets
    right = np.full(len(draws.part), PRICED)
    right[priced.draws.unpriced] = SNOW
    drawn = np.bitwise_count(draws.thrown).astype(np.int64)
    wins, calls = priced.draws.wins, priced.rivers.wins[:, 0]
    wagers = np.isin(bets.act, ["x", "b", "r"]) & (priced.bets.reason[: len(bets.part)] == PRICED)
    left_out = np.zeros(sum(observed.left_out), np.int64)
    of_draws = _rows(DRAWS, draws.part, priced.draws, priced.lost[0]).with_columns(
        _reason(right), _chances("best", wins.max(1, initial=0)), _chances("did", wins[np.arange(len(drawn)), drawn])
    )
    of_calls = _rows(CALLS, observed.rivers.part, priced.rivers, priced.lost[1]).with_columns(
        _chances("best", calls), _chances("did", calls)
    )
    of_bets = _rows(BETS, np.append(bets.part, left_out), priced.bets, priced.bets.lost).with_columns(
        _reason(priced.bets.reason), pl.Series("is_counted", np.append(wagers, left_out == 1))
    )
    return pl.concat([of_draws, of_calls, of_bets])


def _rows(source: int, part: Masks, mistakes: Mistakes | BetMistakes, lost: Floats) -> pl.DataFrame:
    """Rows of one source, all counted, and without chances."""
    possible = np.zeros(len(part), np.int64)
    possible[: len(mistakes.possible)] = mistakes.possible
    rows = pl.DataFrame(
        {"source": np.full(len(part), source, np.int8), "part": part.astype(np.int8), "possible": possible},
        schema_overrides={"possible": pl.Int32},
    )
    recounted = np.rint((lost[1:] - lost[0]) * STEPS).astype(np.int32)
    made = pl.DataFrame(
        {
            "row": pl.Series(mistakes.row, dtype=pl.UInt32),
            "kind": pl.Series(mistakes.kind, dtype=pl.Int8),
            "lost": pl.Series(lost[0], dtype=pl.Float64),
            "recounted": pl.Series(recounted.T, dtype=pl.Array(pl.Int32, len(recounted))).cast(pl.List(pl.Int32)),
        }
    )
    return (
        rows.with_row_index("row")
        .join(made, on="row", how="left", maintain_order="left")
        .drop("row")
        .with_columns(
            pl.lit(None, pl.Int8).alias("reason"),
            pl.lit(True).alias("is_counted"),
            pl.lit(None, pl.Float32).alias("best"),
            pl.lit(None, pl.Float32).alias("did"),
        )
    )


def _reason(reason: Masks) -> pl.Expr:
    places = pl.lit(pl.Series(reason, dtype=pl.Int8))
    return pl.when(places != PRICED).then(places).alias("reason")


def _chances(name: str, chances: Floats) -> pl.Series:
    return pl.Series(name, chances).cast(pl.Float32)
