"""Pat or break: published figures, by trying all cards, and against shuffled decks."""

from __future__ import annotations

from math import sqrt
from random import Random

import numpy as np
import pytest
from msgspec import Struct

import histparse
from histparse import PatOrBreak
from histparse.model.cards import RANKS, SUITS, Card, Cards, parse_cards
from histparse.model.errors import HistparseError
from histparse.model.ranking import number
from histparse.odds.card_sets import Masks
from histparse.odds.keeps import HANDS
from histparse.odds.notation import parse_range
from histparse.odds.policies import Choice, ForLow, Side
from tests.odds.dealer import dealt_shares, equity_tried_out


def in_random_suits(hand: str, against: str, random: Random) -> tuple[Cards, Cards]:
    """Cards of these ranks, none twice, and neither hand in one suit."""
    while True:
        cards = tuple(Card(rank + random.choice(SUITS)) for rank in hand + against)
        pat, drawing = cards[: len(hand)], cards[len(hand) :]
        if len({*cards}) == len(cards) and all(len({card[1] for card in held}) > 1 for held in (pat, drawing)):
            return pat, drawing


def cell(hand: str, against: str, *, draws: int = 1, dead: str = "", deals: int = 20_000) -> PatOrBreak:
    (comparison,) = histparse.pat_or_break([hand], [against], draws=draws, dead=dead, deals=deals)
    return comparison


@pytest.mark.parametrize(
    ("hand", "against", "published"),
    [
        ("J8653", "2347", 53.5),
        ("J8653", "2568", 48.8),
        ("T9865", "2347", 65.1),
        ("JT986", "2347", 55.8),
        ("JT986", "2568", 51.2),
        ("98754", "2347", 69.8),
    ],
)
def test_standing_pat_wins_as_published_and_as_tried_out(hand: str, against: str, published: float) -> None:
    """Whatever the suits."""
    comparison, random = cell(hand, against), Random(5)  # noqa: S311 - any suits will do
    assert round(100 * comparison.pat, 1) == published
    for _ in range(5):
        assert comparison.pat == pytest.approx(equity_tried_out(*in_random_suits(hand, against, random)))
    assert (comparison.pat_error, comparison.broken_error, comparison.gap_error) == (None, None, None)


def test_the_broken_hand_tried_out() -> None:
    """Both draw one card from what nobody has seen, the thrown jack is out."""
    comparison = cell("Jc8d6h5s3s", "2c3d4h7c")
    broken = equity_tried_out(*map(parse_cards, ("8d 6h 5s 3s", "2c 3d 4h 7c", "Jc")))
    assert comparison.kept == "8d6h5s3s"
    assert comparison.broken == pytest.approx(broken, abs=1e-12)
    assert comparison.gap == pytest.approx(comparison.pat - comparison.broken)


def test_dead_cards_are_blockers() -> None:
    """Dead fives, which the draw needs, help the pat hand; dead kings hurt it."""
    usual, fives, kings = (cell("J8653", "2347", dead=dead).pat for dead in ("", "5c 5d", "Kc Kd"))
    pat, drawing = parse_cards("Jc 8d 6h 5s 3s"), parse_cards("2c 3d 4h 7c")
    for dead, equity in (("5c 5d", fives), ("Kc Kd", kings)):
        assert equity == pytest.approx(equity_tried_out(pat, drawing, parse_cards(dead)))
    assert kings < usual < fives


@pytest.mark.parametrize("draws", [2, 3])
def test_a_pat_hand_against_a_draw_dealt_with_shuffled_decks(draws: int) -> None:
    """A nine that is better kept pat to the end wins whenever the draw does not get there."""
    comparison, deals = cell("95432", "237", draws=draws), 20_000
    sides = Side(parse_range("95432"), _Pat()), Side(parse_range("237"), ForLow())
    won = dealt_shares(sides, 0, draws, deals)[0].mean()
    assert comparison.pat_error is not None
    assert comparison.gap_error is not None
    assert abs(won - comparison.pat) < 4 * sqrt(2) * comparison.pat_error
    assert comparison.gap == pytest.approx(comparison.pat - comparison.broken)


class _Pat(Struct, frozen=True):
    """Stands pat whatever comes."""

    name: str = "pat"

    def choose_keeps(self, hands: Masks, _draws_left: int) -> Choice:
        return Choice(hands, np.zeros(len(hands)))


def test_the_hands_of_the_table_go_from_the_best_to_the_worst() -> None:
    numbers = [number(tuple(Card(rank + suit) for rank, suit in zip(hand, "cdhss", strict=True))) for hand in HANDS]
    assert numbers == sorted(numbers)
    assert {hand[0] for hand in HANDS} == {*RANKS[RANKS.index("8") : RANKS.index("K")]}


def test_a_table_goes_from_the_best_hand_to_the_worst_however_it_is_asked() -> None:
    """The line that tells down to which hand to stand pat is read from it."""
    cells = histparse.pat_or_break(["J8653", "pat 9", "T9865"], ["2347"])
    assert [cell.hand for cell in cells] == ["pat 9", "T9865", "J8653"]


def test_a_pat_hand_has_five_cards() -> None:
    with pytest.raises(HistparseError, match=r"`2347` is not five cards: write them like J8653 or Jc8d6h5s3s"):
        cell("2347", "237")
