"""Step 6b, rows: columns of decisions and draws that follow from their order, computed for a whole batch at once.

Rows are in order of play, so the rows of a betting round, or of a draw, are adjacent.
"""

from __future__ import annotations

import polars as pl

from histparse.store.rows import window_functions

DRAW, ROUND = ("hand_key", "draw"), ("hand_key", "round")
OWN, OWN_ROUND = ("who",), ("who", "round")
OF_HAND = ("played_at", "currency", "stakes", "big_bet")
"""Columns of a hand that its seats have too, as `hand_played_at`, ...: in a join each has a name of its own."""
OF_PLAYER = ("hand_key", "seat", "player", "position", "hero", "post", "printed", "cards")
"""Columns shared by all rows of a player in a hand."""
IS = {"is_fold": ("fold",), "is_check": ("check",), "is_call": ("call",), "is_wager": ("bet", "raise")}


def hands(noted: pl.DataFrame) -> pl.DataFrame:
    """The recorded hands, with their stakes in words."""
    suffix = (
        pl.when(pl.col("betting") == "fixed limit").then(pl.lit("")).otherwise(" " + pl.col("betting").cast(pl.String))
    )
    stakes = pl.format("{} {}/{}{}", "currency", _in_units("low_stake"), _in_units("high_stake"), suffix)
    return noted.with_columns(stakes=stakes)


def _in_units(name: str) -> pl.Expr:
    """An amount without grouping: `1`, `0.50`."""
    units, hundredths = pl.col(name) // 100, pl.col(name) % 100
    decimals = pl.format(".{}", hundredths.cast(pl.String).str.zfill(2))
    return pl.format("{}{}", units, pl.when(hundredths == 0).then(pl.lit("")).otherwise(decimals))


