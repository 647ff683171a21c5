"""Odds: players - what they may hold, and how they draw: for low, to a hand, or as those at a table do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Protocol

import numpy as np
from msgspec import Struct

from histparse.model.cards import RANKS
from histparse.model.errors import HistparseError, quoted
from histparse.model.ranking import WORST, describe
from histparse.odds.card_sets import (
    HAND,
    Deck,
    Floats,
    Masks,
    Range,
    TooManyError,
    concatenate_rows,
    hand_rank_numbers,
    mask_to_cards,
    remove_blocked_hands_or_refuse,
    select_rows,
)
from histparse.odds.chances import UNPAIRED, best_draws_to_make
from histparse.odds.low_draws import (
    CLASSES,
    DrawTable,
    build_draw_table,
    classes_of_rank_numbers,
    load_low_draws,
    load_outcomes,
)

PatRates = Mapping[tuple[int, str], float]
"""How often hands without a pair stand pat, from 0 to 1, by draws to come (1-3) and highest rank."""


class Choice(Struct, frozen=True):
    """A policy's decisions for many hands."""

    keeps: Masks
    """The cards kept by those who do not stand pat all the same."""
    pat: Floats | float = 0.0
    """How often they stand pat all the same, from 0 to 1."""


class Policy(Protocol):
    """A way to draw. The player sees their five cards and nothing else."""

    @property
    def name(self) -> str:
        """The name of the policy, for people."""

    def choose_keeps(self, hands: Masks, draws_left: int) -> Choice:
        """Choose the cards to keep of hands of five with 1-3 draws to come."""


class ForLow(Struct, frozen=True):
    """The best draw for low, whatever the opponent does."""

    name: str = "low"

    def choose_keeps(self, hands: Masks, draws_left: int) -> Choice:
        """The best draw of each."""
        return Choice(load_low_draws().best_keeps(hands, draws_left))


class ToHand(Struct, frozen=True):
    """Draws to a hand with that number or a better one, and stands pat on it."""

    deck: Deck
    number: int

    @property
    def name(self) -> str:
        """The name of the policy: `to 87654`."""
        return f"to {describe(self.number).ranks}"

    def choose_keeps(self, hands: Masks, draws_left: int) -> Choice:
        """Choose the cards that make the hand most often."""
        useful = hands & self.deck.useful
        sizes, keeps = np.bitwise_count(useful), np.zeros_like(hands)
        for size in range(HAND + 1):
            has_size = sizes == size
            keeps[has_size] = (
                best_draws_to_make(self.deck, self.number, 3).best_keeps(useful[has_size], size, draws_left).keeps
            )
        return Choice(np.where(hand_rank_numbers(hands) <= self.number, hands, keeps))


class BestDrawAgainst(Struct, frozen=True):
    """The best draw against hands that are held that often at the end, as long as later draws are those for low."""

    table: DrawTable
    name: str = "to beat the opponents"

    @classmethod
    def from_numbers(cls, opponent_rank_numbers: Masks) -> BestDrawAgainst:
        """To beat the hands with these numbers, each as often as it is there."""
        held = np.bincount(classes_of_rank_numbers(opponent_rank_numbers), minlength=CLASSES) / len(
            opponent_rank_numbers
        )
        return cls(build_draw_table(load_outcomes().best_draws(1 - np.cumsum(held) + held / 2)))

    def choose_keeps(self, hands: Masks, draws_left: int) -> Choice:
        """The best draw of each."""
        return Choice(self.table.best_keeps(hands, draws_left))


class AsOftenPat:
    """Stands pat as often as the players of a table do with such hands, and makes the best draw for low otherwise."""

    def __init__(self, name: str, rates: PatRates) -> None:
        self.name = name
        tops = [describe(number).ranks[0] for number in range(1, UNPAIRED + 1)]
        self._pat = np.zeros((4, WORST + 1))
        for (draws_left, rank), rate in rates.items():
            self._pat[draws_left, 1 : UNPAIRED + 1][[top == rank for top in tops]] = rate

    def choose_keeps(self, hands: Masks, draws_left: int) -> Choice:
        """The best draw of one card or more, and how often they stand pat instead."""
        keeps = load_low_draws().counted.best_keeps(hands, HAND, draws_left, most_kept=HAND - 1).keeps
        return Choice(keeps, self._pat[draws_left, hand_rank_numbers(hands)])


def compute_pat_rates(counts: Mapping[tuple[int, str], tuple[int, int]]) -> PatRates:
    """The rates from how often such hands stood pat, and of how many; without any, as with the next higher rank."""
    rates: dict[tuple[int, str], float] = {}
    for draws_left in (1, 2, 3):
        rate = 0.0
        for rank in reversed(RANKS):
            pat, hands = counts.get((draws_left, rank), (0, 0))
            rate = pat / hands if hands else rate
            rates[draws_left, rank] = rate
    return rates


# --- players ----------------------------------------------------------------------------------------------------------

_MOST_HANDS = 150_000
"""What a policy chooses for in a second."""


class Side(Struct, frozen=True):
    """A player: what they may hold, and how they draw."""

    held: Range
    policy: Policy


def possible_sides_or_refuse(sides: Sequence[Side], dead_cards: int, draws_left: int) -> list[Side]:
    """With the hands that are possible. Raises HistparseError if there is none, or a hand stays incomplete."""
    return [Side(_possible_range_or_refuse(side.held, dead_cards, draws_left), side.policy) for side in sides]


def _possible_range_or_refuse(hand_range: Range, dead_cards: int, draws_left: int) -> Range:
    if not draws_left and (np.bitwise_count(hand_range.keeps) < HAND).any():
        raise HistparseError(f"{quoted(hand_range.text)} has fewer than five cards, and no draw is left")
    return remove_blocked_hands_or_refuse(hand_range, dead_cards)


def apply_policy(hand_range: Range, policy: Policy, draws_left: int) -> Range:
    """The range, when the policy has chosen what to keep; those who may also stand pat are there twice."""
    open_, rest = select_rows(hand_range, hand_range.chooses == 1), select_rows(hand_range, hand_range.chooses == 0)
    if not len(open_.keeps):
        return hand_range
    if len(open_.keeps) > _MOST_HANDS:
        raise TooManyError("there are too many hands to choose for")
    choice, none = policy.choose_keeps(open_.keeps, draws_left), np.zeros_like(open_.keeps)
    drawn = Range("", choice.keeps, open_.keeps & ~choice.keeps, none, open_.weight * (1 - choice.pat))
    pat = Range("", open_.keeps, none, none, open_.weight * choice.pat)
    combined = concatenate_rows([rest, drawn, pat])
    return select_rows(combined, combined.weight > 0)


def clash_error(ranges: Sequence[Range]) -> HistparseError:
    """Why these hands cannot be held together."""
    for first, second in combinations(ranges, 2):
        if shared := int(np.bitwise_and.reduce(first.cards_known) & np.bitwise_and.reduce(second.cards_known)):
            texts = f"{quoted(first.text)} and {quoted(second.text)}"
            return HistparseError(f"{mask_to_cards(shared)[0]} is in both {texts}")
    return HistparseError(f"{' and '.join(quoted(held.text) for held in ranges)} need the same cards")
