"""Order and names of positions."""

from __future__ import annotations

import pytest

from histparse.model.events import Post, PostKind
from histparse.model.hand import Hand, Header, Limit, Seat, TableLine
from histparse.replay.players import order_dealt_in_players, position_names, reorder_or_halve_stakes


def hand(dealt: int, *posts: Post, stakes: tuple[int, int] = (100, 200)) -> Hand:
    """A hand of so many players, the first of whom has the button."""
    header = Header(1, "pokerstars", "1", Limit.FIXED, *stakes, "USD", None)
    seats = tuple(Seat(1, seat, f"P{seat}", 10_000) for seat in range(1, dealt + 1))
    return Hand("", header, TableLine(1, "", 9, 1), seats, posts)


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
    assert " ".join(position_names(dealt)) == names


def test_without_a_small_blind_the_first_is_the_big_blind() -> None:
    assert position_names(4, small_blind=False) == ("BB", "HJ", "CO", "BTN")


@pytest.mark.parametrize(
    ("posts", "names"),
    [
        ({"P2": PostKind.BIG_BLIND}, "BB CO BTN"),
        ({"P2": PostKind.SMALL_BLIND, "P3": PostKind.BIG_BLIND}, "SB BB CO BTN"),
        ({"P3": PostKind.BIG_BLIND}, "SB BB CO BTN"),
    ],
)
def test_who_posts_the_big_blind_alone_left_of_the_button_has_no_small_blind_before(
    posts: dict[str, PostKind], names: str
) -> None:
    blinds = (Post(2, name, kind, 50) for name, kind in posts.items())
    players, _ = order_dealt_in_players(hand(len(names.split()), *blinds))
    assert " ".join(player.position for player in players) == names


@pytest.mark.parametrize("dealt", range(2, 9))
def test_everybody_seated_has_their_position(dealt: int) -> None:
    """More than a table has are dealt in by mistake: they have none."""
    players, by_blinds = order_dealt_in_players(hand(dealt))
    assert not by_blinds
    assert [player.name for player in players] == [f"P{seat}" for seat in (*range(2, dealt + 1), 1)]
    names = position_names(dealt)
    assert [player.position for player in players] == [*names, *[""] * (dealt - len(names))]


@pytest.mark.parametrize(
    ("stated", "high", "doubts"), [((100, 200), 200, 0), ((100, 100), 100, 0), ((200, 100), 200, 1)]
)
def test_the_larger_stake_is_the_big_bet(stated: tuple[int, int], high: int, doubts: int) -> None:
    ordered = reorder_or_halve_stakes(hand(0, stakes=stated))
    assert (ordered.header.low, ordered.header.high, len(ordered.doubts)) == (100, high, doubts)


def test_one_player_alone() -> None:
    assert len(position_names(1)) == 1
