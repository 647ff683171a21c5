"""Coach: what to know of a player before sitting down with them, in the words that players use.

Each word stands for a rate, or several, and appears only if the report may claim that it differs from the others': both
ask `stats/significance.py`. A difference for which there is no word is said as the report says it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl
from msgspec import Struct

from histparse.stats import Filters, Statistic, add_estimates_to_rates, catalogue, compare_rates_with_others
from histparse.stats.filter_views import prepare_queries
from histparse.stats.run import RATE
from histparse.stats.shrinking import ESTIMATE
from histparse.stats.significance import Claim, RatePair, prove_claims
from histparse.stats.versus_others import Pair
from histparse.stats.words import fill_sentence
from histparse.store import Database

RateKey = Mapping[str, Any]  # Any: values of columns
"""What tells one rate of a statistic from another: values by column."""
HANDS = "SELECT count(*) FROM chosen_seats"


class Habit(Struct, frozen=True):
    """A rate, the word for players who do it often and for those who seldom do, and how to play against both."""

    statistic: str
    of: RateKey
    often: tuple[str, str]
    seldom: tuple[str, str]


HABITS = (
    Habit(
        "vpip",
        {},
        ("loose before the draw", "Raise more hands for value, and isolate them; steal less from their blinds."),
        ("tight before the draw", "Steal when they are in the blinds; fold rough draws to their raises."),
    ),
    Habit(
        "pfr",
        {},
        ("raises a lot before the draw", "Defend with more one- and two-card draws; their raise means little."),
        ("passive before the draw", "Believe their raises; limp in behind with good draws."),
    ),
    Habit(
        "draw_frequency",
        {"draw": 1, "drawn": 3},
        ("comes in with three-card draws", "Bet each round while you draw fewer: they start behind."),
        ("hardly ever draws three", "Their first draw is two cards or better: do not pay with three-card draws."),
    ),
    Habit(
        "pat_rate",
        {"draw": 2},
        ("pat-happy in the second draw", "Keep drawing to eights: their pat hands are rough; break tens less quickly."),
        ("seldom pat in the second draw", "When they stand pat, it is good: break tens and rough nines."),
    ),
    Habit(
        "pat_rate",
        {"draw": 3},
        ("pat-happy in the last draw", "Value bet nines and rough eights; draw rather than pat a jack."),
        ("draws to the end", "Stand pat on tens and jacks in the last draw, and bet them when they draw."),
    ),
    Habit(
        "break_rate",
        {"draw": 3},
        ("breaks pat hands", "Raise before the last draw: they may break the better hand."),
        ("seldom breaks pat hands", "Do not raise to make them break; draw out, or fold."),
    ),
    Habit(
        "snow",
        {"cards": "shown hands", "draw": 3},
        ("snows", "Call their pat bets on the river with any low that beats a bluff."),
        ("seldom snows", "Fold rough hands when they stand pat and bet to the end."),
    ),
    Habit(
        "check_raise",
        {"round": 2},
        ("check-raises the big bets", "Check behind with hands that cannot stand a raise."),
        ("seldom check-raises", "Bet when they check: they are weak."),
    ),
    Habit(
        "aggression_frequency",
        {"round": 3},
        ("bets the river often", "Call down lighter, and check good hands to them."),
        ("passive on the river", "Fold to their bets without a good eight; bet for value yourself."),
    ),
    Habit(
        "fold_to_bet",
        {"round": 3},
        ("folds to river bets", "Bet when you miss; check hands that only worse ones would call."),
        ("calls river bets", "Never bluff the river; bet nines and good tens for value."),
    ),
    Habit(
        "fold_to_steal",
        {"blind": "BB"},
        ("gives up the big blind", "Open any two-card draw from late position."),
        ("defends the big blind", "Steal with better draws only, and bet when they draw more."),
    ),
    Habit(
        "wtsd",
        {},
        ("goes to showdown", "Value bet every round; bluffs do not work."),
        ("gives up before showdown", "Keep betting while you draw no more than they do."),
    ),
)


class Word(Struct, frozen=True):
    """One word about the player, and what it rests on. Rates are 0 to 1."""

    word: str
    advice: str
    """Empty where there is none."""
    statistic: str
    of: RateKey
    done: int
    chances: int
    estimate: float
    low: float
    high: float
    others: float


class Notes(Struct, frozen=True):
    """Notes on a player, the clearest first."""

    player: str
    hands: int
    words: tuple[Word, ...]
    style: str
    """`loose, passive`: two words, by rates that differ from opponents' beyond chance, or `average`."""
    advice: tuple[str, ...]
    """Up to three things to do against them, by the clearest words."""


