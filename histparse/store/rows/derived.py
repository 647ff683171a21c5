"""Step 6b, rows: the columns that follow from those recorded, computed for a whole batch at once, however read.

Rows are in order of play, so the rows of a betting round, or of a draw, are adjacent. A player in a hand is known by
the row of their seat, `who`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple, cast

import numpy as np
import polars as pl

from histparse.model.ranking import best_keep, describe
from histparse.store.observe.row_buffer import table_columns
from histparse.store.rows.runs import (
    NONE,
    WIDE,
    Flags,
    Ints,
    Runs,
    add_chances_of_lows,
    to_integers,
    to_nullable_column,
    values_at_or_none,
)
from histparse.store.rows.set_aside import Tables
from histparse.store.rows.tournaments import add_tournament_results

OF_HAND = ("played_at", "currency", "stakes", "big_bet")
"""Columns of a hand that its seats have too, as `hand_played_at`, ...: in a join each has a name of its own."""
OF_PLAYER = ("hand_key", "seat", "player", "position", "hero", "post", "printed", "cards")
"""Columns shared by all rows of a player in a hand."""
ROUNDS = 4
OPENER, THREE_BETTOR, CALLER, BLIND = range(4)
"""Words of `role_word`."""
FOLD, CHECK, CALL, BET, RAISE = range(5)
"""Words of `action_word`: the last two are wagers."""


def derive_columns(recorded: Mapping[str, pl.DataFrame]) -> Tables:
    """The tables with all columns."""
    hands = add_stakes_in_words(recorded["hands"])
    seats = _derive_seat_columns(recorded["seats"], hands)
    drawn = _derive_draw_columns(add_chances_of_lows(recorded["draws"]), seats)
    decided = _derive_decision_columns_sorted_by_round(recorded["decisions"], seats, drawn)
    betting = _tally_betting(decided, len(seats))
    return {
        **recorded,
        "hands": hands,
        "seats": add_tournament_results(_add_roles_and_first_acts(seats, betting), hands, recorded["texts"]),
        "decisions": decided,
        "draws": _add_betting_to_draws(drawn, betting),
        "showdowns": _derive_showdown_columns(recorded["showdowns"], seats),
    }


def add_stakes_in_words(hands: pl.DataFrame) -> pl.DataFrame:
    """The recorded hands, with their stakes in words."""
    suffix = (
        pl.when(pl.col("betting") == "fixed limit").then(pl.lit("")).otherwise(" " + pl.col("betting").cast(pl.String))
    )
    stakes = pl.format(
        "{} {}/{}{}",
        "currency",
        _format_amount_without_zero_cents("low_stake"),
        _format_amount_without_zero_cents("high_stake"),
        suffix,
    )
    return hands.with_columns(stakes=stakes)


def _format_amount_without_zero_cents(column: str) -> pl.Expr:
    """An amount without grouping: `1`, `0.50`."""
    units, hundredths = pl.col(column) // 100, pl.col(column) % 100
    decimals = pl.format(".{}", hundredths.cast(pl.String).str.zfill(2))
    return pl.format("{}{}", units, pl.when(hundredths == 0).then(pl.lit("")).otherwise(decimals))


# -- seats ----------------------------------------------------------------------------------------------------------


def _derive_seat_columns(recorded: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """The recorded seats, with the columns that follow from the hand or from the seat itself."""
    of_hand = hands.select(pl.col(OF_HAND).name.prefix("hand_"), "showdown", shown_to="hero")
    dealt_in = pl.col("who").is_not_null()
    return pl.concat([recorded, of_hand[recorded["hand_key"]]], how="horizontal").with_columns(
        dealt_in=dealt_in,
        hero=(dealt_in & (pl.col("player") == pl.col("shown_to"))).fill_null(value=False),
        net=pl.col("collected") - pl.col("contributed"),
        saw_showdown=pl.col("showdown") & dealt_in & pl.col("folded_in").is_null(),
        keep=_words_by_rank(recorded["dealt_number"], best_keep),
    )


def _add_seat_columns(player_rows: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """Rows of players with the columns of their seat."""
    return pl.concat([player_rows, seats.select(OF_PLAYER)[player_rows["who"]]], how="horizontal")


def _add_roles_and_first_acts(seats: pl.DataFrame, betting: Betting) -> pl.DataFrame:
    """The seats with the role of those who went on to the first draw, and with their first act."""
    seat_rows = to_integers(seats["who"])
    role = np.where(
        seats["drawn1"].is_not_null().to_numpy(), _roles_in_first_round(seat_rows, seats["post"], betting), NONE
    )
    first_act = values_at_or_none(betting.first_act, seat_rows)
    return seats.with_columns(
        role=_codes_to_words(role, "seats", "role"), first_act=_codes_to_words(first_act, "seats", "first_act")
    )


def _derive_showdown_columns(recorded: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    of_seat = seats.select("hand_key", "seat", "player")[recorded["who"]]
    category = _words_by_rank(recorded["number"], _category_of_rank_number)
    return pl.concat([recorded, of_seat], how="horizontal").with_columns(category=category)


@cache
def _category_of_rank_number(number: int) -> str:
    return describe(number).category


def _words_by_rank(rank_numbers: pl.Series, name_rank: Callable[[int], str]) -> pl.Series:
    """The word for each hand of five cards."""
    different, places = np.unique(to_integers(rank_numbers), return_inverse=True)
    words = [None if number == NONE else name_rank(number) for number in different.tolist()]
    return pl.Series(words, dtype=pl.String).gather(pl.Series(places))


# -- decisions ------------------------------------------------------------------------------------------------------


def _derive_decision_columns_sorted_by_round(
    recorded: pl.DataFrame, seats: pl.DataFrame, drawn: pl.DataFrame
) -> pl.DataFrame:
    """The rows of `decisions`, by rounds: nearly every rate concerns one, and those are read twice as fast."""
    hands = to_integers(seats["hand_key"])
    seq = Runs(hands[to_integers(recorded["who"])]).index_in_run() + 1
    order = np.argsort(recorded["round"].fill_null(0).to_numpy(), kind="stable")  # small numbers are sorted faster
    acts = _add_seat_columns(recorded[order].with_columns(seq=seq[order]), seats)
    return acts.with_columns(
        to_call=(pl.col("bet_to_match") - pl.col("bet")).clip(lower_bound=0),
        all_in=(pl.col("amount") > 0) & (pl.col("amount") >= pl.col("stack_behind")),
        **_earlier_acts_in_round(acts, seats),
        **_own_earlier_acts_in_round(acts),
        **_draws_and_rank_at_decision(acts, seats, drawn),
    )


def _earlier_acts_in_round(acts: pl.DataFrame, seats: pl.DataFrame) -> Mapping[str, pl.Series | Ints]:
    """The acts of everybody earlier in the round."""
    seat_rows, action = to_integers(acts["who"]), to_integers(acts["action"])
    runs = Runs(to_integers(acts["hand_key"]), to_integers(acts["round"]))
    wager, calls = runs.previous_row_where(action >= BET), runs.count_before(action == CALL)
    raises, aggressor = runs.count_before(action >= BET), to_nullable_column(values_at_or_none(seat_rows, wager))
    return {
        "round_seq": runs.index_in_run() + 1,
        "folds": runs.count_before(action == FOLD),
        "checks": runs.count_before(action == CHECK),
        "calls": calls,
        "raises": raises,
        "callers": calls - np.where(wager == NONE, 0, calls[wager]),
        "wagers": raises + runs.first_value(to_integers(acts["bets"])),
        "aggressor": seats["player"].gather(aggressor),
        "aggressor_position": seats["position"].gather(aggressor),
    }


def _own_earlier_acts_in_round(acts: pl.DataFrame) -> Mapping[str, pl.Series | Ints]:
    """The player's own acts earlier in the round."""
    action, key = to_integers(acts["action"]), _seat_round_keys(acts["who"], acts["round"])
    order = np.argsort(key, kind="stable")
    runs, at_level = Runs(key, order=order), Runs(key, to_integers(acts["full_bets"]), order=order)
    return {
        "own_acts": runs.index_in_run(),
        "own_checks": runs.count_before(action == CHECK),
        "own_calls": runs.count_before(action == CALL),
        "own_raises": runs.count_before(action >= BET),
        "met": at_level.count_before(to_integers(acts["may_raise"]) > 0) > 0,
        "own_last": _codes_to_words(runs.previous_value(action), "decisions", "own_last"),
    }


