"""Audit, deal: how likely each hand of five cards is to be dealt, exactly, and the tests of what was dealt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, prod

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from histparse.audit.chi_square import (
    LEVEL,
    Measured,
    TooFewError,
    chi_square_power,
    format_chance_as_one_of,
    format_percent_rounded_up,
    require_sample,
    run_chi_square_test,
)
from histparse.audit.dealt import Dealt
from histparse.model.cards import CARDS_IN_HAND, DECK, SUITS
from histparse.model.ranking import WORST, describe
from histparse.odds.card_sets import Floats
from histparse.system import late

DEALS = comb(len(DECK), 5)
FirstAndLastPlaces = tuple[list[int], list[int]]
LEAST = 100
"""Hands that each test needs."""
UNIT = "hands dealt"
_IN_SUIT = frozenset({"flush", "straight flush"})
_RANK_TWICE = frozenset({"pair", "two pair", "trips", "full house", "quads"})


@cache
def deals_by_number() -> Floats:
    """In how many of the 2,598,960 deals each hand comes, by its number; that of number 0 is 0."""
    return np.array([0, *map(_count_deals, range(1, WORST + 1))], np.float64)


@cache
def hand_classes_by_number() -> tuple[list[str], NDArray[np.int64]]:
    """The classes of hands from best to worst, and the place of each number among them."""
    named = [describe(number).category for number in range(1, WORST + 1)]
    names = list(dict.fromkeys(named))
    return names, np.array([0, *map(names.index, named)])


def _count_deals(number: int) -> int:
    hand = describe(number)
    if hand.category in _IN_SUIT:
        return len(SUITS)
    of_any_suit = prod(comb(len(SUITS), hand.ranks.count(rank)) for rank in set(hand.ranks))
    return of_any_suit - len(SUITS) * (len(set(hand.ranks)) == 5)


# --- each card as often as any other --------------------------------------------------------------------------

RARER = 0.05


def measure_equal_frequency(observed: ArrayLike, hands: int, names: Sequence[str]) -> Measured:
    """Whether kinds of cards that are equally frequent in the deck are dealt equally often.

    Five cards of one deck vary less than five of five decks.
    """
    require_sample(hands, LEAST, UNIT)
    kinds, cards = len(names), hands * CARDS_IN_HAND
    share = np.full(kinds, 1 / kinds)
    without_return = (len(DECK) - CARDS_IN_HAND) / (len(DECK) - 1)
    rarer = np.full(kinds, RARER / (kinds - 1))
    rarer[0] = -RARER
    return run_chi_square_test(
        observed,
        cards * share,
        cards * without_return * (np.diag(share) - np.outer(share, share)),
        names,
        sample=hands,
        unit=UNIT,
        fault=lambda size: f"{names[0]} {format_percent_rounded_up(size)} rarer",
        effect_size=RARER,
        shift=cards * share * rarer,
    )


# --- classes of hands -----------------------------------------------------------------------------------------

FEWEST = 5
"""Neighbouring classes are put together until so many of each are expected."""
BETTER = 0.2
LOWS = 2
"""Seven and eight lows: what a player wants to be dealt."""


def measure_made_hands(dealt: Dealt) -> Measured:
    """The classes from seven low to straight flush; rare ones are put together with their neighbours."""
    require_sample(dealt.hand_count, LEAST, UNIT)
    names, place = hand_classes_by_number()
    exact = np.bincount(place, deals_by_number(), len(names)) / DEALS
    observed = np.bincount(
        place[dealt.times_dealt_by_hand["number"].to_numpy()], dealt.times_dealt_by_hand["n"].to_numpy(), len(names)
    )
    better = exact * -BETTER * exact[:LOWS].sum() / (1 - exact[:LOWS].sum())
    better[:LOWS] = BETTER * exact[:LOWS]
    first, last = _group_rare_classes(exact * dealt.hand_count)
    share = np.add.reduceat(exact, first)
    return run_chi_square_test(
        np.add.reduceat(observed, first),
        dealt.hand_count * share,
        dealt.hand_count * (np.diag(share) - np.outer(share, share)),
        [names[a] if a == b else f"{names[a]} to {names[b]}" for a, b in zip(first, last, strict=True)],
        sample=dealt.hand_count,
        unit=UNIT,
        fault=lambda size: f"seven and eight lows {format_percent_rounded_up(size)} more frequent",
        effect_size=BETTER,
        shift=dealt.hand_count * np.add.reduceat(better, first),
    )


def _group_rare_classes(expected: Floats) -> FirstAndLastPlaces:
    """The first and the last of the classes that are put together, by how many of each are expected."""
    first, hands = [0], 0.0
    for place, expected_hands in enumerate(expected.tolist()):
        if hands >= FEWEST:
            first.append(place)
            hands = 0.0
        hands += expected_hands
    if hands < FEWEST:
        first.pop()
    return first, [*(place - 1 for place in first[1:]), len(expected) - 1]


MORE_PAIRS = 0.05


def measure_hands_with_pair(dealt: Dealt) -> Measured:
    """The exact binomial test of how many hands hold a pair or more of a rank."""
    require_sample(dealt.hand_count, LEAST, UNIT)
    names, place = hand_classes_by_number()
    has_pair = [name in _RANK_TWICE for name in names]
    share = sum(deals_by_number()[number] for number in range(1, len(place)) if has_pair[place[number]]) / DEALS
    observed = sum(n for number, n in dealt.times_dealt_by_hand.iter_rows() if has_pair[place[number]])
    test = late.stats.binomtest(observed, dealt.hand_count, share)
    low, high = test.proportion_ci(0.95, "exact")
    return Measured(
        sample=dealt.hand_count,
        unit=UNIT,
        counted="hands with two cards of a rank",
        expected=share * dealt.hand_count,
        observed=observed,
        p=float(test.pvalue),
        effect=observed / dealt.hand_count / share - 1,
        low=float(low / share - 1),
        high=float(high / share - 1),
        fault=lambda size: f"pairs {format_percent_rounded_up(size)} more frequent",
        size=MORE_PAIRS,
        power=chi_square_power(1, lambda size: (size * share) ** 2 / (share * (1 - share))),
    )


# --- the same hand again --------------------------------------------------------------------------------------

_EQUAL_DEALS = """
    SELECT coalesce(sum(n * (n - 1) // 2), 0)::BIGINT AS pairs
    FROM (SELECT count(*) AS n FROM audited_deals GROUP BY dealt HAVING n > 1)
"""
REPEATED = 0.005


def measure_repeats(dealt: Dealt) -> Measured:
    """Pairs of hands with the same five cards, wherever they are: any two are equal with the same chance."""
    hands = dealt.hand_count
    require_sample(hands, LEAST, UNIT)
    expected, observed = _expected_equal_pairs(hands), int(dealt.query_rows(_EQUAL_DEALS)["pairs"].item())
    tails = ((LEVEL / 2, observed), (1 - LEVEL / 2, observed + 1))
    low, high = (late.stats.chi2.ppf(tail, 2 * pairs) / 2 for tail, pairs in tails)
    return Measured(
        sample=hands,
        unit=UNIT,
        counted="pairs of hands with the same five cards",
        expected=expected,
        observed=observed,
        p=float(late.stats.poisson.sf(observed - 1, expected)),
        effect=observed / expected - 1,
        low=(low if observed else 0) / expected - 1,
        high=high / expected - 1,
        fault=lambda size: f"{format_chance_as_one_of(size)} hands an earlier one again",
        size=REPEATED,
        power=lambda sample, level, size: float(
            late.stats.poisson.sf(
                late.stats.poisson.isf(level, _expected_equal_pairs(sample)),
                _expected_equal_pairs(sample) + size * sample,
            )
        ),
    )


def _expected_equal_pairs(hands: float) -> float:
    return hands * (hands - 1) / 2 / DEALS


# --- whether all players, seats and hours are dealt alike, and each hand anew ----------------------------------------

_LOW_CARDS = """
    SELECT {label} AS label, count(*) AS n, sum(low)::BIGINT AS low
    FROM audited_deals WHERE {label} IS NOT NULL GROUP BY label ORDER BY label
"""
LEAST_OF_EACH = 50
"""Smaller ones are put together."""
MORE_LOW = 0.05
REST = "all others"


def measure_low_cards_by_label(dealt: Dealt, label_sql: str, *, kind: str, label_format: str = "{}") -> Measured:
    """Whether low cards are dealt equally often, by that expression; `label_format` is what its values are called."""
    rows = _merge_small_samples(dealt.query_rows(_LOW_CARDS.format(label=label_sql)))
    if len(rows) < 2:
        raise TooFewError(f"needs two {kind}s with {LEAST_OF_EACH} {UNIT} each")
    hands, low = rows["n"].to_numpy().astype(np.float64), rows["low"].to_numpy()
    mean, variance = low_rank_mean_and_variance()
    share = hands / hands.sum()
    most = hands == hands.max()
    largest = label_format.format(rows["label"][int(np.argmax(most))])
    more = MORE_LOW * mean * np.where(np.arange(len(hands)) == np.argmax(most), hands, 0)
    return run_chi_square_test(
        low,
        low.sum() * share,
        variance * (np.diag(hands) - np.outer(hands, share)),
        [name if name == REST else label_format.format(name) for name in rows["label"]],
        sample=int(hands.sum()),
        unit=UNIT,
        fault=lambda size: f"low cards {format_percent_rounded_up(size)} more frequent for one {kind} ({largest})",
        effect_size=MORE_LOW,
        shift=more - more.sum() * share,
    )


def _merge_small_samples(rows: pl.DataFrame) -> pl.DataFrame:
    rows = rows.with_columns(pl.col("label").cast(pl.String), pl.col("n", "low").cast(pl.Int64))
    small = rows.filter(pl.col("n") < LEAST_OF_EACH)
    rest = small.select(pl.lit(REST).alias("label"), pl.col("n", "low").sum())
    return pl.concat([rows.filter(pl.col("n") >= LEAST_OF_EACH), rest.filter(pl.col("n") >= LEAST_OF_EACH)])


@cache
def low_rank_mean_and_variance() -> tuple[float, float]:
    """The exact mean and variance of how many ranks from deuce to seven are among five cards."""
    low = np.array([0, *(len(set(describe(number).ranks) & set("234567")) for number in range(1, WORST + 1))])
    mean = float(deals_by_number() @ low) / DEALS
    return mean, float(deals_by_number() @ (low - mean) ** 2) / DEALS


# --- cards of the hand before ---------------------------------------------------------------------------------

_CARDS_AGAIN = """
    SELECT
        count(*) AS n,
        coalesce(sum(len(list_intersect(string_split(dealt, ' '), string_split(earlier, ' ')))), 0)::BIGINT AS again
    FROM (
        SELECT dealt, lag({column}) OVER (
            PARTITION BY site, table_name, player, seat ORDER BY played_at, length(hand_id), hand_id
        ) AS earlier
        FROM audited_deals
    )
    WHERE length(earlier) = 14
"""
"""Fourteen letters are five cards."""
LEAST_PAIRS = 100
MORE_AGAIN = 0.1


def measure_cards_dealt_again(dealt: Dealt, earlier_cards_column: str) -> Measured:
    """Count the cards of the hand before that are among the next five: each pair of hands is independent."""
    pairs, again = dealt.query_rows(_CARDS_AGAIN.format(column=earlier_cards_column)).row(0)
    unit = "pairs of neighbouring hands"
    require_sample(pairs, LEAST_PAIRS, unit)
    chance = late.stats.hypergeom(len(DECK), CARDS_IN_HAND, CARDS_IN_HAND)
    mean = pairs * float(chance.mean())
    return run_chi_square_test(
        [again],
        [mean],
        [[pairs * float(chance.var())]],
        ["cards of the hand before"],
        sample=pairs,
        unit=unit,
        fault=lambda size: f"cards of the hand before {format_percent_rounded_up(size)} more frequent",
        effect_size=MORE_AGAIN,
        shift=[MORE_AGAIN * mean],
    )
