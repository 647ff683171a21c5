"""Coach, leaks: the player's decisions and the pool's hands from the database."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct, structs

from histparse.coach.observed import (
    BET,
    BET_LINES,
    DRAW_LINES,
    FOLDED,
    OUTCOMES,
    PARTS,
    RIVER_LINES,
    UNCALLED,
    UNSEEN,
    BetDecisions,
    DrawDecisions,
    Observed,
    RiverDecisions,
    bet_line,
    river_line,
)
from histparse.model.errors import quoted
from histparse.odds.card_sets import Floats, Masks
from histparse.odds.outcomes import CLASSES, class_of
from histparse.stats import Filters, StatisticsError
from histparse.stats.card_columns import masks
from histparse.stats.run import rows_of
from histparse.store import Database

MOST = 20_000
"""The most hands with cards seen that are priced: those of the lowest hashes. A thousand take 0.1 s."""
_LAST_HASH = 2**64 - 1
"""No hand has a higher hash."""
ALWAYS = 0.95
"""The share of hands checked behind that are shown, from which it cannot matter what they are: sites that print all."""


class Fetched(Struct, frozen=True):
    """What was observed, and where: a row for each decision, with `hand_key`, `line` and what was held.

    `others`: the decisions of all others whose cards are known in the same way, as one player; None: nobody's are.
    """

    observed: Observed
    others: Observed | None
    draws: pl.DataFrame
    rivers: pl.DataFrame
    bets: pl.DataFrame


def fetch(database: Database, player: str, filters: Filters, like: Observed | None = None) -> Fetched:
    """The decisions of that player with cards seen as they were held, beside what others held in these hands.

    `like`: beside the ranges of those decisions, which may be of more hands. Raises StatisticsError if there are none.
    """
    own = _sampled(database, player, filters)
    if own["own_draws"].is_empty():
        raise StatisticsError(f"no hand shows the cards of {quoted(player)} as they drew: leaks are those of heroes")
    others = structs.replace(filters, but=player)
    ranges = like.ranges if like else _ranges(database, others)
    beside = _sampled(database, None, others)
    known = None if beside["own_draws"].is_empty() else _observed(beside, *ranges)
    return Fetched(_observed(own, *ranges), known, own["own_draws"], own["own_river"], _two(own["own_bets"]))


def _ranges(database: Database, others: Filters) -> tuple[Floats, Floats, Floats]:
    """What others held at draws, after the last one, and as they bet there. Raises StatisticsError."""
    draws, rivers, bets = (_rows(database, name, None, others) for name in ("pool_draws", "pool_river", "pool_bets"))
    if not any(rows["number"].count() for rows in (draws, rivers)):
        raise StatisticsError("no other player shows a hand: there is nothing to price draws by")
    return _draw_range(draws), _river_range(rivers), _bet_range(bets)


def fetch_within(database: Database, player: str, filters: Filters, like: Observed) -> Fetched:
    """All decisions of that player in these hands, beside the ranges with which others of theirs were priced."""
    own = _decisions(database, player, filters, last=_LAST_HASH)
    observed = _observed(own, *like.ranges)
    return Fetched(observed, None, own["own_draws"], own["own_river"], _two(own["own_bets"]))


def sample_sentence(database: Database, player: str, filters: Filters) -> str:
    """Which of the player's hands of one currency are priced; empty if all are. Raises StatisticsError."""
    hands = sum(_samples(database, player, filters)["hands"])
    if hands <= MOST:
        return ""
    sample = f"A sample: of {hands:,} hands with cards known, {MOST:,} drawn by chance are priced"
    return f"{sample}; in few hands, as in those of a session, all are."


def currencies_seen(database: Database, player: str, filters: Filters) -> list[str]:
    """The currencies of the hands with the player's cards seen, that of most hands first. Raises StatisticsError."""
    return _samples(database, player, filters)["currency"].to_list()


def _samples(database: Database, player: str | None, filters: Filters) -> pl.DataFrame:
    """For each currency how many `hands` with cards seen there are, and up to which hash they are priced: `last`."""
    return rows_of(database, "leaks/sample", player, filters, most=MOST)


def _sampled(database: Database, player: str | None, filters: Filters) -> dict[str, pl.DataFrame]:
    """The decisions with cards seen of the hands of one currency that are priced, of that player or of all together."""
    last = max(_samples(database, player, filters)["last"], default=0)
    return _decisions(database, player, filters, last)


def _decisions(database: Database, player: str | None, filters: Filters, last: int) -> dict[str, pl.DataFrame]:
    names = ("own_hands", "own_draws", "own_river", "own_bets")
    return {name: _rows(database, name, player, filters, last=last) for name in names}


def _observed(own: dict[str, pl.DataFrame], draw_range: Floats, river_range: Floats, bet_range: Floats) -> Observed:
    hands = np.zeros(PARTS, np.int64)
    hands[own["own_hands"]["part"].to_numpy()] = own["own_hands"]["hands"].to_numpy()
    bets = own["own_bets"]
    more = bets.filter("multiway").height
    return Observed(
        hands=hands,
        draws=_draws(own["own_draws"]),
        rivers=_rivers(own["own_river"]),
        bets=_bets(_two(bets)),
        draw_range=draw_range,
        river_range=river_range,
        bet_range=bet_range,
        left_out=(more, bets.filter(pl.col("acts").is_null()).height - more),
    )


