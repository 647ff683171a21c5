"""Odds: how often each of several hands or ranges wins: counted where that is possible, else dealt.

Hands and draws are dealt at random, many at once. The cards that come to a player depend on the deal and on what is
left, not on what others chose before: several ways to draw the same hand are compared at the same deals, which tell
them apart with far fewer than others would.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct, field, structs
from numpy.typing import NDArray

from histparse.model.cards import DECK
from histparse.model.errors import HistparseError, quoted
from histparse.odds.card_sets import (
    HAND,
    Floats,
    Masks,
    Range,
    TooManyError,
    hand_rank_numbers,
    mask_to_cards,
    rank_keys_ignoring_suits,
)
from histparse.odds.counting import (
    MOST_DRAWS,
    NumbersByPlayerAndDeal,
    Share,
    count_shares_or_refuse,
    pot_shares_by_showdown,
    sampled_shares,
    standard_error,
)
from histparse.odds.policies import (
    BestDrawAgainst,
    ForLow,
    Policy,
    Side,
    clash_error,
    possible_sides_or_refuse,
)

# --- dealing ----------------------------------------------------------------------------------------------------------

BLOCK = 1 << 14
"""Deals at once. The deals of whole blocks are the same however many follow them."""
_TRIES = 200
"""How often hands are picked again that share a card; then they hardly ever fit."""
_STEP, _MIX = np.uint64(0x9E3779B97F4A7C15), (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
"""Constants of SplitMix64 (Steele, Lea and Flood, 2014): any number of a sequence at once."""


class Dealing(Struct, frozen=True):
    """Sides, and how many deals are dealt to them, which are the same for the same seed."""

    sides: Sequence[Side]
    dead: int
    """Cards that cannot come, as a mask."""
    draws: int
    """Draws to come, 0-3."""
    deals: int
    seed: int = 1


def deal_final_hands(dealing: Dealing) -> Iterator[Masks]:
    """The hands of all sides after the draws, a block of deals at a time: arrays of sides by deals.

    All draw from one deck; what was thrown does not come back. Raises HistparseError if the hands never fit together.
    """
    shares = [np.cumsum(side.held.weight) for side in dealing.sides]
    for start in range(0, dealing.deals, BLOCK):
        chance = np.random.default_rng([dealing.seed, start])
        deals = min(BLOCK, dealing.deals - start)
        picked, used = _pick_rows_of_disjoint_hands_or_refuse(dealing.sides, shares, dealing.dead, deals, chance)
        yield _draw_all_sides(dealing.sides, picked, used, dealing.draws, chance)


def _draw_all_sides(
    sides: Sequence[Side], hand_rows: Sequence[Masks], used_cards: Masks, draws: int, random: np.random.Generator
) -> Masks:
    """The hands after the draws. `hand_rows`: the places of those before; `used_cards`: the cards known of them."""
    hands = [side.held.keeps[rows] for side, rows in zip(sides, hand_rows, strict=True)]
    decks = [_Deck(random.integers(0, 1 << 64, len(used_cards), np.uint64)) for _ in sides]
    for draws_left in range(draws, 0, -1):
        for place, side in enumerate(sides):
            chooses = (side.held.chooses[hand_rows[place]] == 1) | (draws_left < draws)
            keeps = hands[place].copy()
            if chooses.any():
                keeps[chooses] = _choose_keeps(side.policy, hands[place][chooses], draws_left, random)
            hands[place] = decks[place].deal_replacements(keeps, used_cards)
    return np.stack(hands)


def _pick_rows_of_disjoint_hands_or_refuse(
    sides: Sequence[Side],
    cumulative_weights: Sequence[Floats],
    dead_cards: int,
    deals: int,
    random: np.random.Generator,
) -> tuple[list[Masks], Masks]:
    """Hands by their weights, picked again while they share a card: their places, and all cards known."""
    places = [np.zeros(deals, np.int64) for _ in sides]
    used = np.full(deals, -1, np.int64)
    for _ in range(_TRIES):
        unsettled = np.flatnonzero(used < 0)
        if not len(unsettled):
            return places, used
        cards, fits = np.full(len(unsettled), dead_cards), np.ones(len(unsettled), np.bool_)
        for side, place, share in zip(sides, places, cumulative_weights, strict=True):
            place[unsettled] = np.searchsorted(share, random.random(len(unsettled)) * share[-1], "right")
            more = side.held.keeps[place[unsettled]] | side.held.thrown[place[unsettled]]
            fits &= cards & more == 0
            cards |= more
        used[unsettled[fits]] = cards[fits]
    raise HistparseError(f"{' and '.join(quoted(side.held.text) for side in sides)} share cards in nearly all cases")


def _choose_keeps(policy: Policy, hands: Masks, draws_left: int, random: np.random.Generator) -> Masks:
    choice = policy.choose_keeps(hands, draws_left)
    return np.where(random.random(len(hands)) < choice.pat, hands, choice.keeps)


class _Deck:
    """The cards in the order in which a player is given them, some more than once."""

    def __init__(self, keys: NDArray[np.uint64]) -> None:
        self._next = keys

    def deal_replacements(self, keeps_to_fill: Masks, used_to_extend: Masks) -> Masks:
        """The hands with new cards. `used_to_extend`: all cards that cannot come; the new ones are added."""
        while len(short := np.flatnonzero(np.bitwise_count(keeps_to_fill) < HAND)):
            cards = 1 << self._next_random_card_numbers(short)
            new = used_to_extend[short] & cards == 0
            keeps_to_fill[short[new]] |= cards[new]
            used_to_extend[short[new]] |= cards[new]
        return keeps_to_fill

    def _next_random_card_numbers(self, rows: Masks) -> Masks:
        self._next[rows] += _STEP
        mixed = self._next[rows]
        for shift, factor in zip((30, 27), _MIX, strict=True):
            mixed = (mixed ^ mixed >> np.uint64(shift)) * factor
        return ((mixed ^ mixed >> np.uint64(31)) % np.uint64(len(DECK))).astype(np.int64)


# --- equities ---------------------------------------------------------------------------------------------------------


class Choice(Struct, frozen=True):
    """A policy's decision for a hand, and what the player would win who did otherwise: stood pat, or broke the hand."""

    hand: str
    kept: str
    """What is kept of most of the hands that `hand` stands for."""
    instead: str
    equity: float
    error: float | None


