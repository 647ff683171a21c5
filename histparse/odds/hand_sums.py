"""Odds: what every keep of every hand is worth with draws to come, and so the best draw; and the mean of any number.

Hands are counted, not dealt. Let a number be known for every hand, its worth after the draw, and let S(X) be the sum of
it over all hands that contain the cards X. Those who keep K of a hand and throw D get every hand that contains K and
none of D once, and so, by inclusion and exclusion, the sum of S(K with T) over all subsets T of D, with the sign of the
size of T. A hand has only 32 subsets, and S is a sum over one more card of S.

The five cards in hand are known to the player; those thrown in an earlier draw are taken to be in the deck again. Means
are over all cards that a draw may bring, where low ones may be rarer: their sums are kept apart by how many low cards a
hand has, so that each number of low cards can be as likely as is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from msgspec import Struct

from histparse.model.cards import DECK
from histparse.odds.card_sets import (
    EVERY_CARD,
    HAND,
    CardSets,
    Deck,
    Floats,
    Ids,
    Masks,
    SetIndex,
    deck_without,
    hand_rank_numbers,
    split_into_cards,
    subsets,
)

CHOOSE = np.array(
    [[comb(cards, drawn) for drawn in range(len(DECK) + 1)] for cards in range(len(DECK) + 1)], np.float64
)
"""The number of ways to draw k of n cards."""
_BLOCK = 1 << 13
"""Hands that are looked at together: their sums stay in the processor's caches."""
_EQUAL = 1e-12
"""Worths as near as that are equal: they were added up in another order."""


WorthsByKeepAndHand = Floats
"""Keeps in the order of `subsets`."""
SumsByUsefulAndSet = Floats
"""Sums over hands of 0-5 useful cards (rows) that contain each set (columns)."""


class BestKeeps(Struct, frozen=True):
    """The best draw of many hands."""

    keeps: Masks
    """The useful cards to keep; of equally good keeps the largest."""
    worths: Floats
    """What is then expected."""


class BestDraws:
    """The best draws from a deck, as counted by `count_best_draws`."""

    def __init__(self, index: SetIndex, sums: Sequence[SumsByUsefulAndSet]) -> None:
        self.index = index
        self.sums = sums
        """With 0, 1 and 2 draws to come: sums of worths over all hands of 0-5 useful cards (rows) that contain each
        set (columns)."""

    def keep_worths(self, hands: Masks, useful_count: int, draws_left: int) -> WorthsByKeepAndHand:
        """Compute the mean worth of each keep with 1-3 draws to come: an array of keeps by hands.

        `hands`: the useful cards of each, all of that `useful_count`; keeps in the order of `subsets`.
        """
        return self.keep_worths_by_ids(self.index.subset_ids(hands, useful_count), draws_left)

    def keep_worths_by_ids(self, subset_ids: Ids, draws_left: int) -> WorthsByKeepAndHand:
        """Compute the worth of each keep of hands with these subsets."""
        return _keep_worths(self.index.deck, self.sums[draws_left - 1], subset_ids)

    def best_keeps(self, hands: Masks, useful_count: int, draws_left: int, most_kept: int = HAND) -> BestKeeps:
        """The best draw of each of these hands, which all have that many useful cards; `most_kept` may be kept."""
        worths = self.keep_worths(hands, useful_count, draws_left)
        worths[[keep.bit_count() > most_kept for keep in range(1 << useful_count)]] = -np.inf
        keeps = np.take_along_axis(subsets(hands, useful_count), best_keep_places(worths)[None], 0)[0]
        return BestKeeps(keeps, worths.max(0))


class Counted(Struct, frozen=True):
    """Best draws, and those of every hand of the deck."""

    draws: BestDraws
    keeps: list[Masks]
    """With 1-3 draws to come, the place of the best keep among the subsets of each set of five useful cards."""


def count_best_draws(sets: CardSets, worth_by_number: Floats, max_draws: int = 3) -> Counted:
    """The best draws when a hand with each rank number is worth `worth_by_number[number]` at the end.

    If the deck has bricks, `worth_by_number` has to be 0 for all hands that contain one.
    """
    hand_worths = np.zeros(sets.index.first[-1])
    hand_worths[sets.index.first[HAND] :] = worth_by_number[hand_rank_numbers(sets.index.keys[HAND])]
    sums, keeps = [], []
    for _ in range(max_draws):
        sums.append(_sums_by_useful_count(sets, hand_worths))
        worths_by_size = [_keep_worths(sets.index.deck, sums[-1], ids) for ids in sets.subset_ids]
        keeps.append(best_keep_places(worths_by_size[HAND]))
        hand_worths = np.concatenate([worths.max(0) for worths in worths_by_size])
    return Counted(BestDraws(sets.index, sums), keeps)


