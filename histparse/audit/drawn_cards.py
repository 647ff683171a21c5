"""Audit, deal: the tests of the cards drawn, as far as players can know what is left.

What others hold depends on ranks and not on suits: given the rank of a card that comes, all its suits that the player
has not seen are equally likely, whoever holds which cards. So tests of suits need to know nothing of the others.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from histparse.audit.chi_square import (
    Allowed,
    Measured,
    TooFewError,
    format_chance_as_one_of,
    format_percent_rounded_up,
    require_sample,
    run_chi_square_test,
)
from histparse.audit.dealt import RANK_NAMES, SUIT_NAMES, Dealt, Drawn, count_by_rank
from histparse.model.cards import DECK, RANKS, SUITS
from histparse.odds.card_sets import Floats, Masks, split_by_suit
from histparse.system import late

LEAST = 100
UNIT = "draws before a reshuffle"

# --- ranks ----------------------------------------------------------------------------------------------------

RANKS_BUNCHING = 0.04
"""Players who stay hold low cards, those who have folded held high ones: low cards may be rarer by this part."""
UNEVEN = 0.01
"""By this part each rank may be off besides: not all low cards are kept as often. Both: see docs/audit.md."""
RANK_RARER = 0.1


def measure_drawn_ranks(dealt: Dealt) -> Measured:
    """Each rank's number among the cards drawn, beside its share of the cards that the player had not seen."""
    draws = dealt.count_draws(reshuffled=False)
    require_sample(draws, LEAST, UNIT)
    ranks = len(RANKS)
    observed, expected, covariance = np.zeros(ranks), np.zeros(ranks), np.zeros((ranks, ranks))
    for drawn in dealt.draws_in_batches(reshuffled=False):
        left = len(DECK) // ranks - count_by_rank(drawn.known)
        received = np.bitwise_count(drawn.received)
        deck = left.sum(0)
        share = left / deck
        weight = received * (deck - received) / (deck - 1)
        observed += count_by_rank(drawn.received).sum(1)
        expected += share @ received
        covariance += np.diag(share @ weight) - (share * weight) @ share.T
    return run_chi_square_test(
        observed,
        expected,
        covariance,
        RANK_NAMES,
        sample=draws,
        unit=UNIT,
        fault=lambda size: f"deuces {format_percent_rounded_up(size)} rarer",
        effect_size=RANK_RARER,
        shift=_shift_if_first_is_rarer(expected, RANK_RARER),
        allowed=_allow_uneven_and_fewer_low_ranks(expected),
    )


def _shift_if_first_is_rarer(expected: Floats, rarer_share: float) -> Floats:
    """By how much counts are off if the first kind is rarer by that part, and the others come in its place."""
    shift = np.asarray(expected * rarer_share * expected[0] / expected[1:].sum())
    shift[0] = -rarer_share * expected[0]
    return shift


def _allow_uneven_and_fewer_low_ranks(expected: Floats) -> Allowed:
    """Allow for the cards of others: they move each count a little, and deuces to eights towards higher cards."""
    low = np.arange(len(RANKS)) <= RANKS.index("8")
    tilt = np.where(low, -expected, expected * expected[low].sum() / expected[~low].sum())
    least, most = np.full(len(RANKS) + 1, -UNEVEN), np.full(len(RANKS) + 1, UNEVEN)
    least[-1], most[-1] = 0, RANKS_BUNCHING
    return Allowed(np.column_stack([np.diag(expected), tilt]), least, most)


# --- suits ----------------------------------------------------------------------------------------------------

_CODES = 1 << len(SUITS)
SUIT_RARER = 0.05
THROWN = range(RANKS.index("J"), len(RANKS))
"""Ranks of which nobody keeps one and throws another: which of a pair of sevens is thrown may well depend on the suit.

Where the player threw one, too, nothing is said: whether own discards come back is a rule of the house.
"""


def measure_drawn_suits(dealt: Dealt) -> Measured:
    """The draws before any reshuffle: each suit as often as cards of that rank are left in it."""
    unit = "cards drawn before a reshuffle"
    return _measure_suits_left(dealt.draws_in_batches(reshuffled=False), unit=unit, of_discards=False)


def measure_reshuffled(dealt: Dealt) -> Measured:
    """The draws after a reshuffle: jacks to aces, as far as the player threw none of that rank."""
    unit = "cards from jack to ace drawn after a reshuffle"
    return _measure_suits_left(dealt.draws_in_batches(reshuffled=True), unit=unit, of_discards=True)


