"""Main and side pots from what each player put in."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from histparse.replay.players import Player
from histparse.replay.table import compute_pots


def player(order: int, paid: int, *, folded: bool = False, dead: int = 0) -> Player:
    player = Player(f"P{order}", order + 1, order, "", 100_000, 100_000, folded=folded, dead=dead)
    player.pay(paid)
    return player


def shapes(*players: Player) -> str:
    """`180 for P0 P1 P2; 80 for P0 P2`."""
    pots = ((pot.amount, " ".join(player.name for player in pot.contenders)) for pot in compute_pots(players))
    return "; ".join(f"{amount} for {names}" for amount, names in pots)


def test_equal_stakes_make_one_pot() -> None:
    assert shapes(player(0, 40), player(1, 40), player(2, 10, folded=True)) == "90 for P0 P1"


def test_a_short_all_in_leaves_a_side_pot() -> None:
    assert shapes(player(0, 100), player(1, 60), player(2, 100)) == "180 for P0 P1 P2; 80 for P0 P2"


def test_chips_of_folded_players_lie_in_the_pots_they_reached() -> None:
    players = player(0, 100), player(1, 60), player(2, 80, folded=True), player(3, 100)
    assert shapes(*players) == "240 for P0 P1 P3; 100 for P0 P3"


def test_a_dead_blind_makes_no_side_pot() -> None:
    assert shapes(player(0, 15, dead=5), player(1, 10)) == "25 for P0 P1"


def test_nobody_paid() -> None:
    assert shapes(player(0, 0), player(1, 0)) == ""


@given(st.lists(st.tuples(st.integers(0, 500), st.booleans()), min_size=2, max_size=7))
def test_the_pots_hold_every_chip(stakes: list[tuple[int, bool]]) -> None:
    players = [player(order, paid, folded=folded) for order, (paid, folded) in enumerate(stakes)]
    pots = compute_pots(players)
    assert sum(pot.amount for pot in pots) == sum(paid for paid, _ in stakes)
    assert all(not contender.folded for pot in pots for contender in pot.contenders)
    assert all(set(side_pot.contenders) < set(pot.contenders) for pot, side_pot in pairwise(pots))
