"""Cards are taken as a text or as a list, wherever they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

import histparse
from histparse import cards, ranking


class Hands(NamedTuple):
    """Cards in one way of writing them."""

    four: str | Sequence[str]
    five: str | Sequence[str]
    pat: str | Sequence[str]
    thrown: str | Sequence[str]


LISTED = Hands(
    four=["2c", "3d", "4h", "7s"],
    five=["2c", "3d", "4h", "7s", "Kh"],
    pat=("9d", "8c", "7d", "5h", "4s"),
    thrown=["Kc", "Kd"],
)
WRITTEN = Hands(four="2c3d4h7s", five="2c3d4h7sKh", pat="9d 8c 7d 5h 4s", thrown="KcKd")
FUNCTIONS: dict[str, Callable[[Hands], object]] = {
    "draw_chances": lambda hands: histparse.draw_chances(hands.four, dead=hands.thrown, to=["8"]),
    "equity": lambda hands: histparse.equity(hands.pat, hands.four, dead=hands.thrown),
    "best_draws": lambda hands: histparse.best_draws([hands.pat, hands.five]),
    "solve_river": lambda hands: histparse.solve_river(hands.pat, hands.four, pot=3, cap=1, dead=hands.thrown),
    "solve_street": lambda hands: histparse.solve_street(hands.pat, hands.five, pot=3, cap=1, dead=hands.thrown),
    "cards": lambda hands: ranking.number(cards.parse_cards(hands.pat)),
}


@pytest.mark.nightly(5)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_list_of_cards_is_their_text(name: str) -> None:
    assert FUNCTIONS[name](LISTED) == FUNCTIONS[name](WRITTEN)


def test_what_is_no_card_is_named() -> None:
    with pytest.raises(histparse.HistparseError, match="`1x`"):
        histparse.equity(["2c", "1x"], "2347")
    with pytest.raises(ValueError, match="`1x` is not a card"):
        cards.parse_cards(["2c", "1x"])
