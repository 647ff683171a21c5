"""Odds: who folds, and who wins at showdown, when no card can be in both hands - for many final hands at once.

How often two final hands are held together is a table too large to multiply by a thousand times. It is nearly a product
of two narrow ones, so sums over hands that are better, or worse, are sums of products. Hands are in order of strength,
in segments: between segments such sums do, within a segment each pair is looked at.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.odds.card_sets import Floats, Masks
from histparse.odds.types import Cells, Finals

Singles = NDArray[np.float32]
RatesByRowAndHand = Singles
PairsOfHands = Singles
"""How often hands come in each row; and of each hand of one player by those of the other."""

_SEGMENT = 128
"""So many hands of one player are in a segment, unless more are equal."""
_WIDTH = 64
"""Columns of the narrow tables."""
_MORE = 20
"""Columns that are looked at besides, from which these are chosen."""
_RARE = 0.05
"""Hands that hardly ever come count like those that come that many times as often as the mean."""


class Places(Struct, frozen=True):
    """Where the final hands of a player stand: segments by places, -1 where none is."""

    hands: Masks

    @property
    def hand_places(self) -> Masks:
        """The place of each hand, counted through all segments."""
        flat = self.hands.ravel()
        filled = np.flatnonzero(flat >= 0)
        return filled[np.argsort(flat[filled])]

    def arrange_in_segments(self, values: NDArray[np.floating]) -> Singles:
        """Rows of hands as rows of places, zero where none is: an array of segments by places by columns."""
        return np.asarray(np.concatenate([values, np.zeros_like(values[:1])])[self.hands], np.float32)


class Meeting(Protocol):
    """The final hands of both players together: arrays of what comes, in rows, by hands."""

    def meet_rates(self, player: int, reach: RatesByRowAndHand) -> RatesByRowAndHand:
        """Compute how often each hand of the player meets hands of the other that come so often."""

    def net_wins(self, player: int, reach: RatesByRowAndHand) -> RatesByRowAndHand:
        """Compute how much more often each hand of the player wins than loses against hands that come so often."""


class Removal:
    """The final hands of both players, every one beside all of the other."""

    def __init__(self, finals: tuple[Finals, Finals], pairs: Floats, deck: Cells) -> None:
        """`pairs`: how often ranks are held together, beside what it would be if all suits were equally likely."""
        numbers = finals[0].number, finals[1].number
        self.places = _split_both_players_hands_into_segments(*numbers)
        table = deck.chances_disjoint(finals[0].known, finals[1].known)
        for place, ranks in enumerate(finals[0].ranks):
            table[place] *= pairs[ranks, finals[1].ranks]
        self._near = self._pair_net_wins_in_segments(numbers, table)
        narrow = _low_rank_factors_overwriting_table(table, *(columns.way_chances.sum(0) for columns in finals))
        self._narrow = [
            places.arrange_in_segments(columns) for places, columns in zip(self.places, narrow, strict=True)
        ]

    def _pair_net_wins_in_segments(self, numbers: tuple[Masks, Masks], table: PairsOfHands) -> Singles:
        """In each segment, how often the first player's hands win more than they lose against the second's."""
        first, second = (places.hands for places in self.places)
        has_hands = (first >= 0)[:, :, None] & (second >= 0)[:, None]
        better = np.sign(numbers[1][second][:, None] - numbers[0][first][:, :, None])
        return np.where(has_hands, table[first[:, :, None], second[:, None]] * better, 0).astype(np.float32)

    def meet_rates(self, player: int, opponent_reach: RatesByRowAndHand) -> RatesByRowAndHand:
        """Compute how often each hand of the player meets hands of the other that come so often (rows)."""
        our_columns, their_columns = (
            self._narrow[side].reshape(-1, self._narrow[side].shape[-1]) for side in (player, 1 - player)
        )
        return np.asarray((opponent_reach @ their_columns) @ our_columns.T, np.float32)

    def net_wins(self, player: int, opponent_reach: RatesByRowAndHand) -> RatesByRowAndHand:
        """Compute how much more often each hand of the player wins than loses against hands that come so often."""
        segments, width = self.places[1 - player].hands.shape
        their_reach = opponent_reach.reshape(-1, segments, width).transpose(1, 0, 2)
        sums = their_reach @ self._narrow[1 - player]
        above = np.cumsum(sums, axis=0)
        won = (above[-1] + sums - 2 * above) @ self._narrow[player].transpose(0, 2, 1)
        won += their_reach @ (-self._near if player else self._near.transpose(0, 2, 1))
        return np.ascontiguousarray(won.transpose(1, 0, 2)).reshape(len(opponent_reach), -1)


def _split_both_players_hands_into_segments(first_numbers: Masks, second_numbers: Masks) -> list[Places]:
    """Both players' hands in segments that end at the same numbers."""
    distinct, number = np.unique(np.concatenate([first_numbers, second_numbers]), return_inverse=True)
    numbers = np.split(number, [len(first_numbers)])
    counts = np.stack([np.bincount(side_numbers, minlength=len(distinct)) for side_numbers in numbers], axis=1)
    segment, size, segments = 0, np.zeros(2, np.int64), list[int]()
    for added in counts:
        size = size + added
        if size.max() > _SEGMENT:
            segment, size = segment + (1 if segments else 0), added
        segments.append(segment)
    return [_arrange_hands_by_segment(np.array(segments)[side_numbers], segment + 1) for side_numbers in numbers]


def _arrange_hands_by_segment(segment_of_hand: Masks, segment_count: int) -> Places:
    counts = np.bincount(segment_of_hand, minlength=segment_count)
    order = np.argsort(segment_of_hand, kind="stable")
    place = np.arange(len(segment_of_hand)) - np.repeat(np.cumsum(counts) - counts, counts)
    hands = np.full((segment_count, counts.max()), -1)
    hands[segment_of_hand[order], place] = order
    return Places(hands)


def _low_rank_factors_overwriting_table(
    table: PairsOfHands, *row_and_column_weights: Floats
) -> tuple[Singles, Singles]:
    """Two narrow tables whose product is nearly this one, which is overwritten; nearest where hands come often."""
    weights = [np.sqrt(rates / rates.mean() + _RARE).astype(np.float32) for rates in row_and_column_weights]
    table *= weights[0][:, None]
    table *= weights[1]
    random = np.random.default_rng(1).standard_normal((table.shape[1], _WIDTH + _MORE), np.float32)
    base = np.linalg.qr(table @ (table.T @ (table @ random)))[0]
    left, sizes, right = np.linalg.svd(base.T @ table, full_matrices=False)
    first = base @ (left[:, :_WIDTH] * sizes[:_WIDTH])
    return first / weights[0][:, None], right[:_WIDTH].T / weights[1][:, None]
