"""Coach, leaks: the leaks of a player as rows, and the hands behind each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from histparse.coach.bets import REASONS, BetMistakes
from histparse.coach.betting import WORDS
from histparse.coach.fetch import Fetched
from histparse.coach.kinds import KINDS, NAMES
from histparse.coach.leaks import Leak, Leaks
from histparse.coach.observed import Booleans
from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import cards_of, subsets
from histparse.odds.card_sets import HAND
from histparse.store import Database
from histparse.system.streams import as_frame

WHERE = "SELECT hand_key, site, hand_id, path FROM hands WHERE hand_key IN (SELECT unnest($keys::BIGINT[]))"
COLUMNS = ("site", "hand_id", "path", "line", "draw", "held", "did", "better", "big_bets")
Chosen = tuple[pl.DataFrame, Booleans]
"""All mistakes of these prices, and which are of a kind."""
WINS = "wins"
"""A column for pages: the chance to win at showdown by the number of cards drawn, 0 to 5; of rivers an empty list."""


def as_rows(found: Leaks) -> pl.DataFrame:
    """A row for each kind of mistake, and the last for those with ten or more together.

    `big_bets`: what it costs in 100 hands, with the 95 % interval `low` to `high`; `shown`: whether the interval leaves
    zero out, or nothing is claimed; `mistakes` of `spots`, the decisions in which it could be made; `others`: what it
    costs in 100 hands of the others whose cards are known at the deal, null if they had fewer than 30 such spots;
    `priced`: of kinds of bets, which acts have a price and why others have none, in a sentence.
    """
    told = priced_acts(found.bets)
    rows = [_row(leak, told if leak.kind.priced == "bets" else None) for leak in (*found.leaks, found.together)]
    return pl.DataFrame(rows, schema_overrides={"priced": pl.String})


def priced_acts(bets: BetMistakes) -> str:
    """`1,431 of 6,625 acts after the last draw have a price; not 4,535 with more than two players, ...`."""
    left = [f"{many:,} ({reason})" for many, reason in zip(bets.unpriced.tolist(), REASONS, strict=True) if many]
    unpriced = f"; the others have none: {', '.join(left)}" if left else ""
    return f"{bets.acts - bets.unpriced.sum():,} of {bets.acts:,} acts after the last draw have a price{unpriced}"


def _row(leak: Leak, priced: str | None) -> dict[str, object]:
    return {
        "leak": leak.kind.name,
        "player": leak.kind.title,
        "instead": leak.kind.instead,
        "big_bets": leak.price,
        "low": leak.low,
        "high": leak.high,
        "shown": leak.is_shown,
        "mistakes": leak.mistakes,
        "spots": leak.spots,
        "others": leak.others,
        "priced": priced,
    }


def hands_of(database: Database, fetched: Fetched, found: Leaks, name: str, columns: Sequence[str]) -> pl.DataFrame:
    """The decisions of that kind: where, what was held, done and better, and the big bets lost; the worst first.

    `draw` is 1-3, after the last draw 4. Of bets only those are here whose price is larger than its own error.
    """
    rows, there = _BY_PRICES[KINDS[NAMES.index(name)].priced](fetched, found, NAMES.index(name))
    chosen = rows.filter(pl.Series(there))
    keys = chosen["hand_key"].unique().to_list()
    hands = as_frame(database.connection.sql(WHERE, params={"keys": keys}))
    return chosen.join(hands, on="hand_key").sort("big_bets", descending=True).select(columns)


def _draws(fetched: Fetched, found: Leaks, kind: int) -> Chosen:
    mistakes = found.draws
    held = fetched.observed.draws.held[mistakes.row]
    kept = np.take_along_axis(subsets(held, HAND), mistakes.better[None], 0)[0] if len(held) else held
    rows = fetched.draws[mistakes.row]
    better = [_throws(cards & ~keep) for cards, keep in zip(held.tolist(), kept.tolist(), strict=True)]
    given = rows.select(
        "hand_key",
        "line",
        pl.col("draw").cast(pl.Int64),
        "held",
        pl.when(pl.col("thrown") == "").then(pl.lit("pat")).otherwise("throws " + pl.col("thrown")).alias("did"),
        pl.Series("better", better, pl.String),
        pl.Series("big_bets", found.lost[0], pl.Float64),
        pl.Series(WINS, mistakes.wins.tolist(), pl.List(pl.Float64)),
    )
    return given, mistakes.kind == kind


def _throws(thrown: int) -> str:
    return f"throws {' '.join(cards_of(thrown))}" if thrown else "pat"


def _calls(fetched: Fetched, found: Leaks, kind: int) -> Chosen:
    mistakes = found.rivers
    did, better = (np.where(called, "call", "fold").tolist() for called in (mistakes.better == 0, mistakes.better == 1))
    return _on_rivers(fetched.rivers[mistakes.row], did, better, found.lost[1]), mistakes.kind == kind


def _bets(fetched: Fetched, found: Leaks, kind: int) -> Chosen:
    mistakes = found.bets
    rows = fetched.bets[mistakes.row]
    did, better = ([WORDS[act] for act in acts] for acts in (rows["act"], mistakes.better.tolist()))
    return _on_rivers(rows, did, better, mistakes.lost[0]), (mistakes.kind == kind) & mistakes.told


def _on_rivers(rows: pl.DataFrame, did: Sequence[str], better: Sequence[str], lost: Floats) -> pl.DataFrame:
    return rows.select(
        "hand_key",
        "line",
        pl.lit(4, pl.Int64).alias("draw"),
        "held",
        pl.Series("did", did, pl.String),
        pl.Series("better", better, pl.String),
        pl.Series("big_bets", lost, pl.Float64),
        pl.lit([], pl.List(pl.Float64)).alias(WINS),
    )


_BY_PRICES = {"draws": _draws, "calls": _calls, "bets": _bets}