class Equity(Struct, frozen=True):
    """The equity of each hand. Properties without a number are those of the first hand."""

    shares: list[Share]
    """The share of each hand, in the order asked."""
    deals: int | None = None
    """How many deals were dealt; None: all is counted."""
    choices: list[Choice] = []
    """What was chosen for each hand written with `best`."""

    @property
    def wins(self) -> float:
        """The share of pots that the first hand wins alone, from 0 to 1."""
        return self.shares[0].wins

    @property
    def ties(self) -> float:
        """The share of pots that the first hand splits, from 0 to 1."""
        return self.shares[0].ties

    @property
    def equity(self) -> float:
        """The first hand's equity in the pot, from 0 to 1."""
        return self.shares[0].equity

    @property
    def error(self) -> float | None:
        """The standard error of that, if hands were dealt; None: it is counted."""
        return self.shares[0].error


def compute_equity(dealing: Dealing, *, with_policy_error: bool = True) -> Equity:
    """Compute what each side wins: counted, or else dealt. Raises HistparseError if hands are incomplete or clash."""
    sides = possible_sides_or_refuse(dealing.sides, dealing.dead, dealing.draws)
    try:
        return Equity(count_shares_or_refuse(sides, dealing.dead, dealing.draws))
    except TooManyError:
        possible = structs.replace(dealing, sides=sides)
        numbers = deal_rank_numbers(possible)
        shares = sampled_shares(numbers)
        if with_policy_error:
            shares = [
                structs.replace(share, policy_error=gain_by_drawing_to_beat(side, possible, numbers))
                for side, share in enumerate(shares)
            ]
        return Equity(shares, dealing.deals)


def deal_rank_numbers(dealing: Dealing) -> NumbersByPlayerAndDeal:
    """The numbers of final hands dealt: an array of sides by deals."""
    fixed_cards = [int(np.bitwise_and.reduce(side.held.cards_known)) for side in dealing.sides]
    if sum(cards.bit_count() for cards in fixed_cards) > int(np.bitwise_or.reduce(fixed_cards)).bit_count():
        raise clash_error([side.held for side in dealing.sides])
    blocks = deal_final_hands(dealing)
    return np.concatenate([hand_rank_numbers(hands.ravel()).reshape(hands.shape) for hands in blocks], axis=1)


def gain_by_drawing_to_beat(player: int, dealing: Dealing, rank_numbers: NumbersByPlayerAndDeal) -> float | None:
    """Compute what one side would win more at these deals, if it drew to beat just the others, with `rank_numbers`.

    None: nothing is left to its policy.
    """
    sides, held = [*dealing.sides], dealing.sides[player].held
    if dealing.draws < 2 and not (dealing.draws and held.chooses.any()):
        return None
    opponent_numbers = np.delete(rank_numbers, player, axis=0).min(0)
    sides[player] = Side(held, BestDrawAgainst.from_numbers(opponent_numbers))
    redealt = deal_rank_numbers(structs.replace(dealing, sides=sides))
    return float((pot_shares_by_showdown(redealt) - pot_shares_by_showdown(rank_numbers))[player].mean())


