"""Pots: side pots by what was paid, dead chips, odd chips, rake."""

from __future__ import annotations

from random import Random

from histparse.export.pots import Pot
from histparse.model.cards import parse_cards
from histparse.model.events import Collect
from histparse.simulate import Rake, Stakes
from histparse.simulate.ending import make_pots, show_hands_and_pay_pots, take_rake
from histparse.simulate.player import Player
from histparse.simulate.settings import Style
from histparse.simulate.state import Play
from tests.simulate.games import game


def players(**paid: int) -> list[Player]:
    """Players who paid that much, from left of the button; those with a small first letter have folded."""
    seated = [Player(name, seat, 0, Style(), paid=amount) for seat, (name, amount) in enumerate(paid.items(), start=1)]
    for player in seated:
        player.folded_after = 0 if player.name.islower() else None
    return seated


def play(seated: list[Player], currency: str = "USD") -> Play:
    settings = game("ring", 1, currency=currency)
    random = Random(1)  # noqa: S311 - nothing secret, and the same in every run
    return Play(
        settings=settings,
        stakes=Stakes(100, 200, 50),
        random=random,
        players=seated,
        hero=None,
        last_two=False,
    )


def amounts(pots: list[Pot]) -> list[tuple[int, str]]:
    return [(pot.amount, "".join(pot.claims)) for pot in pots]


def test_no_side_pot_without_an_all_in() -> None:
    assert amounts(make_pots(play(players(A=400, b=150, C=400)))) == [(950, "AC")]


def test_a_side_pot_for_each_depth() -> None:
    assert amounts(make_pots(play(players(A=50, B=400, C=220, D=400, e=300)))) == [
        (250, "ABCD"),
        (680, "BCD"),
        (440, "BD"),
    ]


def test_dead_chips_belong_to_the_main_pot_and_make_no_side_pot() -> None:
    seated = players(A=100, B=100)
    seated[0].dead = 50
    assert amounts(make_pots(play(seated))) == [(250, "AB")]


def test_rake_is_taken_from_every_pot_up_to_the_most() -> None:
    pots, rake = take_rake([Pot(1650, ("A",)), Pot(1500, ("A",))], Rake(5, 300))
    assert ([pot.amount for pot in pots], rake) == ([1568, 1425], 157)
    pots, rake = take_rake([Pot(1650, ("A",)), Pot(1500, ("A",))], Rake(5, 100))
    assert ([pot.amount for pot in pots], rake) == ([1568, 1482], 100)


def collected(currency: str, amount: int) -> list[tuple[str, int]]:
    seated = players(A=1, B=1, C=1)
    for player, cards in zip(seated, ("8h 7c 4s 3d 2d", "8c 7h 4d 3s 2s", "8d 7s 4h 3c 2c"), strict=True):
        player.cards = list(parse_cards(cards))
    dealt = play(seated, currency)
    show_hands_and_pay_pots(dealt, [Pot(amount, ("A", "B", "C"))])
    return [(event.player, event.amount) for event in dealt.events if isinstance(event, Collect)]


def test_odd_cents_go_to_the_first_winners_left_of_the_button() -> None:
    assert collected("USD", 1001) == [("A", 334), ("B", 334), ("C", 333)]


def test_chips_of_play_money_are_never_broken() -> None:
    assert collected("play", 1000) == [("A", 400), ("B", 300), ("C", 300)]
