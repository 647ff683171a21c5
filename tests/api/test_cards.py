"""Cards are taken as a text or as a list, wherever they are asked for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import histparse
from histparse import cards, ranking

FOUR_CARDS, THROWN = ["2c", "3d", "4h", "7s"], ["Kc", "Kd"]
PAT = ("9d", "8c", "7d", "5h", "4s")
ALIKE: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
    "draw_chances": (
        lambda: histparse.draw_chances(FOUR_CARDS, dead=THROWN, to=["8"]),
        lambda: histparse.draw_chances("2c3d4h7s", dead="Kc Kd", to=["8"]),
    ),
    "equity": (
        lambda: histparse.equity(PAT, FOUR_CARDS, dead=THROWN),
        lambda: histparse.equity("9d8c7d5h4s", "2c3d4h7s", dead="Kc Kd"),
    ),
    "best_draws": (
        lambda: histparse.best_draws([PAT, [*FOUR_CARDS, "Kc"]]),
        lambda: histparse.best_draws(["9d8c7d5h4s", "2c3d4h7sKc"]),
    ),
    "solve_river": (
        lambda: histparse.solve_river(PAT, FOUR_CARDS, pot=3, cap=1, dead=THROWN),
        lambda: histparse.solve_river("9d8c7d5h4s", "2c3d4h7s", pot=3, cap=1, dead="KcKd"),
    ),
    "solve_street": (
        lambda: histparse.solve_street(PAT, [*FOUR_CARDS, "Kh"], pot=3, cap=1, dead=THROWN),
        lambda: histparse.solve_street("9d8c7d5h4s", "2c3d4h7sKh", pot=3, cap=1, dead="KcKd"),
    ),
    "cards": (
        lambda: ranking.number(cards.parse_cards(PAT)),
        lambda: ranking.number(cards.parse_cards("9d 8c 7d 5h 4s")),
    ),
}


@pytest.mark.nightly(5)
@pytest.mark.parametrize("name", ALIKE)
def test_a_list_of_cards_is_their_text(name: str) -> None:
    listed, written = ALIKE[name]
    assert listed() == written()


def test_what_is_no_card_is_named() -> None:
    with pytest.raises(histparse.HistparseError, match="`1x`"):
        histparse.equity(["2c", "1x"], "2347")
    with pytest.raises(ValueError, match="`1x` is not a card"):
        cards.parse_cards(["2c", "1x"])
