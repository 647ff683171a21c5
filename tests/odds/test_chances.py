"""The chances of one to three draws: published, by hand, one draw by one draw, and against a million deals.

With HISTPARSE_SOAK=1 a hundred random questions, otherwise a few and fewer deals.
"""

from __future__ import annotations

import os
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from histparse.model.cards import DECK, RANKS, Cards, parse_cards, show_cards
from histparse.model.errors import HistparseError
from histparse.model.ranking import number
from histparse.odds.card_sets import TooManyError, cards_to_mask, hand_rank_numbers
from histparse.odds.chances import chance_to_make, deck_for_target
from histparse.odds.draw_odds import low_chances
from histparse.odds.notation import parse_range
from histparse.odds.policies import ToHand
from tests.odds.dealer import final_hands, numbers_tried_out

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
QUESTIONS, DEALS = (50, 1_000_000) if SOAK else (6, 40_000)
LAST = {"7": 4, "8": 18, "9": 52, "T": 121, "J": 246}
"""The number of the worst low of each top (rulebook, section 1)."""


def chance(hand: str, draws: int, target: int, dead: str = "") -> float:
    return chance_to_make(parse_range(hand), cards_to_mask(parse_cards(dead)), draws, target)


# -- published and by hand ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "draws", "top", "expected"),
    [
        # Eight of 47, then of 46, then of 45: the bricks are thrown and do not come back. Published: 43.64 %.
        ("2347/K", 3, "7", 1 - Fraction(39 * 38 * 37, 47 * 46 * 45)),
        ("2347/K", 2, "7", 1 - Fraction(39 * 38, 47 * 46)),
        ("2347/K", 1, "7", Fraction(8, 47)),
        # The card thrown first is unknown.
        ("2347", 3, "7", 1 - Fraction(40 * 39 * 38, 48 * 47 * 46)),
        # Sevens and eights; a five makes a straight.
        ("2346/K", 3, "8", 1 - Fraction(39 * 38 * 37, 47 * 46 * 45)),
        # 45, 46 and 56, but not both in diamonds.
        ("2d3d7d/KhKs", 1, "7", Fraction(3 * 16 - 3, comb(47, 2))),
        # It is there already.
        ("23457", 3, "7", 1),
        # Nobody keeps the king, and so two of the three draws are left.
        ("2c3d4h7sKc", 3, "7", 1 - Fraction(39 * 38, 47 * 46)),
        ("2c3c4c5c7c", 1, "7", 0),
    ],
)
def test_by_hand(hand: str, draws: int, top: str, expected: Fraction) -> None:
    assert chance(hand, draws, LAST[top]) == pytest.approx(float(expected), abs=1e-12)


def test_a_dead_card_is_one_that_is_thrown_first() -> None:
    assert chance("2347", 3, 4, "Kc") == pytest.approx(chance("2347/K", 3, 4), abs=1e-15)
    assert chance("2347", 3, 4, "5c 5d") < chance("2347", 3, 4, "Qc Qd")


# -- one draw --------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_one_draw_is_what_the_formula_for_many_draws_says() -> None:
    random = np.random.default_rng(5)
    for _ in range(40):
        cards = tuple(random.permutation(DECK).tolist())
        size = int(random.integers(0, 5))
        keep, dead = cards[:size], cards[5 : 5 + int(random.integers(0, 12))]
        if not size:
            continue
        keep_masks, seen = (np.array([cards_to_mask(cards)]) for cards in (keep, (*keep, *dead)))
        expected = low_chances(keep_masks, seen, "".join(LAST))[:, 0]
        chances = [chance(show_cards(keep), 1, last, show_cards(dead)) for last in LAST.values()]
        assert chances == pytest.approx(expected.tolist(), abs=1e-12)


@pytest.mark.parametrize("target", [1, 5, 16, 33, 200, 700, 1278])
def test_one_draw_to_any_number_tried_out(target: int) -> None:
    for keep, dead in (
        ("2c 3d 4h", "5s 6s"),
        ("2h 5h 7h 8h", "Kc"),
        ("7c 8d 9s", ""),
        ("Ks Qs Js", "2c"),
        ("4c 4d", ""),
    ):
        keep_cards, dead_cards = parse_cards(keep), parse_cards(dead)
        made = numbers_tried_out(keep_cards, (*keep_cards, *dead_cards))
        expected = np.mean([rank_number <= target for rank_number in made])
        assert chance(keep, 1, target, dead) == pytest.approx(expected, abs=1e-12)