def _two(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of acts with one opponent, and chips for all bets."""
    return rows.filter(pl.col("acts").is_not_null())


def _rows(database: Database, name: str, player: str | None, filters: Filters, **more: int) -> pl.DataFrame:
    return rows_of(database, f"leaks/{name}", player, filters, parts=PARTS, **more)


def _draws(rows: pl.DataFrame) -> DrawDecisions:
    draw = _numbers(rows, "draw")
    opponents = np.zeros((len(rows), DRAW_LINES[0] * DRAW_LINES[1]))
    known = rows["known"].explode()
    at = np.repeat(np.arange(len(rows)), rows["known"].list.len().to_numpy())
    np.add.at(opponents, (at, (draw[at] - 1) * DRAW_LINES[1] + known.to_numpy()), 1)
    held, thrown = (masks(rows[name]) for name in ("held", "thrown"))
    stayed = _numbers(rows, "stayed").astype(np.float64)
    pot, was_raised = (rows[name].to_numpy() for name in ("pot", "was_raised"))
    return DrawDecisions(_numbers(rows, "part"), 4 - draw, held, thrown, was_raised, pot, opponents, stayed)


def _rivers(rows: pl.DataFrame) -> RiverDecisions:
    opponents = np.zeros((len(rows), RIVER_LINES[1]))
    opponents[np.arange(len(rows)), _river_lines(rows)] = 1
    return RiverDecisions(
        part=_numbers(rows, "part"),
        number=_numbers(rows, "number"),
        called=rows["called"].to_numpy(),
        pot=rows["pot"].to_numpy(),
        to_call=rows["to_call"].to_numpy(),
        opponents=opponents,
    )


def _bets(rows: pl.DataFrame) -> BetDecisions:
    own, theirs, before = (_numbers(rows, name) for name in ("own", "theirs", "before"))
    return BetDecisions(
        part=_numbers(rows, "part"),
        number=_numbers(rows, "number"),
        place=_numbers(rows, "place"),
        line=bet_line(own, theirs, before),
        other=bet_line(theirs, own, np.array([0, 2, 1])[before]),
        pot=rows["pot"].to_numpy(),
        before=np.array(rows["acts"].to_list(), np.str_),
        act=np.array(rows["act"].to_list(), np.str_),
    )


def _draw_range(rows: pl.DataFrame) -> Floats:
    """Each player of the pool is known by this draw to those behind them, and by the one before to the others."""
    lines = (_numbers(rows, "draw") - 1) * DRAW_LINES[1] + 8 * _numbers(rows, "bet") + 24 * _numbers(rows, "alone")
    counts = np.zeros((PARTS, DRAW_LINES[0] * DRAW_LINES[1], OUTCOMES))
    for known in (_numbers(rows, "drawn"), 4 + _numbers(rows, "drawn_before")):
        _count(counts, rows, lines + known)
    return counts


def _river_range(rows: pl.DataFrame) -> Floats:
    counts = np.zeros((PARTS, RIVER_LINES[1], OUTCOMES))
    _count(counts, rows, _river_lines(rows))
    return counts


def _bet_range(rows: pl.DataFrame) -> Floats:
    """Hands by line, first act and class. What is shown by those who check behind counts only where all of it is."""
    behind = (pl.col("place") == 1) & (pl.col("bet") == 0) & ~pl.col("seen")
    number = pl.col("number")
    some = rows.filter(behind)
    if int(some.filter(number.is_not_null())["hands"].sum()) < ALWAYS * int(some["hands"].sum()):
        rows = rows.with_columns(pl.when(~behind).then(number).alias("number"))
    known = _numbers(rows, "number")
    line = bet_line(*(_numbers(rows, name) for name in ("own", "theirs", "before")))
    act = 2 * _numbers(rows, "place") + _numbers(rows, "bet")
    counts = np.zeros((PARTS, *BET_LINES, CLASSES + 1))
    at: Any = (
        _numbers(rows, "part"),
        line,
        act,
        np.where(known > 0, class_of(np.maximum(known, 1)), CLASSES),
    )  # as below
    np.add.at(counts, at, rows["hands"].to_numpy())
    return counts


def _river_lines(rows: pl.DataFrame) -> Masks:
    return river_line(*(_numbers(rows, name) for name in ("theirs", "own", "raised")))


def _count(counts: Floats, rows: pl.DataFrame, lines: Masks) -> None:
    """Add the hands that were folded, those shown, and those that stayed in unseen."""
    folded, bet_last, number = rows["folded"].to_numpy(), rows["bet_last"].to_numpy(), _numbers(rows, "number")
    shown = class_of(np.maximum(number, 1)) + np.where(bet_last, BET, 0)
    outcome = np.where(folded, FOLDED, np.where(number > 0, shown, np.where(bet_last, UNCALLED, UNSEEN)))
    at: Any = (_numbers(rows, "part"), lines, outcome)  # Any: numpy's own types do not fit add.at
    np.add.at(counts, at, rows["hands"].to_numpy())


def _numbers(rows: pl.DataFrame, name: str) -> Masks:
    """A column of integers; null is 0."""
    return np.asarray(rows[name].fill_null(0).to_numpy(), np.int64)
