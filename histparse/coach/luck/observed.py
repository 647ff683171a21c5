"""Coach, luck: the hands of a player and their draws with cards known, as arrays."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.odds.best_draws import Floats
from histparse.odds.card_sets import HAND, Masks

Booleans = NDArray[np.bool_]
Integers = NDArray[np.int64]
NONE = np.zeros(0, np.int64)
NO_FIGURE = np.zeros(0)
NO_CHANCES = np.zeros((0, HAND + 1))


class Hands(Struct, frozen=True):
    """Hands dealt to the player, an array each."""

    key: Integers
    """A number for each hand: the seats of one hand share it."""
    net: Floats
    """In big bets."""
    known: Booleans
    """Whether the text shows the cards at the deal."""
    dealt: Masks
    """Five cards as bits; 0 if they are unknown."""
    players: Integers
    """Players dealt in."""
    place: Integers
    """From 1, left of the button, to `players`, the button."""


class Draws(Struct, frozen=True):
    """Draws of a card or more that were seen as they were made, before any reshuffle; an array each."""

    hand: Integers = NONE
    """The place among the hands."""
    draw: Integers = NONE
    """Which draw it is, 1-3."""
    kept: Masks = NONE
    gone: Masks = NONE
    """The cards the player has thrown, now and before."""
    after: Masks = NONE
    """The five cards held then."""
    pot: Floats = NO_FIGURE
    """In big bets."""
    opponents: Integers = NONE
    """How many draw or stand pat with them."""
    low: Floats = NO_CHANCES
    """The chance of each number of low cards, 0-5, among those that come: an array of draws by low cards."""


class Observed(Struct, frozen=True):
    """All that luck is counted from."""

    hands: Hands
    draws: Draws
