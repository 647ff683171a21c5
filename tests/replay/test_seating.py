"""Order and names of positions."""

from __future__ import annotations

import pytest

from histparse.replay.seating import positions


@pytest.mark.parametrize(
    ("dealt", "names"),
    [
        (2, "BB BTN/SB"),
        (3, "SB BB BTN"),
        (4, "SB BB CO BTN"),
        (5, "SB BB HJ CO BTN"),
        (6, "SB BB UTG HJ CO BTN"),
        (7, "SB BB UTG UTG+1 HJ CO BTN"),
    ],
)
def test_positions_by_number_dealt_in(dealt: int, names: str) -> None:
    assert " ".join(positions(dealt)) == names


def test_without_a_small_blind_the_first_is_the_big_blind() -> None:
    assert positions(4, small_blind=False) == ("BB", "HJ", "CO", "BTN")


def test_one_player_alone() -> None:
    assert len(positions(1)) == 1