def _keep_worths(deck: Deck, sums: SumsByUsefulAndSet, subset_ids: Ids | Masks) -> WorthsByKeepAndHand:
    """The worth of each keep of hands with these subsets."""
    size = len(subset_ids).bit_length() - 1
    bricks = deck.bricks - (HAND - size)
    if bricks < 0:  # there are no such hands
        return np.zeros(subset_ids.shape)
    often = CHOOSE[bricks, HAND::-1]
    if subset_ids.size < sums.shape[1]:  # few hands: only their sums
        of_sets, subset_ids = often @ sums[:, subset_ids.ravel()], np.arange(subset_ids.size).reshape(subset_ids.shape)
    else:
        of_sets = often @ sums
    ways = CHOOSE[deck.size - HAND, HAND - np.bitwise_count(np.arange(1 << size))]
    worths = np.empty(subset_ids.shape)
    for start in range(0, subset_ids.shape[1], _BLOCK):
        worths[:, start : start + _BLOCK] = (
            exclude_thrown_cards_in_place(of_sets[subset_ids[:, start : start + _BLOCK]]) / ways[:, None]
        )
    return worths


def exclude_thrown_cards_in_place(sums: WorthsByKeepAndHand) -> WorthsByKeepAndHand:
    """For each subset of a hand, the sum over the hands that contain it and none of the other cards."""
    for place in range(len(sums).bit_length() - 1):
        pairs = sums.reshape(len(sums) >> place + 1, 2, 1 << place, sums.shape[1])
        pairs[:, 0] -= pairs[:, 1]
    return sums


def best_keep_places(worths: WorthsByKeepAndHand) -> Masks:
    """The keeps with the largest worths: of equal ones that of most cards."""
    order = sorted(range(len(worths)), key=int.bit_count)
    largest = worths.max(0) - _EQUAL
    chosen = np.zeros(worths.shape[1], np.int64)
    for keep in order:
        np.copyto(chosen, keep, where=worths[keep] >= largest)
    return chosen


def _sums_by_useful_count(sets: CardSets, hand_worths: Floats) -> SumsByUsefulAndSet:
    """The sums over hands of 0-5 useful cards (rows) that contain each set (columns)."""
    first, sums = sets.index.first, np.zeros((HAND + 1, len(hand_worths)))
    for useful in range(HAND + 1):
        span = slice(first[useful], first[useful + 1])
        sums[useful, span] = hand_worths[span]
        for size in range(useful - 1, -1, -1):
            larger = np.append(sums[useful], 0)[sets.one_more[size]]  # -1 is the 0 at the end
            sums[useful, first[size] : first[size + 1]] = larger.sum(1) / (useful - size)
    return sums


# --- the mean over what a draw may bring ------------------------------------------------------------------------------

ChancesByDrawAndLow = Floats
"""The chance of each number of low cards, 0-5, in each draw."""
SumsByDrawAndNumber = Floats
"""Sums or means of several numbers that each hand has, for each draw."""
LOW = deck_without(highest_useful="8").useful
"""Deuces to eights: the cards that players of this game keep."""
LOW_CARDS = LOW.bit_count()
MOST_TAKEN = 4 * HAND
"""Cards that a player is dealt and draws in all, at most."""


def low_count_chances_from_stubs(stub: Masks, cards_drawn: Masks) -> ChancesByDrawAndLow:
    """The chance of each number of low cards among cards drawn from these: an array of draws by low cards, 0-5."""
    low, high = np.bitwise_count(stub & LOW)[:, None], np.bitwise_count(stub & ~LOW)[:, None]
    return low_count_chances(low, high, cards_drawn[:, None])


def low_count_chances(
    low_cards: Masks | int, high_cards: Masks | int, cards_drawn: Masks | int, *, most_low: int = HAND
) -> Floats:
    """The chance of each number of low cards, 0 to `most_low`, in an array's last place, among cards drawn of so many.

    `low_cards`, `high_cards`, `cards_drawn`: numbers of cards, arrays whose last place is free for that.
    """
    number = np.arange(most_low + 1)
    ways_to_draw = np.where(
        number <= cards_drawn, CHOOSE[low_cards, number] * CHOOSE[high_cards, np.maximum(cards_drawn - number, 0)], 0
    )
    return np.asarray(ways_to_draw / CHOOSE[low_cards + high_cards, cards_drawn])


@cache
def low_count_distribution(card_count: int) -> Floats:
    """The chance of each number of low cards, 0 to MOST_TAKEN, among cards of the deck."""
    return low_count_chances(LOW_CARDS, len(DECK) - LOW_CARDS, card_count, most_low=MOST_TAKEN)


@cache
def low_count_chances_from_deck(cards_removed: int, lows_removed: int, cards_drawn: int) -> Floats:
    """The chance of 0, 1, ... low cards among `cards_drawn`, when `lows_removed` of `cards_removed` were low."""
    lows = LOW_CARDS - lows_removed
    return low_count_chances(lows, len(DECK) - cards_removed - lows, cards_drawn)[: cards_drawn + 1]


