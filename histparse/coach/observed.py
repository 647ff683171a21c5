"""Coach, leaks: what a player did with known cards, and what the pool's players showed after the same lines."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct, structs
from numpy.typing import NDArray

from histparse.model.errors import quoted
from histparse.odds.card_sets import Flags, Floats, Masks, card_masks_in_column
from histparse.odds.low_draws import CLASSES, classes_of_rank_numbers
from histparse.stats import Filters, StatisticsError
from histparse.stats.run import run_analytics_query
from histparse.store import Database

PARTS = 61
"""How many parts hands are split into by a hash: what differs from part to part is the error."""
BET = CLASSES
FOLDED, UNSEEN, UNCALLED = range(2 * CLASSES, 2 * CLASSES + 3)
"""Outcomes: hands shown, by class; from `BET` on those shown after the last bet or raise on the river; hands folded;
those that stayed in unseen; and those that made that last bet, and were not called."""
OUTCOMES = UNCALLED + 1
DRAW_LINES = (3, 48)
"""By draw, what is known of an opponent who is still in: cards drawn in this draw (0-3), or in the one before (4-7); 8
more if they bet in the round before this draw, 16 if they raised after the first draw; 24 more if they are the only
one, who folds less."""
_LINES = np.arange(DRAW_LINES[1])
MAY_FOLD = np.tile((_LINES >= 24) & (_LINES % 8 > 0), DRAW_LINES[0])
"""Lines of a single opponent who has not stood pat before the player in this draw: standing pat without a low may then
win by folds."""
RIVER_LINES = (1, 12)
"""The lines of an opponent who bet or raised on the river: see `_river_lines`."""
BET_LINES = (27, 4)
"""The lines of a player on a river of two, see `bet_line_number`; and their first acts: first they checked, or bet;
second and checked to they checked, or bet."""
BET_LINE_COLUMNS = ("player_drawn", "opponent_drawn", "last_bettor")
"""What queries call the arguments of `bet_line_number`."""
OpponentsByDecisionAndLine = NDArray[np.uint8]
"""How many there are: one byte each, for these are most of what a million decisions take."""
Words = NDArray[np.str_]


CountsByPartLineOutcome = Floats
"""Hands of the pool's players; of bets by their first act and class in place of the outcome."""
CountsAtDrawsRiversBets = tuple[CountsByPartLineOutcome, CountsByPartLineOutcome, CountsByPartLineOutcome]


class DrawDecisions(Struct, frozen=True):
    """Draws of the player, an array each."""

    part: Masks
    to_come: Masks
    """Draws to come, this one included: 1-3."""
    held: Masks
    thrown: Masks
    """Cards, as bits."""
    was_raised: Flags
    """Whether a bet of theirs was raised in the round before, after the first draw."""
    pot: Floats
    """In big bets."""
    opponents: OpponentsByDecisionAndLine
    """How many are still in, by line: an array of decisions by lines."""
    stayed: Floats
    """How many of these never folded."""


class RiverCallsAndFolds(Struct, frozen=True):
    """Calls and folds of the player after the last draw, facing a bet of the only opponent left; an array each."""

    part: Masks
    number: Masks
    """The rank number of their hand."""
    called: Flags
    pot: Floats
    to_call: Floats
    """In big bets."""
    opponents: OpponentsByDecisionAndLine
    """The opponents in each line on a river, as for draws."""


class BetDecisions(Struct, frozen=True):
    """All that the player did after the last draw with one opponent left, an array each."""

    part: Masks
    number: Masks
    """The rank number of their hand."""
    place: Masks
    """0 is first to act."""
    line: Masks
    opponent_line: Masks
    """The lines of both, see `bet_line_number`."""
    pot: Floats
    """In big bets, when the river began."""
    acts: Words
    act: Words
    """A letter for each act: `xb` and `c` is a call after a check."""


class Observed(Struct, frozen=True):
    """Everything that leaks are counted from."""

    hands: Masks
    """Hands of the player by part."""
    draws: DrawDecisions
    rivers: RiverCallsAndFolds
    draw_range: CountsByPartLineOutcome
    river_range: CountsByPartLineOutcome
    """Hands of the pool's players by part, line and outcome."""
    bets: BetDecisions
    bet_range: CountsByPartLineOutcome
    """Hands of the pool's players by part, line, first act and class; the last are those not known."""
    left_out: tuple[int, int]
    """Acts on rivers of more than two players; and of those with chips for less than four bets."""


def bet_line_number(drawn: Masks, opponent_drawn: Masks, last_bet: Masks) -> Masks:
    """The line by the cards that both drew (0-2), and who bet last before that: 0 nobody, 1 they, 2 the other."""
    return drawn * 9 + opponent_drawn * 3 + last_bet


# --- from the database ------------------------------------------------------------------------------------------------

PLACE = ("hand_key", "seat", "line")
"""What names a decision."""
ALWAYS = 0.95
"""The share of hands checked behind that are shown, from which it cannot matter what they are: sites that print all."""


