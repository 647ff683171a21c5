"""Audit, deal: the tests of what chance must look like, one entry each."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from histparse.audit.chi_square import Measured
from histparse.audit.comparisons import measure_cards_again, measure_equal_chances
from histparse.audit.dealt import Dealt
from histparse.audit.drawn_cards import (
    measure_drawn_ranks,
    measure_drawn_suits,
    measure_improvement,
    measure_reshuffled,
    measure_returned,
)
from histparse.audit.first_five import measure_made_hands, measure_pairs, measure_ranks, measure_repeats, measure_suits


class DealTest(Struct, frozen=True):
    """A test of the deal."""

    title: str
    about: str
    measure: Callable[[Dealt], Measured]
    """What it finds in the hands dealt; raises TooFewError where they are too few to tell."""


DEAL_TESTS = {
    "dealt_again": DealTest(
        "Cards of the hand before, dealt again",
        "Whether a hand's first five cards are independent of those dealt in the hand before.",
        lambda dealt: measure_cards_again(dealt, "dealt"),
    ),
    "drawn_ranks": DealTest(
        "Ranks of drawn cards",
        "Whether drawn cards have the ranks that are left, as far as players can know.",
        measure_drawn_ranks,
    ),
    "drawn_suits": DealTest(
        "Suits of drawn cards", "Whether drawn cards have the suits that are left of their rank.", measure_drawn_suits
    ),
    "held_again": DealTest(
        "Cards held at the end of the hand before, dealt again",
        "Whether a hand's first five cards are independent of those held at the end of the one before.",
        lambda dealt: measure_cards_again(dealt, "cards"),
    ),
    "hours": DealTest(
        "Low cards by hour of the day",
        "Whether equally many low cards are dealt at all hours.",
        lambda dealt: measure_equal_chances(dealt, "strftime(played_at, '%H')", kind="hour", named="{} h"),
    ),
    "improvement": DealTest(
        "Nines and better made by draws",
        "Whether draws make a nine or better as often as the cards that are left allow.",
        measure_improvement,
    ),
    "made_hands": DealTest(
        "Classes of hands dealt",
        "Whether the first five cards make each class of hand as often as the exact table says.",
        measure_made_hands,
    ),
    "pairs": DealTest(
        "Hands dealt with a pair",
        "Whether the first five cards hold two of a rank as often as they must.",
        measure_pairs,
    ),
    "players": DealTest(
        "Low cards by player",
        "Whether all players are dealt equally many low cards.",
        lambda dealt: measure_equal_chances(dealt, "player", kind="player"),
    ),
    "positions": DealTest(
        "Low cards by position",
        "Whether all positions are dealt equally many low cards.",
        lambda dealt: measure_equal_chances(dealt, "position", kind="position"),
    ),
    "ranks": DealTest("Ranks of cards dealt", "Whether all ranks are dealt equally often.", measure_ranks),
    "repeats": DealTest(
        "The same five cards dealt twice",
        "Whether the same five cards are dealt again no more often than by chance.",
        measure_repeats,
    ),
    "reshuffled": DealTest(
        "Suits of cards drawn after a reshuffle",
        "Whether a deck of discards is shuffled - its cards have the suits left of their rank.",
        measure_reshuffled,
    ),
    "returned": DealTest(
        "Cards that cannot come",
        "Whether no card comes that cannot - one held, or before a reshuffle an own discard.",
        measure_returned,
    ),
    "seats": DealTest(
        "Low cards by seat",
        "Whether all seats are dealt equally many low cards.",
        lambda dealt: measure_equal_chances(dealt, "seat", kind="seat", named="seat {}"),
    ),
    "stakes": DealTest(
        "Low cards by stakes",
        "Whether equally many low cards are dealt at all stakes.",
        lambda dealt: measure_equal_chances(dealt, "stakes", kind="game"),
    ),
    "suits": DealTest("Suits of cards dealt", "Whether all suits are dealt equally often.", measure_suits),
}
"""By name, in the order in which they are told."""
