"""Odds: how often each of several hands or ranges wins: counted where that is possible, else dealt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct, structs

from histparse.odds.card_masks import Masks, hand_numbers
from histparse.odds.counting import counted
from histparse.odds.dealing import deal
from histparse.odds.policies import ToBeat
from histparse.odds.ranges import TooManyError
from histparse.odds.shares import Share, dealt_shares, points
from histparse.odds.sides import Side, clash, fitting


class Choice(Struct, frozen=True):
    """What a policy keeps of a hand, and what the player would win who did otherwise: stood pat, or broke the hand."""

    hand: str
    kept: str
    """What is kept of most of the hands that `hand` stands for."""
    instead: str
    equity: float
    error: float | None


class Equity(Struct, frozen=True):
    """How often each hand wins the pot. What is asked of it without a number is asked of the first."""

    shares: list[Share]
    """The share of each hand, in the order asked."""
    deals: int | None = None
    """How many deals were dealt; None: all is counted."""
    choices: list[Choice] = []
    """What was chosen for each hand written with `best`."""

    @property
    def wins(self) -> float:
        """How often the first wins all, from 0 to 1."""
        return self.shares[0].wins

    @property
    def ties(self) -> float:
        """How often the first shares the pot."""
        return self.shares[0].ties

    @property
    def equity(self) -> float:
        """What the first wins of the pot."""
        return self.shares[0].equity

    @property
    def error(self) -> float | None:
        """The standard error of that, if hands were dealt; None: it is counted."""
        return self.shares[0].error


def equity_of(
    sides: Sequence[Side], dead: int, draws: int, deals: int, seed: int = 1, *, with_policy_error: bool = True
) -> Equity:
    """What each side wins with 0-3 draws to come. Raises HistparseError if hands are incomplete or never fit."""
    able = fitting(sides, dead, draws)
    try:
        return Equity(counted(able, dead, draws))
    except TooManyError:
        numbers = dealt(able, dead, draws, deals, seed)
        shares = dealt_shares(numbers)
        if with_policy_error:
            errors = [policy_error(place, able, dead, draws, numbers, seed=seed) for place in range(len(able))]
            shares = [structs.replace(share, policy_error=one) for share, one in zip(shares, errors, strict=True)]
        return Equity(shares, deals)


def dealt(sides: Sequence[Side], dead: int, draws: int, deals: int, seed: int = 1) -> Masks:
    """The numbers of final hands dealt: an array of sides by deals. The same seed gives the same deals."""
    taken = [int(np.bitwise_and.reduce(side.held.cards)) for side in sides]
    if sum(cards.bit_count() for cards in taken) > int(np.bitwise_or.reduce(taken)).bit_count():
        raise clash([side.held for side in sides])
    blocks = deal(sides, dead, draws, deals, seed)
    return np.concatenate([hand_numbers(hands.ravel()).reshape(hands.shape) for hands in blocks], axis=1)


def policy_error(
    place: int, sides: Sequence[Side], dead: int, draws: int, numbers: Masks, *, seed: int
) -> float | None:
    """What one side would win more at these deals, if it drew to beat just the hands of the others, with `numbers`.

    None: nothing is left to its policy.
    """
    side = sides[place]
    if draws < 2 and not (draws and side.held.chooses.any()):
        return None
    others = np.delete(numbers, place, axis=0).min(0)
    better = [*sides[:place], Side(side.held, ToBeat.these(others)), *sides[place + 1 :]]
    again = dealt(better, dead, draws, numbers.shape[1], seed)
    return float((points(again) - points(numbers))[place].mean())
