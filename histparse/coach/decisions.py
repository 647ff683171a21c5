"""Coach, leaks: all decisions of a player with their prices, and the mistakes of each kind as rows.

Prices do not depend on what other decisions are looked at. So filters, a session or a kind of mistake choose among the
rows, and what they cost is a sum. A mistake is listed beside a decision with a like hand that was right.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from msgspec import Struct

from histparse.coach.bets import PRICED, REASONS, Answers, BetMistakes, find_bet_mistakes
from histparse.coach.betting import WORDS
from histparse.coach.kinds import KINDS
from histparse.coach.mistakes import (
    LossesByRecountAndMistake,
    Mistakes,
    compute_losses,
    find_call_fold_mistakes,
    find_draw_mistakes,
)
from histparse.coach.observed import DRAW_LINES, RIVER_LINES, Fetched, Observed
from histparse.coach.ranges import estimate_hand_and_fold_shares
from histparse.odds.card_sets import HAND, Floats, Masks, hand_rank_numbers, mask_to_cards, subsets
from histparse.odds.low_draws import CLASSES, classes_of_rank_numbers
from histparse.store import Database
from histparse.system.streams import as_frame

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
    lost: tuple[LossesByRecountAndMistake, LossesByRecountAndMistake]
    """What mistakes in draws, and in calls and folds, lost in big bets: by all hands and without each part of them."""


def price_decisions(observed: Observed, answers: Answers | None = None) -> PricedDecisions:
    """Price every decision of the player, bets by these answers or else by new ones."""
    draws, rivers = find_draw_mistakes(observed), find_call_fold_mistakes(observed)
    bets = find_bet_mistakes(observed, answers or Answers(observed))
    lost = (
        compute_losses(draws, observed.draw_range, DRAW_LINES),
        compute_losses(rivers, observed.river_range, RIVER_LINES),
    )
    return PricedDecisions(draws, rivers, bets, lost)


def all_decision_rows(observed: Observed, priced: PricedDecisions) -> pl.DataFrame:
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
    of_draws = _decision_rows_of_source(DRAWS, draws.part, priced.draws, priced.lost[0]).with_columns(
        _null_if_priced(right),
        is_counted=True,
        best=_to_float32_column(wins.max(1, initial=0)),
        did=_to_float32_column(wins[np.arange(len(drawn)), drawn]),
    )
    of_calls = _decision_rows_of_source(CALLS, observed.rivers.part, priced.rivers, priced.lost[1]).with_columns(
        is_counted=True, best=_to_float32_column(calls), did=_to_float32_column(calls)
    )
    of_bets = _decision_rows_of_source(
        BETS, np.append(bets.part, left_out), priced.bets, priced.bets.lost
    ).with_columns(_null_if_priced(priced.bets.reason), is_counted=np.append(wagers, left_out == 1))
    return pl.concat([of_draws, of_calls, of_bets], how="diagonal")


def _decision_rows_of_source(
    source: int, part_by_decision: Masks, mistakes: Mistakes | BetMistakes, lost: LossesByRecountAndMistake
) -> pl.DataFrame:
    """Rows of one source, without reasons and chances."""
    possible = np.zeros(len(part_by_decision), np.int64)
    possible[: len(mistakes.possible)] = mistakes.possible
    rows = pl.DataFrame(
        {
            "source": np.full(len(part_by_decision), source, np.int8),
            "part": part_by_decision.astype(np.int8),
            "possible": possible,
        },
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
    return rows.with_row_index("row").join(made, on="row", how="left", maintain_order="left").drop("row")


def _null_if_priced(reasons: Masks) -> pl.Expr:
    places = pl.lit(pl.Series(reasons, dtype=pl.Int8))
    return pl.when(places != PRICED).then(places).alias("reason")


def _to_float32_column(chances: Floats) -> pl.Series:
    return pl.Series(chances).cast(pl.Float32)


# --- mistakes ---------------------------------------------------------------------------------------------------------

WHERE = """
    SELECT hand_key, site, hand_id, played_at, currency, path FROM hands
    WHERE hand_key IN (SELECT unnest($keys::BIGINT[]))
