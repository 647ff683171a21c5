"""Faults of the cards that an audit must find, and how often it finds them."""

from __future__ import annotations

import numpy as np
import polars as pl

from histparse.audit.deal_audit import run_deal_tests
from histparse.model.cards import DECK
from tests.audit.decks import Fault, audited, deal

FAULTS = {
    "deuces 0.9 times as ready to come as other cards": (
        Fault(weight=tuple(0.9 if card[0] == "2" else 1.0 for card in DECK)),
        "ranks",
    ),
    "clubs 0.95 times as ready to come as other cards": (
        Fault(weight=tuple(0.95 if card[1] == "c" else 1.0 for card in DECK)),
        "suits",
    ),
    "two cards from deuce to five missing": (Fault(thinned=2), "ranks"),
    "1 of 10 discards goes straight back": (Fault(returns=0.1), "returned"),
    "seat 1 has the better of two deals in a quarter of its hands": (Fault(favoured=0.25), "seats"),
    "1 of 200 hands dealt again": (Fault(repeats=0.005), "repeats"),
    "a card of the hand before in 1 of 10 hands": (Fault(sticky=0.1), "dealt_again"),
}
"""In words, with the test that must find it."""


def run_tests(fault: Fault, hands: int, seed: int) -> pl.DataFrame:
    """The tests of the family, over hands dealt with that fault."""
    return run_deal_tests(audited(*deal(np.random.default_rng([seed, hands]), hands, fault)))


def share_found(fault: Fault, hands: int, sets: int) -> float:
    """In which part of so many sets of hands the family finds anything."""
    return sum(bool(run_tests(fault, hands, seed)["found"].any()) for seed in range(sets)) / sets