def _measure_suits_left(draws: Iterable[Drawn], *, unit: str, of_discards: bool) -> Measured:
    """The test over these draws. `of_discards`: from a deck of discards only `THROWN` ranks can tell."""
    tally = sum((_tally_suits(drawn, of_discards=of_discards) for drawn in draws), np.zeros((_CODES, _CODES)))
    observed, expected, covariance = np.zeros(len(SUITS)), np.zeros(len(SUITS)), np.zeros((len(SUITS), len(SUITS)))
    for code_left, code_came in zip(*tally.nonzero(), strict=True):
        left, received, times = _suit_flags(int(code_left)), _suit_flags(int(code_came)), tally[code_left, code_came]
        deck, number = left.sum(), received.sum()
        share = left / deck
        observed += times * received
        expected += times * number * share
        if deck > 1:
            covariance += times * number * (deck - number) / (deck - 1) * (np.diag(share) - np.outer(share, share))
    cards = int(observed.sum())
    require_sample(cards, LEAST, unit)
    shift = _shift_if_first_is_rarer(expected, SUIT_RARER)
    return run_chi_square_test(
        observed,
        expected,
        covariance,
        SUIT_NAMES,
        sample=cards,
        unit=unit,
        fault=lambda size: f"clubs {format_percent_rounded_up(size)} rarer",
        effect_size=SUIT_RARER,
        shift=shift,
    )


def _tally_suits(drawn: Drawn, *, of_discards: bool) -> Floats:
    """Count which suits of a rank were left, and which of them came: an array of sets of suits by sets of suits."""
    seen_suits, came_suits, thrown_suits = (
        split_by_suit(cards) for cards in (drawn.known, drawn.received, drawn.thrown)
    )
    times = np.zeros(_CODES * _CODES)
    for rank in THROWN if of_discards else range(len(RANKS)):
        known, received, thrown = (
            _suits_holding_rank_as_bits(cards, rank) for cards in (seen_suits, came_suits, thrown_suits)
        )
        tells = (received > 0) & (received & known == 0) & ((thrown == 0) | (not of_discards))
        times += np.bincount(((_CODES - 1 - known) * _CODES + received)[tells], minlength=len(times))
    return times.reshape(_CODES, _CODES)


def _suits_holding_rank_as_bits(suits: Masks, rank: int) -> Masks:
    return np.asarray(((suits >> rank & 1) << np.arange(len(SUITS))[:, None]).sum(0))


def _suit_flags(suit_code: int) -> Floats:
    return np.array([suit_code >> suit & 1 for suit in range(len(SUITS))], np.float64)


# --- hands made, and cards that cannot come -------------------------------------------------------------------

_IMPROVEMENTS = """
    SELECT draw, count(*) AS n, count_if(number <= 52) AS made, sum(p_nine::DECIMAL(18, 15))::DOUBLE AS expected,
        sum((p_nine * (1 - p_nine))::DECIMAL(18, 15))::DOUBLE AS variance
    FROM audited_draws
    WHERE NOT reshuffled AND p_nine IS NOT NULL AND number IS NOT NULL
    GROUP BY draw
    HAVING expected >= 10
    ORDER BY draw
"""
"""Sums of decimals do not depend on their order."""
NINES_BUNCHING = 0.03
"""Others hold low cards: the true chance may be smaller by this part. See Draw luck in docs/statistics.md."""
MORE_NINES = 0.1


def measure_nines_made(dealt: Dealt) -> Measured:
    """Each draw's hits beside the sum of their chances, which are exact but for what others hold."""
    rows = dealt.query_rows(_IMPROVEMENTS)
    if rows.is_empty():
        raise TooFewError("needs draws that should make ten nines or better")
    expected = rows["expected"].to_numpy()
    return run_chi_square_test(
        rows["made"].to_numpy(),
        expected,
        np.diag(rows["variance"].to_numpy()),
        [f"nines or better in draw {draw}" for draw in rows["draw"]],
        sample=int(rows["n"].sum()),
        unit=UNIT,
        fault=lambda size: f"nines or better {format_percent_rounded_up(size)} more frequent",
        effect_size=MORE_NINES,
        shift=MORE_NINES * expected,
        allowed=Allowed(np.diag(expected), np.full(len(expected), -NINES_BUNCHING), np.zeros(len(expected))),
    )


RETURNED = 0.001


def measure_impossible_draws(dealt: Dealt) -> Measured:
    """The draws that brought a card which was not in the deck: a single one proves that something is wrong."""
    draws = sum(dealt.count_draws(reshuffled=reshuffled) for reshuffled in (False, True))
    require_sample(draws, 1, "draws")
    before_reshuffle = sum(
        np.count_nonzero(drawn.received & drawn.known) for drawn in dealt.draws_in_batches(reshuffled=False)
    )
    after_reshuffle = sum(
        np.count_nonzero(drawn.received & drawn.held) for drawn in dealt.draws_in_batches(reshuffled=True)
    )
    observed = int(before_reshuffle + after_reshuffle)
    low, high = late.stats.binomtest(observed, draws).proportion_ci(0.95, "exact")
    return Measured(
        sample=draws,
        unit="draws",
        counted="draws of a card that could not come",
        expected=0.0,
        observed=observed,
        p=float(not observed),
        effect=observed / draws,
        low=float(low),
        high=float(high),
        fault=lambda size: f"an own discard back in {format_chance_as_one_of(size)} draws",
        size=RETURNED,
        power=lambda sample, _level, size: float(-np.expm1(sample * np.log1p(-size))) if size < 1 else 1.0,
    )