_SETS_TOGETHER = 1 << 14
"""Sets of cards that are looked up together."""


class DrawMeans:
    """Numbers of every hand of five cards, and their means over draws."""

    def __init__(self, index: SetIndex, numbers: Floats, sums: Floats) -> None:
        """`numbers`: an array of the sets of five cards by numbers; `sums`: those of `sum_by_low_cards`."""
        self._index = index
        self._numbers = numbers
        self._sums = sums

    def numbers_by_hand(self, hands: Masks) -> Floats:
        """The numbers of these hands: an array of hands by numbers."""
        return np.asarray(self._numbers[self._index.ids(hands, HAND) - self._index.first[HAND]])

    def means_over_completions(
        self, keeps: Masks, dead_cards: Masks, low_chances: ChancesByDrawAndLow
    ) -> SumsByDrawAndNumber:
        """The means of the hands' numbers over all cards that complete each hand: an array of draws by numbers.

        `dead_cards`: other cards that cannot come. `low_chances`: that of each number of low cards, 0-5, among those
        that come; of cards with as many, all are equally likely.
        """
        means = np.empty((len(keeps), self._numbers.shape[1]))
        sizes = np.stack([np.bitwise_count(keeps), np.bitwise_count(dead_cards)])
        for size, dead_count in np.unique(sizes, axis=1).T.tolist():
            alike = np.flatnonzero((sizes[0] == size) & (sizes[1] == dead_count))
            step = max(1, _SETS_TOGETHER // comb(dead_count, min(dead_count // 2, HAND - size)))
            for start in range(0, len(alike), step):
                rows = alike[start : start + step]
                means[rows] = self._means_of_equal_size(
                    keeps[rows], size, dead_cards[rows], dead_count, low_chances[rows]
                )
        return means

    def _means_of_equal_size(
        self, keeps: Masks, kept_count: int, dead_cards: Masks, dead_count: int, low_chances: ChancesByDrawAndLow
    ) -> SumsByDrawAndNumber:
        """The means of draws that all keep `kept_count` cards and have `dead_count` cards gone."""
        unseen, drawn = EVERY_CARD & ~(keeps | dead_cards), np.arange(HAND - kept_count + 1)
        lows, highs = np.bitwise_count(unseen & LOW), np.bitwise_count(unseen & ~LOW)
        ways = CHOOSE[lows[:, None], drawn] * CHOOSE[highs[:, None], drawn[::-1]]
        chances = np.where(ways > 0, low_chances[:, drawn], 0)
        draw_chances = chances / np.where(ways > 0, ways, 1) / chances.sum(1, keepdims=True)
        in_hand = np.bitwise_count(keeps & LOW)[:, None] + drawn
        weights = np.zeros((len(keeps), HAND + 1))
        np.put_along_axis(weights, in_hand.astype(np.int64), draw_chances, 1)
        return self._sum_without_dead(keeps, kept_count, dead_cards, dead_count, weights)

    def _sum_without_dead(
        self, keeps: Masks, kept_count: int, dead_cards: Masks, dead_count: int, weights: ChancesByDrawAndLow
    ) -> SumsByDrawAndNumber:
        """The sums over hands with the cards kept and none of those gone, weighed by their low cards, 0-5."""
        cards = split_into_cards(dead_cards, dead_count)
        sums = np.zeros((len(keeps), self._numbers.shape[1]))
        for more in range(min(dead_count, HAND - kept_count) + 1):
            chosen = np.array([*combinations(range(dead_count), more)], np.int64)
            sets = keeps + cards[chosen].sum(1)
            weighed = self._sum_hands_weighed_by_lows if kept_count + more == HAND else self._sum_hands_containing_sets
            sums += (-1) ** more * weighed(sets, kept_count + more, weights)
        return sums

    def _sum_hands_weighed_by_lows(
        self, sets: Masks, _set_size: int, weights: ChancesByDrawAndLow
    ) -> SumsByDrawAndNumber:
        """The sums of hands' numbers, each weighed by its low cards; `sets`: an array of sets by draws."""
        lows = np.bitwise_count(sets & LOW).astype(np.int64)
        weight = np.take_along_axis(weights.T, lows, 0)
        return np.asarray(np.einsum("sr,srn->rn", weight, self.numbers_by_hand(sets.ravel()).reshape(*sets.shape, -1)))

    def _sum_hands_containing_sets(
        self, sets: Masks, set_size: int, weights: ChancesByDrawAndLow
    ) -> SumsByDrawAndNumber:
        """The sums over all hands that contain sets of that size, weighed alike."""
        of_sets = self._sums[self._index.ids(sets.ravel(), set_size)].reshape(*sets.shape, *self._sums.shape[1:])
        return np.asarray(np.einsum("rl,rln->rn", weights, of_sets.sum(0)))