# -- two draws -------------------------------------------------------------------------------------------------


def best_last(hand: Cards, unseen: list[str], target: int) -> Fraction:
    """The best of all keeps of up to two cards thrown, by trying all cards."""
    if number(hand) <= target:
        return Fraction(1)
    chances = []
    for thrown in (1, 2):
        ways = list(combinations(unseen, thrown))
        for keep in combinations(hand, 5 - thrown):
            ranks = {card[0] for card in keep}
            if len(ranks) == len(keep) and max(map(RANKS.index, ranks)) <= RANKS.index("8"):
                made = sum(number(parse_cards(" ".join((*keep, *new)))) <= target for new in ways)
                chances.append(Fraction(made, len(ways)))
    return max(chances, default=Fraction(0))


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize(
    ("keep", "thrown"), [("2c 3d 4h 7s", "Kc"), ("2h 3h 4h 7h", "8c"), ("3c 4d 5h 6s", "2c"), ("5c 6c 7d 8h", "2d")]
)
def test_two_draws_are_the_best_that_all_plays_of_the_last_draw_give(keep: str, thrown: str) -> None:
    """The choice of the draw forgets what was thrown before; here it costs nothing."""
    keep_cards, unseen = (
        parse_cards(keep),
        [card for card in DECK if card not in {*parse_cards(keep), *parse_cards(thrown)}],
    )
    total = sum(best_last((*keep_cards, card), [second for second in unseen if second != card], 18) for card in unseen)
    assert chance(f"{keep}/{thrown}", 2, 18) == pytest.approx(float(total / len(unseen)), abs=1e-12)


# -- against deals ---------------------------------------------------------------------------------------------


def questions() -> list[tuple[str, str, int, int]]:
    """Random keeps of low cards or ranges, some with dead cards: the hand, dead cards, draws, and the hand to make."""
    random = np.random.default_rng(11)
    drawn: list[tuple[str, str, int, int]] = []
    while len(drawn) < QUESTIONS:
        cards = random.permutation(DECK).tolist()
        keep = [card for card in cards if card[0] in RANKS[:8]][: int(random.integers(2, 5))]
        dead = [card for card in cards if card not in keep][: int(random.choice([0, 0, 1, 4, 9]))]
        draws, target = int(random.integers(2, 4)), int(random.choice([*LAST.values(), 9, 33]))
        ranks = "".join(card[0] for card in keep)
        hand = str(
            random.choice([show_cards(tuple(keep)), show_cards(tuple(keep)), ranks, f"{ranks}, one-card 8-@0.1"])
        )
        drawn.append((hand, show_cards(tuple(dead)), draws, target))
    return drawn


@pytest.mark.nightly
def test_random_questions_dealt() -> None:
    beyond = []
    for hand, dead, draws, target in questions():
        dead_cards = cards_to_mask(parse_cards(dead))
        try:
            exact = chance(hand, draws, target, dead)
        except TooManyError:
            continue
        policy = ToHand(deck_for_target(dead_cards, target), target)
        hands = final_hands([parse_range(hand)], dead_cards, [policy], draws, DEALS)
        made = sum(int((hand_rank_numbers(final) <= target).sum()) for (final,) in hands)
        z = (made / DEALS - exact) / max(sqrt(exact * (1 - exact) / DEALS), 1e-9)
        if abs(z) > 3:
            beyond.append((hand, dead, draws, target, z))
    assert len(beyond) <= QUESTIONS // 50, beyond  # of 370, one is beyond by chance


@pytest.mark.parametrize("target", [0, 1279, 7462])
def test_hands_to_make_have_no_pair(target: int) -> None:
    with pytest.raises(HistparseError, match=f"from 1 to 1278, not {target}"):
        chance("2347", 1, target)


def test_too_many_hands_are_refused() -> None:
    with pytest.raises(TooManyError):
        chance("2", 3, LAST["J"])
