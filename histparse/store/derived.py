"""Step 5, store: the state of decisions and draws that follows from their order, worked out for a batch at once.

Rows stand in the order of play. `round_of` and `own_round` tell rows of one betting round of a hand, and those of one
player in it; polars then counts what came before each row among its like.
"""

from __future__ import annotations

import polars as pl

HAND, DRAW, OWN = "hand_key", ("hand_key", "draw"), ("hand_key", "order")
ROUND, OWN_ROUND = ("hand_key", "round"), ("hand_key", "order", "round")

_ACTION = pl.col("action").cast(pl.String)
WAGERED = _ACTION.is_in(["bet", "raise"])


def decisions(noted: pl.DataFrame, drawn: pl.DataFrame, numbers: pl.DataFrame) -> pl.DataFrame:
    """The rows of `decisions` from what the recorder noted.

    `drawn`: by hand, player and round, what the draw before it was; `numbers`: the number of the cards held in it.
    """
    acts = noted.with_columns(
        action=_ACTION,
        is_fold=_ACTION == "fold",
        is_check=_ACTION == "check",
        is_call=_ACTION == "call",
        is_wager=WAGERED,
        to_call=(pl.col("level") - pl.col("bet")).clip(lower_bound=0),
    )
    counted = acts.with_columns(
        seq=pl.int_range(1, pl.len() + 1).over(HAND),
        turn=pl.int_range(1, pl.len() + 1).over(ROUND),
        own_acts=pl.int_range(pl.len()).over(OWN_ROUND),
        own_last=pl.col("action").shift().over(OWN_ROUND),
        met=(pl.col("bets").shift().over(OWN_ROUND) == pl.col("bets")).fill_null(value=False),
        blinds=pl.col("bets").first().over(ROUND),
        **{name: _before(what, ROUND) for name, what in _COUNTED.items()},
        **{f"own_{name}": _before(what, OWN_ROUND) for name, what in _COUNTED.items() if name != "folds"},
        **{name: _last_wager(what) for name, what in _AGGRESSOR.items()},
    )
    joined = counted.join(drawn, on=OWN_ROUND, how="left").join(numbers, on=OWN_ROUND, how="left")
    return joined.with_columns(
        all_in=(pl.col("amount") > 0) & (pl.col("amount") >= pl.col("stack")),
        wagers=pl.col("raises") + pl.col("blinds"),
        callers=pl.col("calls") - pl.col("calls_then").fill_null(0),
        led=pl.when(pl.col("round") > 0).then("led"),
        may_raise=(pl.col("free") > 0)
        & (pl.col("stack") > pl.col("to_call"))
        & (pl.col("cap").is_null() | (pl.col("bets") < pl.col("cap")))
        & pl.col("open"),
    )


_COUNTED = {"folds": "is_fold", "checks": "is_check", "calls": "is_call", "raises": "is_wager"}
_AGGRESSOR = {
    "aggressor": pl.col("player"),
    "aggressor_position": pl.col("position"),
    "calls_then": pl.col("is_call").cum_sum(),
}


def _before(what: str, among: tuple[str, ...]) -> pl.Expr:
    """How many rows before this one, among its like, are so."""
    return (pl.col(what).cum_sum() - pl.col(what)).over(among)


def _last_wager(what: pl.Expr) -> pl.Expr:
    """A value as it stood at the last bet or raise before this row in its round; null when there is none."""
    return pl.when("is_wager").then(what).shift().forward_fill().over(ROUND)


def draws(noted: pl.DataFrame) -> pl.DataFrame:
    """The draws the recorder noted, with what follows from the order of the draws themselves."""
    own_last = pl.col("drawn").shift().over(OWN)
    with_last = noted.with_columns(
        drawn_before=pl.when(pl.col("draw").shift().over(OWN) == pl.col("draw") - 1).then(own_last)
    )
    return with_last.with_columns(
        turn=pl.int_range(1, pl.len() + 1).over(DRAW),
        fewest_before=pl.col("drawn").cum_min().shift().over(DRAW),
        most_before=pl.col("drawn").cum_max().shift().over(DRAW),
        fewest_drawn=_fewest_of_others("drawn"),
        most_drawn=_most_of_others("drawn"),
        fewest_previous=_fewest_of_others("drawn_before"),
        most_previous=_most_of_others("drawn_before"),
    )