class Fetched(Struct, frozen=True):
    """The observations, and their places: a row for each decision, with `hand_key`, `seat`, `line` and the hand held.

    `opponents`: decisions of all others whose cards are known in the same way, as of one player; None: nobody's are.
    """

    observed: Observed
    draws: pl.DataFrame
    rivers: pl.DataFrame
    bets: pl.DataFrame
    left_out: pl.DataFrame
    """The acts that `observed.left_out` counts, in its order."""
    opponents: Fetched | None = None

    @property
    def decision_keys(self) -> pl.DataFrame:
        """The `hand_key`, `seat` and `line` of all decisions: draws, calls and folds, acts, and those left out."""
        return pl.concat(rows.select(PLACE) for rows in (self.draws, self.rivers, self.bets, self.left_out))


def fetch_with_opponents_or_refuse(database: Database, player: str, filters: Filters) -> Fetched:
    """The decisions of that player with cards seen as they were held, beside what others held in these hands.

    Raises StatisticsError if there are none.
    """
    decisions = _query_decisions(database, player, filters)
    if decisions["player_draws"].is_empty():
        raise StatisticsError(f"no hand shows the cards of {quoted(player)} as played: only heroes have leaks")
    opponents = structs.replace(filters, but=player)
    ranges = _count_opponent_hands_or_refuse(database, opponents)
    known = _query_decisions(database, None, opponents)
    observed = None if known["player_draws"].is_empty() else _fetched_with_opponents_unset(known, ranges)
    return structs.replace(_fetched_with_opponents_unset(decisions, ranges), opponents=observed)


def _count_opponent_hands_or_refuse(database: Database, opponents: Filters) -> CountsAtDrawsRiversBets:
    """Count the hands of opponents at draws, after the last one, and as they bet there. Raises StatisticsError."""
    draws, rivers, bets = (
        _query_leak_rows(database, name, None, opponents) for name in ("pool_draws", "pool_river", "pool_bets")
    )
    if not any(rows["number"].count() for rows in (draws, rivers)):
        raise StatisticsError("no opponent shows a hand: draws cannot be priced")
    return _count_draw_hands(draws), _count_river_hands(rivers), _count_bet_hands(bets)


def currencies_with_player_cards_known(database: Database, player: str, filters: Filters) -> list[str]:
    """The currencies of the hands with the player's cards seen, that of most hands first. Raises StatisticsError."""
    return run_analytics_query(database, "leaks/currencies", player, filters)["currency"].to_list()


def query_hand_keys_and_parts(database: Database, player: str | None, filters: Filters) -> pl.DataFrame:
    """The hands of that player or of all: `hand_key`, `seat`, `part`, and whether cards were `dealt_seen`.

    Raises StatisticsError.
    """
    return _query_leak_rows(database, "player_hands", player, filters)


def count_seen_deals_by_part(hands: pl.DataFrame) -> Masks:
    """Count the hands of each part with cards seen at the deal."""
    return np.bincount(hands.filter("dealt_seen")["part"].to_numpy(), minlength=PARTS)


def _query_decisions(database: Database, player: str | None, filters: Filters) -> dict[str, pl.DataFrame]:
    names = ("player_hands", "player_draws", "player_river", "player_bets")
    return {name: _query_leak_rows(database, name, player, filters) for name in names}


def _fetched_with_opponents_unset(decisions: dict[str, pl.DataFrame], ranges: CountsAtDrawsRiversBets) -> Fetched:
    draws, rivers, acts = (decisions[name] for name in ("player_draws", "player_river", "player_bets"))
    bets = acts.filter(pl.col("acts").is_not_null())
    left_out = acts.filter(pl.col("acts").is_null()).sort("multiway", descending=True, maintain_order=True)
    more = int(left_out["multiway"].sum())
    draw_range, river_range, bet_range = ranges
    observed = Observed(
        hands=count_seen_deals_by_part(decisions["player_hands"]),
        draws=_build_draw_decisions(draws),
        rivers=_build_river_calls_and_folds(rivers),
        bets=_build_bet_decisions(bets),
        draw_range=draw_range,
        river_range=river_range,
        bet_range=bet_range,
        left_out=(more, len(left_out) - more),
    )
    return Fetched(observed, draws, rivers, bets, left_out)


def _query_leak_rows(database: Database, query_name: str, player: str | None, filters: Filters) -> pl.DataFrame:
    return run_analytics_query(database, f"leaks/{query_name}", player, filters, parts=PARTS)


def _build_draw_decisions(rows: pl.DataFrame) -> DrawDecisions:
    draw = integers_with_null_zero(rows, "draw")
    opponents = np.zeros((len(rows), DRAW_LINES[0] * DRAW_LINES[1]), np.uint8)
    known = rows["known"].explode()
    row = np.repeat(np.arange(len(rows)), rows["known"].list.len().to_numpy())
    np.add.at(opponents, (row, (draw[row] - 1) * DRAW_LINES[1] + known.to_numpy()), 1)
    held, thrown = (card_masks_in_column(rows[name]) for name in ("held", "thrown"))
    stayed = integers_with_null_zero(rows, "stayed").astype(np.float64)
    pot, was_raised = (rows[name].to_numpy() for name in ("pot", "was_raised"))
    return DrawDecisions(
        integers_with_null_zero(rows, "part"), 4 - draw, held, thrown, was_raised, pot, opponents, stayed
    )


