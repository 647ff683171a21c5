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
from histparse.odds.card_sets import HAND, Floats, Masks, Range, TooManyError, cards_of, hand_numbers, rank_keys
from histparse.odds.counting import MOST_DRAWS, Share, counted, dealt_shares, points, standard_error
from histparse.odds.policies import ForLow, Policy, Side, ToBeat, clash, fitting

# --- dealing ----------------------------------------------------------------------------------------------------------

BLOCK = 1 << 14
"""Deals at once. The deals of whole blocks are the same however many follow them."""
_TRIES = 200
"""How often hands are picked again that share a card; then they hardly ever fit."""
_STEP, _MIX = np.uint64(0x9E3779B97F4A7C15), (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
"""Constants of SplitMix64 (Steele, Lea and Flood, 2014): any number of a sequence at once."""


def deal(sides: Sequence[Side], dead: int, draws: int, deals: int, seed: int) -> Iterator[Masks]:
    """The hands of all sides after 0-3 draws, a block of deals at a time: arrays of sides by deals.

    All draw from one deck; what was thrown does not come back. Raises HistparseError if the hands never fit together.
    """
    shares = [np.cumsum(side.held.weight) for side in sides]
    for start in range(0, deals, BLOCK):
        chance = np.random.default_rng([seed, start])
        picked, used = _picked(sides, shares, dead, min(BLOCK, deals - start), chance)
        yield _drawn(sides, picked, used, draws, chance)


def _drawn(
    sides: Sequence[Side], picked: Sequence[Masks], used: Masks, draws: int, chance: np.random.Generator
) -> Masks:
    """The hands after the draws. `picked`: the places of those before; `used`: the cards known of them."""
    hands = [side.held.keeps[rows] for side, rows in zip(sides, picked, strict=True)]
    decks = [_Deck(chance.integers(0, 1 << 64, len(used), np.uint64)) for _ in sides]
    for draws_left in range(draws, 0, -1):
        for place, side in enumerate(sides):
            chooses = (side.held.chooses[picked[place]] == 1) | (draws_left < draws)
            keeps = hands[place].copy()
            if chooses.any():
                keeps[chooses] = _choose_keeps(side.policy, hands[place][chooses], draws_left, chance)
            hands[place] = decks[place].fill(keeps, used)
    return np.stack(hands)


def _picked(
    sides: Sequence[Side], shares: Sequence[Floats], dead: int, deals: int, chance: np.random.Generator
) -> tuple[list[Masks], Masks]:
    """Hands by their weights, picked again while they share a card: their places, and all cards known."""
    places = [np.zeros(deals, np.int64) for _ in sides]
    used = np.full(deals, -1, np.int64)
    for _ in range(_TRIES):
        unsettled = np.flatnonzero(used < 0)
        if not len(unsettled):
            return places, used
        cards, fits = np.full(len(unsettled), dead), np.ones(len(unsettled), np.bool_)
        for side, place, share in zip(sides, places, shares, strict=True):
            place[unsettled] = np.searchsorted(share, chance.random(len(unsettled)) * share[-1], "right")
            more = side.held.keeps[place[unsettled]] | side.held.thrown[place[unsettled]]
            fits &= cards & more == 0
            cards |= more
        used[unsettled[fits]] = cards[fits]
    raise HistparseError(f"{' and '.join(quoted(side.held.text) for side in sides)} share cards in nearly all cases")


def _choose_keeps(policy: Policy, hands: Masks, draws_left: int, chance: np.random.Generator) -> Masks:
    choice = policy.choice(hands, draws_left)
    return np.where(chance.random(len(hands)) < choice.pat, hands, choice.keeps)


class _Deck:
    """The cards in the order in which a player is given them, some more than once."""

    def __init__(self, keys: NDArray[np.uint64]) -> None:
        self._next = keys

    def fill(self, keeps: Masks, used: Masks) -> Masks:
        """The hands with new cards. `used`: all cards that cannot come; the new ones are added."""
        while len(short := np.flatnonzero(np.bitwise_count(keeps) < HAND)):
            cards = 1 << self._cards(short)
            new = used[short] & cards == 0
            keeps[short[new]] |= cards[new]
            used[short[new]] |= cards[new]
        return keeps

    def _cards(self, rows: Masks) -> Masks:
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


def equity_of(
    sides: Sequence[Side], dead: int, draws: int, deals: int, seed: int = 1, *, with_policy_error: bool = True
) -> Equity:
    """Compute what each side wins with 0-3 draws to come. Raises HistparseError if hands are incomplete or clash."""
    able = fitting(sides, dead, draws)
    try:
        return Equity(counted(able, dead, draws))
    except TooManyError:
        numbers = dealt(able, dead, draws, deals, seed)
        shares = dealt_shares(numbers)
        if with_policy_error:
            errors = [policy_error(place, able, dead, draws, numbers, seed=seed) for place in range(len(able))]
            shares = [structs.replace(share, policy_error=error) for share, error in zip(shares, errors, strict=True)]
        return Equity(shares, deals)


def dealt(sides: Sequence[Side], dead: int, draws: int, deals: int, seed: int = 1) -> Masks:
    """The numbers of final hands dealt: an array of sides by deals. The same seed gives the same deals."""
    fixed_cards = [int(np.bitwise_and.reduce(side.held.cards)) for side in sides]
    if sum(cards.bit_count() for cards in fixed_cards) > int(np.bitwise_or.reduce(fixed_cards)).bit_count():
        raise clash([side.held for side in sides])
    blocks = deal(sides, dead, draws, deals, seed)
    return np.concatenate([hand_numbers(hands.ravel()).reshape(hands.shape) for hands in blocks], axis=1)


def policy_error(
    place: int, sides: Sequence[Side], dead: int, draws: int, numbers: Masks, *, seed: int
) -> float | None:
    """Compute what one side would win more at these deals, if it drew to beat just the others, with `numbers`.

    None: nothing is left to its policy.
    """
    side = sides[place]
    if draws < 2 and not (draws and side.held.chooses.any()):
        return None
    opponent_numbers = np.delete(numbers, place, axis=0).min(0)
    better = [*sides[:place], Side(side.held, ToBeat.from_numbers(opponent_numbers)), *sides[place + 1 :]]
    redealt = dealt(better, dead, draws, numbers.shape[1], seed)
    return float((points(redealt) - points(numbers))[place].mean())


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

    def sides(self, held: Range) -> list[Side]:
        """The player and the others. Raises HistparseError as `fitting` does."""
        return fitting([Side(held, self.policy), *self.opponents], self.dead, self.draws)


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


def tried(held: Range, question: Question, *, thoroughly: bool = True) -> Way:
    """Price these keeps; with less effort, most hopeless ones are dealt a few times instead of counted."""
    sides = question.sides(held)
    try:
        return Way(held, counted(sides, question.dead, question.draws, MOST_DRAWS if thoroughly else _FEW_DRAWS)[0])
    except TooManyError:
        deals = question.deals if thoroughly else min(question.deals, BLOCK)
        numbers = dealt(sides, question.dead, question.draws, deals, question.seed)
        return Way(held, dealt_shares(numbers)[0], points(numbers)[0])


def gap(better: Way, worse: Way) -> Gap:
    """Compute how far the one is ahead of the other."""
    if better.won is None or worse.won is None:
        errors = [way.share.error for way in (better, worse) if way.share.error is not None]
        return Gap(better.share.equity - worse.share.equity, max(errors, default=None))
    deals = min(len(better.won), len(worse.won))
    more = better.won[:deals] - worse.won[:deals]
    return Gap(float(more.mean()), standard_error(more))


def to_beat_them(held: Range, question: Question) -> Question:
    """A question about a player whose later draws are the best against the final hands of these opponents."""
    if question.draws == 1:
        return question
    numbers = dealt(question.sides(held), question.dead, question.draws, min(question.deals, BLOCK), question.seed)
    return structs.replace(question, policy=ToBeat.from_numbers(numbers[1:].min(0)))


def error_of_policy(way: Way, question: Question) -> float | None:
    """Compute the most that any opponent would gain at these deals by drawing to beat just the others' hands."""
    if way.won is None:
        return None
    sides = question.sides(way.held)
    numbers = dealt(sides, question.dead, question.draws, len(way.won), question.seed)
    opponents = range(1, len(sides))
    errors = (
        policy_error(place, sides, question.dead, question.draws, numbers, seed=question.seed) for place in opponents
    )
    return max((error for error in errors if error is not None), default=None)


def is_one_hand(held: Range) -> bool:
    """Whether it is one hand of five cards, perhaps in several suits."""
    keys = rank_keys(held.keeps)
    return bool((keys == keys[0]).all() and (np.bitwise_count(held.keeps) == HAND).all())


def written(held: Range) -> str:
    """The cards that are kept, or only their ranks where these are the same in several hands; of most hands, if not."""
    if len(held.keeps) == 1:
        return "".join(cards_of(int(held.keeps[0])))
    _, first, often = np.unique(rank_keys(held.keeps), return_index=True, return_counts=True)
    return "".join(card[0] for card in cards_of(int(held.keeps[first[often.argmax()]])))