def _fewest_of_others(name: str) -> pl.Expr:
    count = pl.col(name)
    return _unless_alone(count, count.min(), count.filter(count > count.min()).min())


def _most_of_others(name: str) -> pl.Expr:
    count = pl.col(name)
    return _unless_alone(count, count.max(), count.filter(count < count.max()).max())


def _unless_alone(count: pl.Expr, first: pl.Expr, second: pl.Expr) -> pl.Expr:
    """The first in the draw, or the second for the one player who is the first himself."""
    alone = (count == first) & ((count == first).sum() == 1)
    return pl.when(alone.fill_null(value=False)).then(second).otherwise(first).over(DRAW)


def draws_with_betting(drawn: pl.DataFrame, decided: pl.DataFrame) -> pl.DataFrame:
    """The rows of `draws`: the betting before and after each is added. `decided`: the rows of `decisions`."""
    before = _betting(decided).with_columns(draw=pl.col("round") + 1)
    joined = drawn.join(before, on=(*OWN, "draw"), how="left").join(_wagers(decided), on=OWN, how="left")
    counts = ("own_checks", "own_calls", "own_raises", "wagers1", "wagers2", "wagers3", "wagers0")
    return joined.with_columns(
        *(pl.col(name).fill_null(0) for name in counts), check_raised=pl.col("check_raised").fill_null(value=False)
    ).with_columns(
        wagers_after=pl.sum_horizontal(
            pl.when(pl.col("draw") <= number).then(f"wagers{number}").otherwise(0) for number in (1, 2, 3)
        ),
        role=role(),
    )


def _betting(decided: pl.DataFrame) -> pl.DataFrame:
    """What each player did in each betting round."""
    return decided.group_by(OWN_ROUND).agg(
        own_checks=pl.col("is_check").sum(),
        own_calls=pl.col("is_call").sum(),
        own_raises=pl.col("is_wager").sum(),
        check_raised=(pl.col("is_wager") & (pl.col("own_last") == "check")).any(),
        faced=pl.col("wagers").max(),
    )


def _wagers(decided: pl.DataFrame) -> pl.DataFrame:
    """Each player's bets and raises by round, and whether his was the first of round 0."""
    of_round = {f"wagers{number}": (pl.col("is_wager") & (pl.col("round") == number)).sum() for number in range(4)}
    opens = (pl.col("round") == 0) & pl.col("is_wager") & (pl.col("raises") == 0)
    return decided.group_by(OWN).agg(opened=opens.any(), **of_round)


def role() -> pl.Expr:
    """The role in betting round 0 of who goes on to the first draw."""
    raised = pl.col("wagers0").fill_null(0) > 0
    posted = pl.col("post").is_not_null()
    return (
        pl.when(raised & pl.col("opened"))
        .then(pl.lit("opener"))
        .when(raised)
        .then(pl.lit("3-bettor"))
        .when(posted)
        .then(pl.lit("blind"))
        .otherwise(pl.lit("caller"))
    )


def seats(noted: pl.DataFrame, decided: pl.DataFrame) -> pl.DataFrame:
    """The rows of `seats`: the role is added."""
    joined = noted.join(_wagers(decided), on=OWN, how="left", maintain_order="left")
    return joined.with_columns(role=pl.when(pl.col("drawn1").is_not_null()).then(role()))


def numbers(noted_seats: pl.DataFrame, drawn: pl.DataFrame) -> pl.DataFrame:
    """The number of the cards each player is known to have held in each betting round."""
    dealt = noted_seats.select(*OWN, round=pl.lit(0, pl.Int8), number="dealt_number")
    after = drawn.select(*OWN, round="draw", number="number_after")
    return pl.concat([dealt, after], how="vertical_relaxed").filter(pl.col("number").is_not_null())


def in_rounds(drawn: pl.DataFrame) -> pl.DataFrame:
    """What the draw before each betting round was, to each player."""
    return drawn.select(*OWN, "drawn", "fewest_drawn", "most_drawn", round="draw")
