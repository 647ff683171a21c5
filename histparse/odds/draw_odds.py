"""Draw odds: the exact chance that unseen cards complete a low from the cards a player keeps, or a better hand.

A seven low or better is five different ranks up to seven, neither a straight nor a flush; likewise for other tops. The
ways to make it are counted in closed form, for many draws at once: all ways to draw different ranks in any suits, minus
straights, minus the same count within one suit if all cards kept are of that suit: those are flushes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from histparse.model.cards import DECK, RANKS, SUITS, Cards
from histparse.model.ranking import number, number_by_ranks
from histparse.odds.card_sets import SUIT_BITS, Masks, split_by_suit

FlagsByRankSuitDraw = NDArray[np.bool_]
FlagsByRankAndDraw = NDArray[np.bool_]
CountsByRankAndDraw = NDArray[np.integer | np.bool_]
CountsByDraw = NDArray[np.int64]
ChancesByTopAndDraw = NDArray[np.float64]

TOPS = "789"
"""The highest ranks of the lows that players draw to."""

_HAND = 5
_WAYS = np.array([[comb(cards, drawn) for drawn in range(_HAND + 1)] for cards in range(len(DECK) + 1)])
"""The number of ways to draw k of n cards."""


def low_chances(keeps: Masks, known: Masks, tops: str = TOPS) -> ChancesByTopAndDraw:
    """The chance of a low with each top or better, from 0 to 1: an array of tops by draws.

    `keeps`: the cards each player keeps; they draw up to five. `known`: all cards they cannot draw, that is, those
    kept, discarded now or discarded before. `tops` go from low to high.
    """
    drawn = _HAND - np.bitwise_count(keeps).astype(np.int64)
    lows = np.array([*_count_low_draws(_card_flags(keeps), _card_flags(known), drawn, tops)])
    return np.asarray(lows / _WAYS[len(DECK) - np.bitwise_count(known), drawn], np.float64)


def _card_flags(masks: Masks) -> FlagsByRankSuitDraw:
    """Which cards each draw's set contains: an array of ranks by suits by draws, deuces first."""
    return np.asarray(split_by_suit(masks) >> np.arange(SUIT_BITS)[:, None, None] & 1, np.bool_)


def _count_low_draws(
    keeps: FlagsByRankSuitDraw, known: FlagsByRankSuitDraw, drawn: CountsByDraw, tops: str
) -> Iterator[CountsByDraw]:
    """The number of ways each draw makes a low with each top or better."""
    held_ranks = np.asarray(keeps.any(1), np.bool_)
    can_come = ~known & ~held_ranks[:, None]
    any_suit = _count_unpaired_draws(can_come.sum(1), held_ranks, drawn, tops)
    suits, may_flush = np.nonzero(keeps.sum(0) == _HAND - drawn)
    one_suit = _count_unpaired_draws(can_come[:, suits, may_flush], held_ranks[:, may_flush], drawn[may_flush], tops)
    paired = held_ranks.sum(0) < _HAND - drawn
    for top, ways, in_suit in zip(tops, any_suit, one_suit, strict=True):
        too_high = held_ranks[RANKS.index(top) + 1 :].any(0)
        np.subtract.at(ways, may_flush, in_suit)
        yield np.where(paired | too_high, 0, ways)


def _count_unpaired_draws(
    cards_per_rank: CountsByRankAndDraw, held_ranks: FlagsByRankAndDraw, drawn: CountsByDraw, tops: str
) -> Iterator[CountsByDraw]:
    """The number of ways to draw different ranks up to each top without making a straight.

    `cards_per_rank`: how many cards of each rank can be drawn, 0 for ranks the player has. Both by ranks and draws.
    """
    ways = np.zeros((_HAND + 1, len(drawn)), np.int64)
    """Indexed by the number of ranks drawn: the elementary symmetric polynomials of `cards_per_rank`."""
    ways[0] = 1
    straights = np.zeros_like(drawn)
    for rank in range(RANKS.index(tops[-1]) + 1):
        ways[1:] += ways[:-1] * cards_per_rank[rank]
        if rank >= _HAND - 1:
            straights += _count_ways_to_complete_straight(
                cards_per_rank[rank - _HAND + 1 : rank + 1], held_ranks[rank - _HAND + 1 : rank + 1], drawn
            )
        if RANKS[rank] in tops:
            yield np.take_along_axis(ways, drawn[None], axis=0)[0] - straights


def _count_ways_to_complete_straight(
    cards_per_rank: CountsByRankAndDraw, held_ranks: FlagsByRankAndDraw, drawn: CountsByDraw
) -> CountsByDraw:
    """The number of ways to complete these five consecutive ranks: 0 if a player keeps another rank."""
    return np.where(held_ranks.sum(0) == _HAND - drawn, np.where(held_ranks, 1, cards_per_rank).prod(0), 0)


# --- a better hand than the one held ----------------------------------------------------------------------------------


def chance_to_improve(hand: Cards, cards_thrown: Cards, earlier_discards: Iterable[str] = ()) -> float:
    """The chance, from 0 to 1, that throwing these of five cards makes a hand of a lower number.

    The cards to come are all those the player has not seen: not held now, nor in `earlier_discards`.
    """
    keep = tuple(card for card in hand if card not in cards_thrown)
    unseen = [card for card in DECK if card not in hand and card not in set(earlier_discards)]
    hand_number, better_ways = number(hand), 0
    for ranks, ways in _count_hand_ranks(keep, unseen):
        better_ways += ways * (number_by_ranks(ranks, is_flush=False) < hand_number)
    for ranks in _flush_ranks(keep, unseen):
        better_ways += (number_by_ranks(ranks, is_flush=True) < hand_number) - (
            number_by_ranks(ranks, is_flush=False) < hand_number
        )
    return better_ways / comb(len(unseen), len(cards_thrown))


def best_one_card_chance(hand: Cards, earlier_discards: Iterable[str] = ()) -> float:
    """The chance of a better hand with the single discard that makes it largest: what standing pat forgoes."""
    earlier_discards = tuple(earlier_discards)
    return max(chance_to_improve(hand, (card,), earlier_discards) for card in hand)


def _count_hand_ranks(keep: Cards, unseen: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The ranks of each hand that can come, and the number of ways in which they do, whatever the suits."""
    left = Counter(card[0] for card in unseen)
    kept_ranks = "".join(card[0] for card in keep)
    for ranks in combinations_with_replacement(RANKS, _HAND - len(keep)):
        ways = prod(comb(left[rank], often) for rank, often in Counter(ranks).items())
        if ways:
            yield kept_ranks + "".join(ranks), ways


def _flush_ranks(keep: Cards, unseen: Sequence[str]) -> Iterator[str]:
    """The ranks of each hand of one suit that can come; each comes in one way."""
    kept_ranks = "".join(card[0] for card in keep)
    for suit in {card[1] for card in keep} or set(SUITS):
        if all(card[1] == suit for card in keep):
            left = "".join(card[0] for card in unseen if card[1] == suit)
            yield from (kept_ranks + "".join(ranks) for ranks in combinations(left, _HAND - len(keep)))