def _draws_and_rank_at_decision(
    acts: pl.DataFrame, seats: pl.DataFrame, drawn: pl.DataFrame
) -> Mapping[str, pl.Series | Ints]:
    """The player's draw before the round, beside the others', and the cards they are known to have held in it."""
    drew = values_at_or_none(
        _row_by_key(_seat_round_keys(drawn["who"], drawn["draw"]), len(seats)),
        _seat_round_keys(acts["who"], acts["round"]),
    )
    first, seat_rows = to_integers(acts["round"]) == 0, to_integers(acts["who"])
    number, is_seen = (
        np.where(first, to_integers(seats[of_deal])[seat_rows], values_at_or_none(to_integers(drawn[of_draw]), drew))
        for of_deal, of_draw in (("dealt_number", "number_after"), ("dealt_seen", "seen"))
    )
    fewest, most = _opponents_draw_range_by_act(acts, seats, drawn)
    return {
        "drawn": to_nullable_column(values_at_or_none(to_integers(drawn["drawn"]), drew)),
        "fewest_drawn": to_nullable_column(fewest),
        "most_drawn": to_nullable_column(most),
        "number": to_nullable_column(number),
        "seen": (is_seen > 0) & (number != NONE),
    }


def _opponents_draw_range_by_act(acts: pl.DataFrame, seats: pl.DataFrame, drawn: pl.DataFrame) -> tuple[Ints, Ints]:
    """The fewest and the most cards drawn before the round by those still in the hand at the decision, without them."""
    hands = to_integers(seats["hand_key"])
    place = np.arange(len(hands)) - np.searchsorted(hands, hands)
    by_round = np.full(((hands.max(initial=0) + 1) * ROUNDS, place.max(initial=0) + 1), NONE)
    seat_rows = to_integers(drawn["who"])
    by_round[_seat_round_keys(pl.Series(hands[seat_rows]), drawn["draw"]), place[seat_rows]] = to_integers(
        drawn["drawn"]
    )
    seat_rows, rounds = to_integers(acts["who"]), _seat_round_keys(acts["hand_key"], acts["round"])
    folded = Runs(rounds).sum_before(np.where(to_integers(acts["action"]) == FOLD, 1 << place[seat_rows], 0))
    places = np.arange(by_round.shape[1])
    is_beside = (folded[:, None] >> places & 1 == 0) & (places != place[seat_rows][:, None])
    opponents_drawn = np.where(is_beside, by_round[rounds], NONE)
    fewest = np.where(opponents_drawn == NONE, WIDE, opponents_drawn).min(axis=1, initial=WIDE)
    return np.where(fewest == WIDE, NONE, fewest), opponents_drawn.max(axis=1, initial=NONE)


