"""The chances of a draw: by hand, against every combination, against themselves one card later, and as published."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from histparse.model.cards import DECK, RANKS, Cards, parse_cards
from histparse.model.ranking import number
from histparse.odds.card_sets import EVERY_CARD, Masks, card_masks_in_column, cards_to_mask
from histparse.odds.draw_odds import TOPS, best_one_card_chance, chance_to_improve, low_chances
from tests.odds.dealer import numbers_tried_out
from tests.parsing.dialects.tables import read_table

LAST = {"7": 4, "8": 18, "9": 52, "T": 121, "J": 246, "Q": 455, "K": 784, "A": 1278}
"""The number of the worst low of each top (rulebook, section 1)."""


low_cards = st.sampled_from([card for card in DECK if card[0] in "23456789"])
two_suits = st.sampled_from([card for card in DECK if card[0] in "23456789T" and card[1] in "ch"])
any_cards = st.sampled_from(DECK)
fives = st.one_of(
    *(st.lists(cards, min_size=5, max_size=5, unique=True) for cards in (low_cards, two_suits, any_cards))
)
earlier_cards = st.lists(any_cards, max_size=10, unique=True)


def masks(texts: list[str]) -> Masks:
    """The cards of each text."""
    return card_masks_in_column(pl.Series(texts, dtype=pl.String))


def chance(keep: str, thrown: str, earlier: str = "", tops: str = TOPS) -> list[float]:
    """The chances of one draw."""
    cards_seen = " ".join(cards for cards in (keep, thrown, earlier) if cards)
    chances = low_chances(masks([keep]), masks([cards_seen]), tops)
    return [float(value) for value in chances[:, 0]]


def chances_tried_out(keep: Cards, cards_seen: Cards, tops: str) -> list[float]:
    made = numbers_tried_out(keep, cards_seen)
    return [sum(rank_number <= LAST[top] for rank_number in made) / len(made) for top in tops]


def as_cards(cards: list[str]) -> Cards:
    """Drawn by Hypothesis as plain text."""
    return parse_cards(" ".join(cards))


# -- by hand ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keep", "thrown", "earlier", "lows", "ways"),
    [
        # Fives and sixes make a seven, eights an eight, nines a nine.
        ("2c 3d 4h 7s", "Kc", "", (8, 12, 16), 47),
        # Four of these have been seen: three fives (one of them thrown now) and a nine.
        ("2c 3d 4h 7s", "5c", "5d 5h 9c", (5, 9, 12), 44),
        # A six makes a straight.
        ("2c 3d 4h 5s", "Kc", "", (4, 8, 12), 47),
        # A deuce and a seven do.
        ("3c 4d 5h 6s", "Kc", "", (0, 4, 8), 47),
        # A five does, from the inside.
        ("2c 3d 4h 6s", "Kc", "", (4, 8, 12), 47),
        # The last heart makes a flush: three each of fives, sixes, eights, nines.
        ("2h 3h 4h 7h", "Kc", "", (6, 9, 12), 47),
        # The six of hearts makes a straight flush; it must not be taken off twice.
        ("2h 3h 4h 5h", "Kc", "", (3, 6, 9), 47),
        # 45, 46 and 56, sixteen of each.
        ("2c 3d 7h", "Kc Kd", "", (48, 48 + 48, 48 + 48 + 64), comb(47, 2)),
        # The same less one pair of hearts for each two ranks, for they make a flush.
        ("2h 3h 7h", "Kc Kd", "", (45, 90, 150), comb(47, 2)),
        # Two of 2345 but 45, which makes a straight; two of 23459 but 45 and 59.
        ("8c 7d 6h", "Kc Kd", "", (0, 5 * 16, 8 * 16), comb(47, 2)),
        # What is paired or too high cannot become a low.
        ("2c 2d 3h", "Kc Kd", "", (0, 0, 0), comb(47, 2)),
        ("2c 3d Th", "Kc Kd", "", (0, 0, 0), comb(47, 2)),
        # A ten-low and an ace-low are none of nine; the ace is high.
        ("2c 3d 4h 5s", "Ac", "6c 6d 6h 6s", (4, 8, 12), 43),
    ],
)
def test_by_hand(keep: str, thrown: str, earlier: str, lows: tuple[int, ...], ways: int) -> None:
    assert chance(keep, thrown, earlier) == [low / ways for low in lows]


def test_dealt_shares_as_published() -> None:
    """Five new cards of a whole deck: 0.157 % sevens, 0.549 % eights, ... (rulebook, section 1)."""
    or_better = chance("", "", tops=RANKS[5:])
    assert or_better == [1020 * LAST[top] / comb(52, 5) for top in RANKS[5:]]
    shares = [100 * (share_ - better_share) for share_, better_share in zip(or_better, [0, *or_better], strict=False)]
    assert [round(share, 3) for share in shares[:5]] == [0.157, 0.549, 1.334, 2.708, 4.906]


# -- against every combination --------------------------------------------------------------------------------


@given(hand=fives, drawn=st.integers(0, 2), earlier=earlier_cards)
@example(hand=list(parse_cards("2h 3h 4h 5h Kc")), drawn=1, earlier=list(parse_cards("6h")))
@example(hand=list(parse_cards("5c 6c 7c 9d 9h")), drawn=2, earlier=[])
def test_one_and_two_cards_tried_out(hand: list[str], drawn: int, earlier: list[str]) -> None:
    keep, cards_seen = as_cards(hand[drawn:]), as_cards([*hand, *earlier])
    assert chance(" ".join(keep), " ".join(cards_seen), tops="789TA") == chances_tried_out(keep, cards_seen, "789TA")


@pytest.mark.parametrize(
    ("keep", "dead"),
    read_table("""