def _build_river_calls_and_folds(rows: pl.DataFrame) -> RiverCallsAndFolds:
    opponents = np.zeros((len(rows), RIVER_LINES[1]), np.uint8)
    opponents[np.arange(len(rows)), _river_lines(rows)] = 1
    return RiverCallsAndFolds(
        part=integers_with_null_zero(rows, "part"),
        number=integers_with_null_zero(rows, "number"),
        called=rows["called"].to_numpy(),
        pot=rows["pot"].to_numpy(),
        to_call=rows["to_call"].to_numpy(),
        opponents=opponents,
    )


def _build_bet_decisions(rows: pl.DataFrame) -> BetDecisions:
    drawn, opponent_drawn, last_bet = (integers_with_null_zero(rows, name) for name in BET_LINE_COLUMNS)
    return BetDecisions(
        part=integers_with_null_zero(rows, "part"),
        number=integers_with_null_zero(rows, "number"),
        place=integers_with_null_zero(rows, "place"),
        line=bet_line_number(drawn, opponent_drawn, last_bet),
        opponent_line=bet_line_number(opponent_drawn, drawn, np.array([0, 2, 1])[last_bet]),
        pot=rows["pot"].to_numpy(),
        acts=np.array(rows["acts"].to_list(), np.str_),
        act=np.array(rows["act"].to_list(), np.str_),
    )


def _count_draw_hands(rows: pl.DataFrame) -> CountsByPartLineOutcome:
    """Each player of the pool is known by this draw to those behind them, and by the one before to the others."""
    lines = (
        (integers_with_null_zero(rows, "draw") - 1) * DRAW_LINES[1]
        + 8 * integers_with_null_zero(rows, "bet")
        + 24 * integers_with_null_zero(rows, "heads_up")
    )
    counts = np.zeros((PARTS, DRAW_LINES[0] * DRAW_LINES[1], OUTCOMES))
    for known in (integers_with_null_zero(rows, "drawn"), 4 + integers_with_null_zero(rows, "drawn_before")):
        _count_outcomes_in_place(counts, rows, lines + known)
    return counts


def _count_river_hands(rows: pl.DataFrame) -> CountsByPartLineOutcome:
    counts = np.zeros((PARTS, RIVER_LINES[1], OUTCOMES))
    _count_outcomes_in_place(counts, rows, _river_lines(rows))
    return counts


def _count_bet_hands(rows: pl.DataFrame) -> CountsByPartLineOutcome:
    """Hands by line, first act and class. What is shown by those who check behind counts only where all of it is."""
    behind = (pl.col("place") == 1) & (pl.col("bet") == 0) & ~pl.col("seen")
    number = pl.col("number")
    checked = rows.filter(behind)
    if int(checked.filter(number.is_not_null())["hands"].sum()) < ALWAYS * int(checked["hands"].sum()):
        rows = rows.with_columns(pl.when(~behind).then(number).alias("number"))
    known = integers_with_null_zero(rows, "number")
    line = bet_line_number(*(integers_with_null_zero(rows, name) for name in BET_LINE_COLUMNS))
    act = 2 * integers_with_null_zero(rows, "place") + integers_with_null_zero(rows, "bet")
    counts = np.zeros((PARTS, *BET_LINES, CLASSES + 1))
    cell: Any = (
        integers_with_null_zero(rows, "part"),
        line,
        act,
        np.where(known > 0, classes_of_rank_numbers(np.maximum(known, 1)), CLASSES),
    )  # as below
    np.add.at(counts, cell, rows["hands"].to_numpy())
    return counts


def _river_lines(rows: pl.DataFrame) -> Masks:
    """The lines of opponents by their cards drawn (0-2), the player's own (0-1), and whether they bet or raised."""
    return (
        4 * integers_with_null_zero(rows, "opponent_drawn")
        + 2 * integers_with_null_zero(rows, "player_drawn")
        + integers_with_null_zero(rows, "raised")
    )


def _count_outcomes_in_place(counts: CountsByPartLineOutcome, rows: pl.DataFrame, lines: Masks) -> None:
    folded, bet_last, number = (
        rows["folded"].to_numpy(),
        rows["bet_last"].to_numpy(),
        integers_with_null_zero(rows, "number"),
    )
    shown = classes_of_rank_numbers(np.maximum(number, 1)) + np.where(bet_last, BET, 0)
    outcome = np.where(folded, FOLDED, np.where(number > 0, shown, np.where(bet_last, UNCALLED, UNSEEN)))
    cell: Any = (integers_with_null_zero(rows, "part"), lines, outcome)  # Any: numpy's own types do not fit add.at
    np.add.at(counts, cell, rows["hands"].to_numpy())


def integers_with_null_zero(rows: pl.DataFrame, name: str) -> Masks:
    """The column as an array, with 0 for null."""
    return np.asarray(rows[name].fill_null(0).to_numpy(), np.int64)