# -- draws ----------------------------------------------------------------------------------------------------------


def _derive_draw_columns(recorded: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """The recorded draws, with what follows from their order."""
    rows = _add_seat_columns(recorded, seats)
    drawn, key = to_integers(rows["drawn"]), _seat_round_keys(rows["who"], rows["draw"])
    previous = values_at_or_none(drawn, _row_by_key(key, len(seats))[key - 1])  # nobody draws before round 0
    runs = Runs(to_integers(rows["hand_key"]), to_integers(rows["draw"]))
    return rows.with_columns(
        printed=pl.col("printed") & (pl.col("held_after") == pl.col("cards")).fill_null(value=False),
        draw_seq=runs.index_in_run() + 1,
        drawn_before=to_nullable_column(previous),
        fewest_before=to_nullable_column(runs.lowest_before(drawn)),
        most_before=to_nullable_column(runs.highest_before(drawn)),
        fewest_drawn=to_nullable_column(runs.lowest_of_others(drawn)),
        most_drawn=to_nullable_column(runs.highest_of_others(drawn)),
        fewest_previous=to_nullable_column(runs.lowest_of_others(previous)),
        most_previous=to_nullable_column(runs.highest_of_others(previous)),
    )


class Betting(NamedTuple):
    """The acts of each player in each betting round: by the row of the seat and the round, or by the seat alone."""

    checks: Ints
    calls: Ints
    raises: Ints
    raised: Ints
    check_raised: Ints
    faced: Ints
    opened: Ints
    """1: they raised first in round 0."""
    first_act: Ints
    """In round 0."""


def _tally_betting(decided: pl.DataFrame, seat_count: int) -> Betting:
    seat_rows, number, action = (to_integers(decided[name]) for name in ("who", "round", "action"))
    key, wager = _seat_round_keys(decided["who"], decided["round"]), action >= BET

    def tally(flags: Flags) -> Ints:
        return np.bincount(key[flags], minlength=seat_count * ROUNDS)

    opened = np.zeros(seat_count, np.int64)
    opened[seat_rows[wager & (number == 0) & (to_integers(decided["raises"]) == 0)]] = 1
    first_act, is_first = np.full(seat_count, NONE), (number == 0) & (to_integers(decided["own_acts"]) == 0)
    first_act[seat_rows[is_first]] = action[is_first]
    faced = np.full(seat_count * ROUNDS, NONE)
    np.maximum.at(faced, key, to_integers(decided["wagers"]))
    return Betting(
        tally(action == CHECK),
        tally(action == CALL),
        tally(wager),
        tally(action == RAISE),
        tally(wager & (to_integers(decided["own_last"]) == CHECK)),
        faced,
        opened,
        first_act,
    )


def _add_betting_to_draws(drawn: pl.DataFrame, betting: Betting) -> pl.DataFrame:
    """The rows of `draws`, with the betting before and after each."""
    seat_rows, draw = to_integers(drawn["who"]), to_integers(drawn["draw"])
    round_before = seat_rows * ROUNDS + draw - 1
    raises = betting.raises.reshape(-1, ROUNDS)
    raises_from = raises[:, ::-1].cumsum(1)[:, ::-1]
    return drawn.with_columns(
        own_checks=betting.checks[round_before],
        own_calls=betting.calls[round_before],
        own_raises=betting.raises[round_before],
        raised=betting.raised[round_before] > 0,
        check_raised=betting.check_raised[round_before] > 0,
        faced=to_nullable_column(betting.faced[round_before]),
        wagers_after=raises_from[seat_rows, draw],
        role=_codes_to_words(_roles_in_first_round(seat_rows, drawn["post"], betting), "draws", "role"),
    )


def _roles_in_first_round(seat_rows: Ints, post: pl.Series, betting: Betting) -> Ints:
    """The role in betting round 0 of each player who goes on to the first draw."""
    raised, opened = (
        values_at_or_none(betting.raises[::ROUNDS], seat_rows) > 0,
        values_at_or_none(betting.opened, seat_rows) > 0,
    )
    return np.select([raised & opened, raised, post.is_not_null().to_numpy()], [OPENER, THREE_BETTOR, BLIND], CALLER)


# -- rows of a player in a round --------------------------------------------------------------------------------------


def _seat_round_keys(seat_rows: pl.Series, rounds: pl.Series) -> Ints:
    """A key of a player in a betting round, and in the draw before it."""
    return to_integers(seat_rows) * ROUNDS + to_integers(rounds)


def _row_by_key(keys: Ints, seat_count: int) -> Ints:
    """By key its only row; NONE where there is none."""
    rows = np.full(seat_count * ROUNDS, NONE)
    rows[keys] = np.arange(len(keys))
    return rows


def _codes_to_words(codes: Ints, table: str, column: str) -> pl.Series:
    """The words of that column's type; null for NONE."""
    kind = cast("pl.Enum", table_columns()[table][column])
    return pl.Series(kind.categories, dtype=kind).gather(to_nullable_column(codes))