RateNames = tuple[tuple[str, RateKey], ...]
LOOSENESS: RateNames = (("vpip", {}),)
AGGRESSION: RateNames = (("pfr", {}), *(("aggression_frequency", {"round": number}) for number in (3, 2, 1)))
"""Rates that make a style, the first that differs counts."""
STYLES = ((LOOSENESS, ("loose", "tight")), (AGGRESSION, ("aggressive", "passive")))
AVERAGE = "average"
MOST_ADVICE = 3


def _style_beside_opponents(words: Sequence[Word]) -> str:
    described = []
    for rates, (more, less) in STYLES:
        styled = (word for rate in rates for word in words if (word.statistic, word.of) == rate)
        is_more = next((word.estimate > word.others for word in styled), None)
        described.append(AVERAGE if is_more is None else more if is_more else less)
    return AVERAGE if {*described} == {AVERAGE} else ", ".join(described)


class PlayerRate(Struct, frozen=True):
    """A rate of the player beside the others'."""

    statistic: Statistic
    key: RateKey
    pair: RatePair


def take_notes(database: Database, player: str, filters: Filters) -> Notes:
    """The words that this player's hands bear out. Raises StatisticsError."""
    worded = [statistic for statistic in catalogue().values() if statistic.sentence]
    pairs = compare_rates_with_others(database, worded, player, filters=filters)
    player_figures = add_estimates_to_rates(database, {name: pair.own for name, pair in pairs.items()}, filters)
    prepare_queries(database, [HANDS], player, filters)
    [(hands,)] = database.connection.execute(HANDS).fetchall()
    rate_claims = prove_claims(
        [rate for statistic in worded for rate in _comparable_rates(statistic, pairs[statistic.name])]
    )
    words = tuple(
        _build_word(rate, wording, player_figures)
        for claim in rate_claims
        for rate, wording in _choose_words_and_advice(claim)
    )
    advice = dict.fromkeys(word.advice for word in words if word.advice)
    return Notes(player, hands, words, _style_beside_opponents(words), tuple(advice)[:MOST_ADVICE])


def _comparable_rates(statistic: Statistic, pair: Pair) -> Iterator[PlayerRate]:
    """The rates of a statistic for which both sides had opportunities."""
    figures = {"label", *RATE}
    other_rows = {_row_key(row, figures): row for row in pair.others.to_dicts()}
    p_of = {_row_key(row, {"p"}): row["p"] for row in pair.p.to_dicts()}
    for row in pair.own.to_dicts():
        key = _row_key(row, figures)
        other_row = other_rows.get(key)
        if other_row and row["chances"] and other_row["chances"]:
            counted = RatePair(row["done"], row["chances"], other_row["done"], other_row["chances"], p_of[key])
            yield PlayerRate(statistic, dict(key), counted)


def _row_key(row: RateKey, figure_columns: set[str]) -> tuple[tuple[str, Any], ...]:
    return tuple((name, value) for name, value in row.items() if name not in figure_columns)


def _choose_words_and_advice(claim: Claim[PlayerRate]) -> Iterator[tuple[PlayerRate, tuple[str, str]]]:
    """The words for the rates of a claim, with the advice; without one, what the report says."""
    rates = (*claim.equal, *claim.slices)
    words = [
        (rate, habit.often if rate.pair.h > 0 else habit.seldom)
        for rate in rates
        for habit in HABITS
        if (habit.statistic, habit.of) == (rate.statistic.name, rate.key)
    ]
    main_rate = claim.main_rate
    more = "more" if main_rate.pair.h > 0 else "less"
    plain = f"{fill_sentence(main_rate.statistic.sentence, main_rate.key)} {more} often than opponents"
    yield from words or [(main_rate, (plain, ""))]


def _build_word(rate: PlayerRate, wording: tuple[str, str], player_figures: Mapping[str, pl.DataFrame]) -> Word:
    is_this = [pl.col(name).eq_missing(pl.lit(value)) for name, value in rate.key.items()]
    row = player_figures[rate.statistic.name].filter(*is_this).row(0, named=True)
    raw = (row["rate"], row["low"], row["high"])
    estimate = raw if row["estimate"] is None else tuple(row[name] for name in ESTIMATE)
    counts = (rate.pair.made, rate.pair.n, *estimate, rate.pair.others_made / rate.pair.others_n)
    return Word(*wording, rate.statistic.name, rate.key, *counts)
