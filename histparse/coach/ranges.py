"""Coach, leaks: the chance to beat an opponent of the pool, by line.

The hands that opponents showed are only those that were not folded. So of the opponents with a line, those who folded
later count as beaten by any hand, and the hands shown have the share of those who stayed in: whether a hand beats
somebody who folds does not depend on the hand. Those whose last bet on the river was not called held better hands than
those who checked: they are taken to have held what others with that line showed after such a bet. Others who stayed in
unseen are taken to have held what all with that line showed.

For the river, what players of a database hold is told by the cards that both drew last.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from histparse.coach.observed import OpponentsByDecisionAndLine
from histparse.model.cards import RANKS, SUITS, Card
from histparse.model.errors import HistparseError
from histparse.model.ranking import WORST, describe
from histparse.odds.card_sets import HAND, Floats, Masks, cards_to_mask
from histparse.odds.final_hands import Held
from histparse.odds.low_draws import CLASSES
from histparse.odds.notation import non_flush_hands_with_ranks
from histparse.stats import Filters
from histparse.stats.run import run_analytics_query
from histparse.store import Database

CountsByLineAndOutcome = Floats
SharesByLineAndHand = Floats
RatesByLineAndClass = Floats
ChancesByDecisionAndClass = Floats
NumbersMasksWeights = tuple[Masks, Masks, Floats]
"""In counts and shares other places may come before the lines: draws, parts or halves of the database."""
_ALL_ALIKE = 4
"""A line weighs that many hands of all lines of the draw together, lest a rare line have an empty range."""


def estimate_hand_and_fold_shares(counts: CountsByLineAndOutcome) -> SharesByLineAndHand:
    """Estimate how often somebody with each line had each hand, the last place for all hands that were folded.

    `counts`: hands by lines and outcomes. Outcomes are all hands as shown, all as shown after the last bet or raise on
    the river, then folded, unseen, and unseen after that bet, as in `observed`.
    """
    bet_from, folded_at = counts.shape[-1] // 2 - 1, counts.shape[-1] - 3
    shares = normalise_last_axis(counts + _ALL_ALIKE * normalise_last_axis(counts.sum(-2, keepdims=True)))
    folded, bet = shares[..., folded_at, None], shares[..., bet_from:folded_at]
    shown = shares[..., :bet_from] + bet + normalise_last_axis(bet) * shares[..., -1:]
    return np.concatenate([normalise_last_axis(shown) * (1 - folded), folded], -1)


def normalise_last_axis(amounts: Floats) -> Floats:
    """Divide amounts by their sums over the last axis; those that are all 0 stay 0."""
    return np.asarray(amounts / np.maximum(amounts.sum(-1, keepdims=True), 1e-9))


def staying_rates(counts: CountsByLineAndOutcome) -> Floats:
    """Compute how often an opponent with each line does not fold; `counts` as in `beat_rates`."""
    return 1 - estimate_hand_and_fold_shares(counts)[..., -1].ravel()


def beat_rates(counts: CountsByLineAndOutcome) -> RatesByLineAndClass:
    """Compute how often a hand of each class beats an opponent, equal hands by half: an array of lines by classes.

    `counts`: hands by draws, lines of each draw, and outcomes.
    """
    held = estimate_hand_and_fold_shares(counts)
    shown, folded = held[..., :-1], held[..., -1:]
    worse = shown[..., ::-1].cumsum(-1)[..., ::-1] - shown / 2
    beaten = folded + worse
    return beaten.reshape(-1, CLASSES)


def chances_to_beat_all(
    opponents: Floats | OpponentsByDecisionAndLine, line_beat_rates: RatesByLineAndClass
) -> ChancesByDecisionAndClass:
    """Compute how often a hand of each class beats all opponents: an array of decisions by classes."""
    logs = np.log(np.maximum(line_beat_rates, 1e-9))
    return np.asarray(
        np.exp(np.einsum("dl,lc->dc", opponents, logs))
    )  # matrices so small are not worth the threads of `@`


def group_equal_opponents(opponents: OpponentsByDecisionAndLine) -> tuple[Floats, Masks]:
    """The opponents of decisions, each sort once, and which of these each decision has."""
    keys = np.ascontiguousarray(opponents).view(np.dtype((np.void, opponents.shape[1])))
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    return opponents[first].astype(np.float64), which.ravel()


# --- hands of the pool ------------------------------------------------------------------------------------------------

FOLDED = WORST + 1
"""The number of a hand that was folded: any other beats it."""
MOST = 2
"""Draws of two cards and more are one line."""
WORDS = ("stood pat", "drew one card", "drew two cards or more")


def pool_hands_and_folds(database: Database, cards_drawn: int, opponent_drawn: int, dead_cards: int = 0) -> list[Held]:
    """The hands of those who drew that many cards against somebody who drew `opponent_drawn`. Raises HistparseError.

    `dead_cards`: cards that they cannot hold, as a mask.
    """
    shares = estimate_hand_and_fold_shares(_count_outcomes_by_opponent_draw(database, min(cards_drawn, MOST)))[
        min(opponent_drawn, MOST)
    ]
    numbers = np.flatnonzero(shares[:FOLDED])
    if not len(numbers):
        raise HistparseError(f"no hand is shown of players who {WORDS[min(cards_drawn, MOST)]} with one opponent left")
    shown = [_split_share_among_suits(int(number), float(shares[number]), dead_cards) for number in numbers]
    number, cards, weight = (np.concatenate(parts) for parts in zip(*shown, strict=True))
    no_card = np.zeros(1, np.int64)
    folded = Held(np.array([FOLDED]), no_card, shares[FOLDED:], 0, 0, no_card, hidden=HAND)
    return [Held(number, cards, weight, HAND, 0, np.zeros_like(cards)), folded]


def _count_outcomes_by_opponent_draw(database: Database, cards_drawn: int) -> CountsByLineAndOutcome:
    """Hands by the cards the opponent drew, and by outcomes as in `estimate_hand_and_fold_shares`, a number a hand."""
    rows = run_analytics_query(database, "leaks/final_hands", None, Filters(), drawn=cards_drawn)
    seen, bet_last = pl.col("number"), pl.col("bet_last").cast(pl.Int64)
    shown = pl.when(seen.is_not_null()).then(seen + FOLDED * bet_last).otherwise(2 * FOLDED + 1 + bet_last)
    outcome = rows.select(pl.when("folded").then(2 * FOLDED).otherwise(shown).cast(pl.Int64)).to_series()
    counts = np.zeros((MOST + 1, 2 * FOLDED + 3))
    np.add.at(counts, (rows["opponent_drawn"].to_numpy(), outcome.to_numpy()), rows["hands"].to_numpy())
    return counts


def _split_share_among_suits(rank_number: int, share: float, dead_cards: int) -> NumbersMasksWeights:
    cards = _hands_with_number(rank_number)
    left = cards[cards & dead_cards == 0]
    return np.full(len(left), rank_number), left, np.full(len(left), share / len(cards))


def _hands_with_number(rank_number: int) -> Masks:
    hand = describe(rank_number)
    if "flush" in hand.category:
        return np.array([cards_to_mask(Card(rank + suit) for rank in hand.ranks) for suit in SUITS])
    return non_flush_hands_with_ranks("".join(sorted(hand.ranks, key=RANKS.index, reverse=True)))