# --- one hand against others ------------------------------------------------------------------------------------------

_FEW_DRAWS = 1_000_000
"""So many are counted in a tenth of a second."""


class Question(Struct, frozen=True):
    """Against whom, and with which draws to come."""

    opponents: Sequence[Side]
    dead: int
    """Cards that cannot come, as a mask."""
    draws: int
    deals: int
    """How many are dealt where there are too many to count."""
    seed: int = 1
    policy: Policy = field(default_factory=ForLow)
    """How the player draws after this draw."""

    def dealing_to(self, hand_range: Range, deals: int) -> Dealing:
        """So many deals to the player and the others. Raises HistparseError as `possible_sides_or_refuse` does."""
        sides = [Side(hand_range, self.policy), *self.opponents]
        possible_sides = possible_sides_or_refuse(sides, self.dead, self.draws)
        return Dealing(possible_sides, self.dead, self.draws, deals, self.seed)


class Way(Struct, frozen=True):
    """A range that keeps these cards, and what it wins."""

    held: Range
    share: Share
    won: Floats | None = None
    """What it won of each deal, if hands were dealt."""


class Gap(Struct, frozen=True):
    """The difference between what two ways win."""

    points: float
    error: float | None
    """The standard error, if hands were dealt: it is that of what differs at the same deals."""


def price_keeps(hand_range: Range, question: Question, *, thoroughly: bool = True) -> Way:
    """Price these keeps; with less effort, most hopeless ones are dealt a few times instead of counted."""
    most_draws, deals = (MOST_DRAWS, question.deals) if thoroughly else (_FEW_DRAWS, min(question.deals, BLOCK))
    dealing = question.dealing_to(hand_range, deals)
    try:
        return Way(hand_range, count_shares_or_refuse(dealing.sides, question.dead, question.draws, most_draws)[0])
    except TooManyError:
        numbers = deal_rank_numbers(dealing)
        return Way(hand_range, sampled_shares(numbers)[0], pot_shares_by_showdown(numbers)[0])


def equity_gap(better: Way, worse: Way) -> Gap:
    """Compute how far the one is ahead of the other."""
    if better.won is None or worse.won is None:
        errors = [way.share.error for way in (better, worse) if way.share.error is not None]
        return Gap(better.share.equity - worse.share.equity, max(errors, default=None))
    deals = min(len(better.won), len(worse.won))
    more = better.won[:deals] - worse.won[:deals]
    return Gap(float(more.mean()), standard_error(more))


def with_policy_to_beat_opponents(hand_range: Range, question: Question) -> Question:
    """A question about a player whose later draws are the best against the final hands of these opponents."""
    if question.draws == 1:
        return question
    numbers = deal_rank_numbers(question.dealing_to(hand_range, min(question.deals, BLOCK)))
    return structs.replace(question, policy=BestDrawAgainst.from_numbers(numbers[1:].min(0)))


def largest_opponent_policy_error(way: Way, question: Question) -> float | None:
    """Compute the most that any opponent would gain at these deals by drawing to beat just the others' hands."""
    if way.won is None:
        return None
    dealing = question.dealing_to(way.held, len(way.won))
    numbers = deal_rank_numbers(dealing)
    errors = (gain_by_drawing_to_beat(side, dealing, numbers) for side in range(1, len(dealing.sides)))
    return max((error for error in errors if error is not None), default=None)


def is_one_hand_up_to_suits(hand_range: Range) -> bool:
    """Whether it is one hand of five cards, perhaps in several suits."""
    keys = rank_keys_ignoring_suits(hand_range.keeps)
    return bool((keys == keys[0]).all() and (np.bitwise_count(hand_range.keeps) == HAND).all())


def format_keep_as_cards_or_ranks(hand_range: Range) -> str:
    """The cards that are kept, or only their ranks where these are the same in several hands; of most hands, if not."""
    if len(hand_range.keeps) == 1:
        return "".join(mask_to_cards(int(hand_range.keeps[0])))
    _, first, often = np.unique(rank_keys_ignoring_suits(hand_range.keeps), return_index=True, return_counts=True)
    return "".join(card[0] for card in mask_to_cards(int(hand_range.keeps[first[often.argmax()]])))