2c 3d => Kc Kd Kh
2c 7c => 3d 3h 4s 9s 8d
8s 9s => 8d 9d 5s 6s 7s
7h => 7c 7d 7s Ah
2s => 2c 2d 2h 3s Ts
"""),
)
def test_three_and_four_cards_tried_out(keep: str, dead: str) -> None:
    assert chance(keep, dead) == chances_tried_out(parse_cards(keep), parse_cards(f"{keep} {dead}"), TOPS)


# -- against themselves ---------------------------------------------------------------------------------------


@given(hand=fives)
def test_five_kept_cards_are_a_low_or_not(hand: list[str]) -> None:
    made = number(as_cards(hand))
    assert chance(" ".join(hand), "", tops="789TJQKA") == [float(made <= last) for last in LAST.values()]


@given(hand=fives, drawn=st.integers(1, 5), earlier=earlier_cards)
def test_a_chance_is_the_mean_of_the_chances_one_card_later(hand: list[str], drawn: int, earlier: list[str]) -> None:
    """With the test before this proves every number of cards from the one below."""
    keep, cards_seen = " ".join(hand[drawn:]), " ".join([*hand, *earlier])
    nexts = [card for card in DECK if card not in cards_seen]
    later_by_top = low_chances(
        masks([f"{keep} {card}".strip() for card in nexts]), masks([f"{cards_seen} {card}" for card in nexts])
    )
    for now, later_chances in zip(chance(keep, cards_seen), later_by_top, strict=True):
        assert now == pytest.approx(sum(later_chances) / len(nexts), rel=1e-12)


def test_it_is_exact_to_the_last_digit() -> None:
    (seven, _, _) = chance("2h 3d 4c", "Ks Qs", "Jd")
    assert seven == float(Fraction(3 * 16 - 16, comb(46, 2)))  # 57, 67 and 56, which makes a straight


def test_many_draws_at_once_are_the_same_as_one_by_one() -> None:
    keeps = ["2c 3d 4h 7s", "2c 2d", "", "8c 7d 6h 5c 2c", "9h"]
    seen_together = ["2c 3d 4h 7s Kc 5d", "2c 2d 3c 3d 3h", "Ac Ad Ah As Kc 2c", "8c 7d 6h 5c 2c", "9h 9c 9d 9s 2h 2c"]
    chances = low_chances(masks(keeps), masks(seen_together)).T.tolist()
    assert chances == [chance(keep, cards_seen) for keep, cards_seen in zip(keeps, seen_together, strict=True)]


def test_no_and_unknown_cards() -> None:
    known = [cards_to_mask(parse_cards(cards)) for cards in ("", "", "Ts 2c", "As")]
    assert masks(["", "??", "Ts 2c ??", "As"]).tolist() == known


# -- a better hand ---------------------------------------------------------------------------------------------


def improvement_tried_out(held: Cards, thrown: Cards, cards_seen: Cards) -> float:
    made = numbers_tried_out(tuple(card for card in held if card not in thrown), (*held, *cards_seen))
    return sum(rank_number < number(held) for rank_number in made) / len(made)


@settings(max_examples=30)
@given(fives, st.integers(1, 3), st.lists(st.sampled_from(DECK), max_size=8, unique=True))
@example([*parse_cards("7c 5c 4c 3c 2c")], 1, [])
@example([*parse_cards("9c 5c 4c 3c Kd")], 1, [])
@example([*parse_cards("Kc 8c 4c 3c 2c")], 2, [])
@example([*parse_cards("Ac Jc 9c 3c 2c")], 3, [])
@example([*parse_cards("6h 5c 4c 3c 2c")], 2, [*parse_cards("7c 8c")])
def test_a_better_hand_tried_out(held: list[str], count: int, earlier: list[str]) -> None:
    five = parse_cards(" ".join(held))
    cards_seen = tuple(card for card in parse_cards(" ".join(earlier)) if card not in five)
    expected = improvement_tried_out(five, five[:count], cards_seen)
    assert chance_to_improve(five, five[:count], cards_seen) == pytest.approx(expected)


def test_a_better_hand_by_hand() -> None:
    held = parse_cards("8s 7c 4c 3d 2h")
    # Without the eight a five or six betters it, if it makes neither a straight nor a flush: all eight do.
    assert chance_to_improve(held, parse_cards("8s")) == pytest.approx(8 / 47)
    assert best_one_card_chance(held) == pytest.approx(max(improvement_tried_out(held, (card,), ()) for card in held))


def test_nothing_is_better_than_the_best() -> None:
    assert best_one_card_chance(parse_cards("7s 5c 4c 3d 2h")) == 0


def test_five_new_cards() -> None:
    worst = parse_cards("Ac Kc Qc Jc Tc")
    assert chance_to_improve(worst, worst) > 0.9999


# -- columns of cards as bits ----------------------------------------------------------------------------------


def test_cards_of_many_texts() -> None:
    pair, single = DECK[:2], DECK[30:31]
    masks = card_masks_in_column(pl.Series([" ".join(pair), "", *single]))
    assert masks.tolist() == [cards_to_mask(pair), 0, cards_to_mask(single)]
    assert card_masks_in_column(pl.Series([" ".join(DECK)])).tolist() == [EVERY_CARD]


def test_no_texts_have_no_cards() -> None:
    assert card_masks_in_column(pl.Series([], dtype=pl.String)).tolist() == []