"""
COLUMNS = ("site", "hand_id", "path", "line", "draw", "held", "did", "better", "big_bets")
"""What is listed of a mistake; pages show more."""
BANDS = ("eight or better", "nine", "ten", "jack", "worse")
"""What an opponent may hold on the river."""
_LAST = classes_of_rank_numbers(np.array([18, 52, 121, 246]))
"""The last class of each but the worst."""

WORST_FIRST = (-pl.col("big_bets"), "site", "hand_id", "line")
"""What mistakes are sorted by."""


def list_mistakes_with_details(database: Database, fetched: Fetched, priced: PricedDecisions) -> pl.DataFrame:
    """For each mistake its `hand_key`, `line` and `kind`, and in a list of one what is `listed` of it.

    That is where it was made, `did` and `better`, and the `big_bets` lost. `draw` is 1-3, after the last draw 4.
    `wins`: the chance to win at showdown by the number of cards drawn, 0 to 5. Of rivers instead: `to_call` and `pot`
    in big bets, the `chance` that a call wins, what the pool `holds` that bets there, by `BANDS`, and how many of these
    hands it has `shown`; of bets, checks and raises the `pot` alone, and only those whose price is larger than its own
    error. `twin`: what is known of a decision of the same draw with a like
    hand that was right; null if none is left, and of bets.
    """
    draws, rivers, clear = fetched.observed.draws, fetched.observed.rivers, priced.bets.exceeds_price_error
    decisions = pl.concat(
        [_draw_rows_as_if_right(fetched, priced), _call_fold_rows_as_if_right(fetched, priced)], how="diagonal"
    )
    group = np.append(draws.to_come, np.zeros_like(rivers.number))
    group[priced.draws.unpriced] = -1  # nobody knows whether these are right
    row = np.append(priced.draws.row, priced.rivers.row + len(draws.part))
    twin = find_similar_right_decisions(np.append(hand_rank_numbers(draws.held), rivers.number), group, row)
    calls = np.array(["fold", "call"])[priced.rivers.better].tolist()
    of_draws_and_calls = decisions[row].with_columns(
        pl.Series("better", [*_describe_better_draws(fetched, priced), *calls], pl.String),
        big_bets=np.append(priced.lost[0][0], priced.lost[1][0]),
        twin=pl.when(pl.Series(twin >= 0)).then(decisions[np.maximum(twin, 0)].to_struct()),
    )
    rows = pl.concat([of_draws_and_calls, _bet_mistake_rows(fetched, priced).filter(pl.Series(clear))], how="diagonal")
    kind = np.concatenate([priced.draws.kind, priced.rivers.kind, priced.bets.kind[clear]])
    mistakes = _add_hand_and_twin_ids(database, rows.with_columns(pl.Series("kind", kind, pl.Int8)))
    listed = pl.concat_list(pl.struct(pl.exclude("hand_key", "kind")))
    return mistakes.select("hand_key", "line", "kind", listed.alias("listed"))


def listed_mistakes_by_kind(decisions: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """The mistakes that are `listed` among these decisions by kind, a row for each, the worst first."""
    listed = decisions.select("kind", "listed").drop_nulls("listed").explode("listed").unnest("listed")
    worst = listed.sort(WORST_FIRST)
    return {kind.name: worst.filter(kind=place).drop("kind") for place, kind in enumerate(KINDS)}


def all_mistakes_worst_first(by_kind: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """The mistakes of these kinds with the name of each as `leak`, the worst first."""
    named = [rows.with_columns(leak=pl.lit(name)) for name, rows in by_kind.items()]
    return pl.concat(named).sort(WORST_FIRST)


def find_similar_right_decisions(hand_numbers: Masks, draw_groups: Masks, mistake_rows: Masks) -> Masks:
    """For each mistake, given by its row, a right decision of its group with the most similar hand; -1: none is left.

    `hand_numbers` and `draw_groups`: the hand held in every decision, and with what it is compared. None
    is taken twice.
    """
    twins, is_right = np.full(len(mistake_rows), -1), np.ones(len(hand_numbers), bool)
    is_right[mistake_rows] = False
    for group in np.unique(draw_groups[mistake_rows]):
        right = np.flatnonzero(is_right & (draw_groups == group))
        wrong = np.flatnonzero(draw_groups[mistake_rows] == group)
        right = right[np.argsort(hand_numbers[right], kind="stable")]
        wrong = wrong[np.argsort(hand_numbers[mistake_rows[wrong]], kind="stable")]
        order = np.arange(len(wrong))
        place = (
            np.maximum.accumulate(np.searchsorted(hand_numbers[right], hand_numbers[mistake_rows[wrong]]) - order)
            + order
        )
        has_twin = place < len(right)
        twins[wrong[has_twin]] = right[place[has_twin]]
    return twins


def replace_keys_with_hand_ids(database: Database, rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with `site` and `hand_id` of the hand that each names by its key."""
    hands = as_frame(database.connection.sql(WHERE, params={"keys": rows["hand_key"].unique().to_list()}))
    return rows.join(hands.select("hand_key", "site", "hand_id"), on="hand_key").drop("hand_key")


