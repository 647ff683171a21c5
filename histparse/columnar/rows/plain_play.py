"""The fast lane: decisions and draws of plain hands as columns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from histparse.columnar.compiled import NOBODY
from histparse.columnar.replay.stakes import NO_CAP
from histparse.columnar.rows.derived import Role
from histparse.columnar.rows.transposed import Transposed
from histparse.columnar.rows.values import Columns, cards_in, known_or_null, text_of, unless, words_of
from histparse.columnar.scan.vocabulary import Kind
from histparse.odds.draw_odds import TOPS, chances

ACTIONS = {Kind.FOLD: "fold", Kind.CHECK: "check", Kind.CALL: "call", Kind.BET: "bet", Kind.RAISE: "raise"}
ROLES = {Role.OPENER: "opener", Role.THREE_BETTOR: "3-bettor", Role.BLIND: "blind", Role.CALLER: "caller"}
CHANCES = {"7": "p_seven", "8": "p_eight", "9": "p_nine"}
"""By the highest card of a low."""


class Players(NamedTuple):
    """By the row of a seat, what all rows of its player repeat."""

    seat: np.ndarray
    name: pl.Series
    position: pl.Series
    hero: np.ndarray
    post: pl.Series
    printed: np.ndarray
    number: pl.Series
    """Of the cards first dealt."""
    dealt_seen: np.ndarray

    def columns(self, rows: np.ndarray) -> Columns:
        """The columns of players in these rows."""
        places = pl.Series(rows)
        return {
            "seat": self.seat[rows],
            "player": self.name.gather(places),
            "position": self.position.gather(places),
            "hero": self.hero[rows],
        }


class Stakes(NamedTuple):
    """By hand of the rows, what is needed to read its decisions and draws."""

    of_hand: Transposed
    lines: np.ndarray
    """Its first line in the file."""


class Drawn(NamedTuple):
    """By the row of a draw, what the decisions after it repeat."""

    row: Transposed
    number: pl.Series


def decisions(row: Transposed, drawn: Drawn, players: Players, stakes: Stakes, actions: pl.DataType) -> Columns:
    """The rows of `decisions`."""
    hand, seats, draw = row["hand"], row["seat_row"], row["draw_row"]
    first_round, aggressor = draw == NOBODY, unless(row["aggressor"], row["aggressor"] == NOBODY)
    held = drawn.number.gather(unless(draw, first_round))
    dealt = players.number.gather(pl.Series(seats))
    number = held.zip_with(pl.Series(~first_round), dealt)
    seen = np.where(first_round, players.dealt_seen[seats], drawn.row["seen"][draw] if len(drawn.row) else 0) > 0
    small_bet, big_bet = (stakes.of_hand[name][hand] for name in ("small_bet", "big_bet"))
    return {
        "hand_key": hand,
        "round": row["street"],
        **players.columns(seats),
        "post": players.post.gather(pl.Series(seats)),
        "action": words_of(row["action"], ACTIONS, actions),
        "all_in": (row["amount"] > 0) & (row["amount"] >= row["stack_behind"]),
        "unit": np.where(row["street"] > 1, big_bet, small_bet),
        "cap": unless(row["cap"], row["cap"] == NO_CAP),
        "all_ins": row["live"] - row["free"] - 1,
        "aggressor": players.name.gather(aggressor),
        "aggressor_position": players.position.gather(aggressor),
        "own_last": words_of(row["own_last"], ACTIONS, actions),
        "led": unless(row["led"] > 0, row["street"] == 0),
        **{name: _of_draw(drawn.row, name, draw) for name in ("drawn", "fewest_drawn", "most_drawn")},
        "number": number,
        "seen": seen & number.is_not_null().to_numpy(),
        "printed": players.printed[seats],
        "decision_line": stakes.lines[hand] + row["line"],
        **{name: row[name] > 0 for name in ("short", "may_raise", "met", "in_position")},
        **{name: row[name] for name in AS_NOTED},
    }


AS_NOTED = (
    *("seq", "round_seq", "amount", "stack_behind", "bet", "bet_to_match", "to_call", "pot", "bets"),
    *("full_bets", "wagers", "live", "folds", "checks", "calls", "raises", "callers"),
    *("own_acts", "own_checks", "own_calls", "own_raises"),
)
"""Columns of decisions that are recorded as they are stored."""


def _of_draw(drawn: Transposed, name: str, rows: np.ndarray) -> pl.Series:
    """A column of the draws before the decisions; null before the first."""
    values = drawn[name][rows] if len(drawn) else np.zeros(len(rows), np.int64)
    return unless(values, (rows == NOBODY) | (values == NOBODY))


def draws(row: Transposed, players: Players, stakes: Stakes, roles: pl.DataType) -> Columns:
    """The rows of `draws`."""
    seats = row["seat_row"]
    return {
        "hand_key": row["hand"],
        **players.columns(seats),
        "role": words_of(row["role"], ROLES, roles),
        "thrown_before": text_of(row["earlier"]),
        "thrown": text_of(row["thrown"]),
        "received": text_of(row["received"]),
        "held_before": text_of(row["before"]),
        "held_after": text_of(row["after"]),
        **{name: unless(row[name], row[name] == 0) for name in ("number_before", "number_after")},
        "draw_line": stakes.lines[row["hand"]] + row["line"],
        "stub": unless(row["stub"], row["stub"] < 0),
        **_chances(row),
        **{
            name: row[name] > 0
            for name in ("all_in", "in_position", "led", "seen", "raised", "check_raised", "printed")
        },
        **{name: unless(row[name], row[name] == NOBODY) for name in OR_NULL},
        **{name: row[name] for name in DRAWS_AS_NOTED},
    }


OR_NULL = (*("drawn_before", "fewest_before", "most_before", "fewest_previous", "most_previous", "faced"),)
DRAWS_AS_NOTED = (
    *("draw", "draw_seq", "drawn", "drawers", "own_checks", "own_calls", "own_raises", "wagers_after"),
    *("pot", "reshuffles"),
)


def _chances(row: Transposed) -> Columns:
    """The chance of each low; null for a pat hand and where cards held or discarded are unknown."""
    is_known = (row["before"][:, 0] >= 0) & (row["thrown"][:, 0] >= 0)
    known = (row["drawn"] > 0) & is_known & ((row["earlier"] >= 0).sum(1) == row["thrown_count"])
    held, thrown, before = (cards_in(row[name][known]) for name in ("before", "thrown", "earlier"))
    found = np.full((len(TOPS), len(row)), np.nan)
    found[:, known] = chances(held & ~thrown, held | before)
    return {CHANCES[top]: known_or_null(values) for top, values in zip(TOPS, found, strict=True)}