def present(noted: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """The recorded seats, with the columns that follow from the hand or from the seat itself."""
    hand = pl.concat([of_hand(hands), hands.select("showdown", shown_to="hero")], how="horizontal")
    dealt_in = pl.col("who").is_not_null()
    return pl.concat([noted, hand[noted["hand_key"]]], how="horizontal").with_columns(
        dealt_in=dealt_in,
        hero=(dealt_in & (pl.col("player") == pl.col("shown_to"))).fill_null(value=False),
        net=pl.col("collected") - pl.col("contributed"),
        saw_showdown=pl.col("showdown") & dealt_in & pl.col("folded_in").is_null(),
    )


def of_hand(hands: pl.DataFrame) -> pl.DataFrame:
    """What seats repeat of their hand, by hand."""
    return hands.select(pl.col(OF_HAND).name.prefix("hand_"))


def of_players(noted: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """Rows of players with the columns of their seat."""
    return pl.concat([noted, seats.select(OF_PLAYER)[noted["who"]]], how="horizontal")


def decisions(noted: pl.DataFrame, drawn: pl.DataFrame, numbers: pl.DataFrame) -> pl.DataFrame:
    """The rows of `decisions`, from the recorder's.

    `drawn`: the draw before each round, by hand, player and round; `numbers`: the rank number of the cards held in it.
    """
    action = pl.col("action").cast(pl.String)
    acts = noted.with_columns(
        action=action,
        row=pl.int_range(pl.len()),
        to_call=(pl.col("bet_to_match") - pl.col("bet")).clip(lower_bound=0),
        **{name: action.is_in(words) for name, words in IS.items()},
    ).with_columns(
        may_raise=(pl.col("free") > 0)
        & (pl.col("stack_behind") > pl.col("to_call"))
        & (pl.col("cap").is_null() | (pl.col("full_bets") < pl.col("cap")))
        & pl.col("open"),
    )
    known = pl.concat([_in_hand(acts), _in_round(acts), _own(acts)], how="horizontal")
    joined = known.join(drawn, on=OWN_ROUND, how="left", maintain_order="left")
    return joined.join(numbers, on=OWN_ROUND, how="left", maintain_order="left").with_columns(
        all_in=(pl.col("amount") > 0) & (pl.col("amount") >= pl.col("stack_behind")),
        seen=pl.col("seen").fill_null(value=False),
        wagers=pl.col("raises") + pl.col("blinds"),
        led=pl.when(pl.col("round") > 0).then("led"),
    )


def _in_hand(acts: pl.DataFrame) -> pl.DataFrame:
    return window_functions.with_start(acts, "hand_key").with_columns(seq=window_functions.place() + 1).drop("start")


def _in_round(acts: pl.DataFrame) -> pl.DataFrame:
    """What everybody did earlier in the round."""
    wagered = window_functions.with_start(acts, *ROUND).with_columns(
        last_wager=window_functions.last_where("is_wager"), calls=window_functions.count_before("is_call")
    )
    return wagered.select(
        "calls",
        round_seq=window_functions.place() + 1,
        blinds=window_functions.first("bets"),
        folds=window_functions.count_before("is_fold"),
        checks=window_functions.count_before("is_check"),
        raises=window_functions.count_before("is_wager"),
        callers=pl.col("calls") - pl.col("calls").gather("last_wager").fill_null(0),
        aggressor=pl.col("player").gather("last_wager"),
        aggressor_position=pl.col("position").gather("last_wager"),
    )


def _own(acts: pl.DataFrame) -> pl.DataFrame:
    """What the player did earlier in the round."""
    needed = acts.select(*OWN_ROUND, "row", "action", "full_bets", "may_raise", "is_check", "is_call", "is_wager")
    by_player = window_functions.with_start(needed.sort(OWN_ROUND, maintain_order=True), *OWN_ROUND)
    own = by_player.select(
        "row",
        own_acts=window_functions.place(),
        own_checks=window_functions.count_before("is_check"),
        own_calls=window_functions.count_before("is_call"),
        own_raises=window_functions.count_before("is_wager"),
        own_last=window_functions.last("action"),
    )
    at_level = window_functions.with_start(by_player, *OWN_ROUND, "full_bets")
    met = at_level.select(met=window_functions.count_before("may_raise") > 0)
    return pl.concat([own, met], how="horizontal").sort("row").drop("row")


def draws(noted: pl.DataFrame) -> pl.DataFrame:
    """The recorder's draws, with the columns that follow from their order."""
    last = noted.select(*OWN, pl.col("draw") + 1, drawn_before="drawn")
    printed = pl.col("printed") & (pl.col("held_after") == pl.col("cards")).fill_null(value=False)
    known = noted.with_columns(printed=printed).join(last, on=(*OWN, "draw"), how="left", maintain_order="left")
    return window_functions.with_start(known, *DRAW).with_columns(
        draw_seq=window_functions.place() + 1,
        fewest_before=window_functions.lowest_before("drawn"),
        most_before=window_functions.highest_before("drawn"),
        fewest_drawn=window_functions.lowest_beside("drawn"),
        most_drawn=window_functions.highest_beside("drawn"),
        fewest_previous=window_functions.lowest_beside("drawn_before"),
        most_previous=window_functions.highest_beside("drawn_before"),
    )


def draws_with_betting(drawn: pl.DataFrame, decided: pl.DataFrame, wagers: pl.DataFrame) -> pl.DataFrame:
    """The rows of `draws`, with the betting before and after each. `decided`: the rows of `decisions`."""
    before = _betting(decided).with_columns(draw=pl.col("round") + 1)
    joined = drawn.join(before, on=(*OWN, "draw"), how="left").join(wagers, on=OWN, how="left")
    counts = ("own_checks", "own_calls", "own_raises", "wagers1", "wagers2", "wagers3", "wagers0")
    return joined.with_columns(
        *(pl.col(name).fill_null(0) for name in counts),
        *(pl.col(name).fill_null(value=False) for name in ("raised", "check_raised")),
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
        raised=(pl.col("action") == "raise").any(),
        check_raised=(pl.col("is_wager") & (pl.col("own_last") == "check")).any(),
        faced=pl.col("wagers").max(),
    )


def wagers(decided: pl.DataFrame) -> pl.DataFrame:
    """Each player's bets and raises by round, whether they raised first in round 0, and their first act there."""
    of_round = {f"wagers{number}": (pl.col("is_wager") & (pl.col("round") == number)).sum() for number in range(4)}
    opens = (pl.col("round") == 0) & pl.col("is_wager") & (pl.col("raises") == 0)
    first_act = pl.when(pl.col("round").first() == 0).then(pl.col("action").first())
    return decided.group_by(OWN).agg(opened=opens.any(), first_act=first_act, **of_round)


def role() -> pl.Expr:
    """The role in betting round 0 of each player who goes on to the first draw."""
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


def seats(noted: pl.DataFrame, wagers: pl.DataFrame) -> pl.DataFrame:
    """The rows of `seats`, with the role and the first act."""
    joined = noted.join(wagers, on=OWN, how="left", maintain_order="left")
    return joined.with_columns(role=pl.when(pl.col("drawn1").is_not_null()).then(role()))


def numbers(noted_seats: pl.DataFrame, drawn: pl.DataFrame) -> pl.DataFrame:
    """The rank number of the cards each player is known to have held in each betting round; whether they were seen."""
    dealt = noted_seats.select(*OWN, round=pl.lit(0, pl.Int8), number="dealt_number", seen="dealt_seen")
    after = drawn.select(*OWN, round="draw", number="number_after", seen="seen")
    return pl.concat([dealt, after], how="vertical_relaxed").filter(pl.col("number").is_not_null())


def in_rounds(drawn: pl.DataFrame) -> pl.DataFrame:
    """Each player's draw before each betting round."""
    return drawn.select(*OWN, "drawn", "fewest_drawn", "most_drawn", round="draw")