def _add_hand_and_twin_ids(database: Database, rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with what names the hands of each and of its twin."""
    twin = pl.col("twin").struct
    keys = pl.concat([rows["hand_key"], rows["twin"].struct.field("hand_key")]).drop_nulls().unique()
    hands = as_frame(database.connection.sql(WHERE, params={"keys": keys.to_list()}))
    twins = hands.select("hand_key", *(pl.col(name).alias(f"twin_{name}") for name in ("site", "hand_id")))
    named = rows.join(hands, on="hand_key").with_columns(twin_key=twin.field("hand_key"))
    both = named.join(twins, left_on="twin_key", right_on="hand_key", how="left")
    named_twin = twin.with_fields(site="twin_site", hand_id="twin_hand_id")
    return both.with_columns(twin=named_twin).drop("twin_key", "twin_site", "twin_hand_id")


def _draw_rows_as_if_right(fetched: Fetched, priced: PricedDecisions) -> pl.DataFrame:
    thrown = pl.when(pl.col("thrown") == "").then(pl.lit("pat")).otherwise("throws " + pl.col("thrown"))
    wins = pl.Series("wins", priced.draws.wins).cast(pl.List(pl.Float64))
    rows = fetched.draws.with_columns(pl.col("draw").cast(pl.Int64), did=thrown, better=thrown, big_bets=0.0)
    return rows.select("hand_key", "line", "draw", "held", "did", "better", "big_bets", wins, "pot")


def _describe_better_draws(fetched: Fetched, priced: PricedDecisions) -> list[str]:
    mistakes = priced.draws
    held = fetched.observed.draws.held[mistakes.row]
    kept = np.take_along_axis(subsets(held, HAND), mistakes.better[None], 0)[0] if len(held) else held
    return [_format_thrown_cards(cards & ~keep) for cards, keep in zip(held.tolist(), kept.tolist(), strict=True)]


def _format_thrown_cards(thrown_mask: int) -> str:
    return f"throws {' '.join(mask_to_cards(thrown_mask))}" if thrown_mask else "pat"


def _call_fold_rows_as_if_right(fetched: Fetched, priced: PricedDecisions) -> pl.DataFrame:
    """All calls and folds on the river, as if each were right."""
    rivers, counts = fetched.observed.rivers, fetched.observed.river_range.sum(0)
    line = rivers.opponents.argmax(1)
    classes = np.array([0, *(_LAST + 1)])
    holds = np.add.reduceat(estimate_hand_and_fold_shares(counts)[:, :CLASSES], classes, axis=1)[line]
    did = pl.when("called").then(pl.lit("call")).otherwise(pl.lit("fold"))
    rows = fetched.rivers.with_columns(draw=pl.lit(4, pl.Int64), did=did, better=did, big_bets=0.0)
    return rows.select(
        "hand_key", "line", "draw", "held", "did", "better", "big_bets",
        pl.Series("wins", [[]] * len(rows), pl.List(pl.Float64)), "pot", "to_call",
        pl.Series("chance", priced.rivers.wins[:, 0].tolist(), pl.Float64),
        pl.Series("holds", holds.tolist(), pl.List(pl.Float64)),
        pl.Series("shown", counts[line, :CLASSES * 2].sum(1).astype(np.int64).tolist(), pl.Int64),
    )  # fmt: skip


def _bet_mistake_rows(fetched: Fetched, priced: PricedDecisions) -> pl.DataFrame:
    """The bets, checks and raises on the river that were not the best."""
    rows = fetched.bets[priced.bets.row]
    return rows.select("hand_key", "line", "held", "pot").with_columns(
        pl.lit(4, pl.Int64).alias("draw"),
        pl.Series("did", [WORDS[act] for act in rows["act"]], pl.String),
        pl.Series("better", [WORDS[act] for act in priced.bets.better.tolist()], pl.String),
        pl.Series("big_bets", priced.bets.lost[0], pl.Float64),
        pl.Series("wins", [[]] * len(rows), pl.List(pl.Float64)),
    )
