"""Pots whose payouts the text does not print: from the cards, from the final stacks, or unknown."""

from __future__ import annotations

from typing import Any

import pytest

from histparse.judging.engine import judge
from histparse.model.cards import Cards, parse_cards
from histparse.model.events import (
    Event,
    Fold,
    Muck,
    Outcome,
    Post,
    PostKind,
    Result,
    Show,
    ShowdownBegins,
    Splash,
    SummaryBegins,
    Wager,
)
from histparse.model.hand import Hand, Header, Limit, Reading, Seat, StatedPot, TableLine, UncalledBet
from histparse.model.house import house
from histparse.replay.table import Phase, Table

READING = Reading(StatedPot.NONE, uncalled=UncalledBet.UNSAID, marks_all_in=False, says_payouts=False)
WHEEL, EQUAL, ROUGH = (parse_cards(text) for text in ("7h 5d 4s 3c 2c", "7c 5h 4d 3s 2s", "9h 8h 4c 3d 2d"))


def nets(*play: Event, **stakes: Any) -> list[int]:
    """What Ann (small blind), Bob (big blind) and Cal have won; all are in for as much as they can."""
    return [player.net for player in played(*play, **stakes).players]


def played(
    *play: Event,
    stacks: tuple[int, int, int] = (10_000, 10_000, 10_000),
    currency: str = "chips",
    small_blind: int = 100,
) -> Table:
    """The table after that hand."""
    header = Header(1, "phh", "1", Limit.NO, 100, 100, currency, None, small_blind=small_blind, big_blind=100)
    seats = tuple(Seat(1, place, name, stack) for place, (name, stack) in enumerate(zip(NAMES, stacks, strict=True), 1))
    posts = (Post(1, "Ann", PostKind.SMALL_BLIND, small_blind), Post(2, "Bob", PostKind.BIG_BLIND, 100))
    hand = Hand("", header, TableLine(1, "", 6, 3), seats, (*posts, *play, SummaryBegins(90)), (), None, READING, 99)
    return judge(hand, house("phh")).table


NAMES = ("Ann", "Bob", "Cal")
ALL_IN = (Wager(3, "Cal", to=300), Wager(4, "Ann"), Wager(5, "Bob"))


def shown(*hands: Cards | None) -> tuple[Event, ...]:
    """The showdown: cards, or None for a hand mucked."""
    acts = (Show(50, name, hand) if hand else Muck(50, name) for name, hand in zip(NAMES, hands, strict=True))
    return (ShowdownBegins(40), *acts)


def test_a_player_alone_takes_the_pot_and_gets_back_what_nobody_called() -> None:
    assert nets(Wager(3, "Cal", to=300), Fold(4, "Ann"), Fold(5, "Bob"), small_blind=50) == [-50, -100, 150]


def test_the_best_hand_takes_the_pot() -> None:
    assert nets(*ALL_IN, *shown(ROUGH, WHEEL, ROUGH)) == [-300, 600, -300]


def test_chips_that_the_site_adds_are_in_the_pot() -> None:
    assert nets(Splash(2, 50), *ALL_IN, *shown(ROUGH, WHEEL, ROUGH)) == [-300, 650, -300]


def test_who_mucks_loses_with_any_hand() -> None:
    assert nets(*ALL_IN, *shown(ROUGH, None, None)) == [600, -300, -300]


def test_equal_hands_share_and_chips_are_not_parted() -> None:
    split = (*ALL_IN, *shown(WHEEL, EQUAL, ROUGH))
    assert nets(*split) == [200, 100, -300]
    assert nets(*split, currency="USD") == [150, 150, -300]


def test_stakes_and_stacks_show_the_smallest_chip_and_the_pot_does_not() -> None:
    split = (*ALL_IN, *shown(WHEEL, EQUAL, ROUGH))
    assert nets(*split, small_blind=50) == [150, 150, -300]
    assert nets(*split, stacks=(10_000, 10_000, 9_950)) == [150, 150, -300]


def test_side_pots_go_to_those_who_paid_for_them() -> None:
    side_pot = (*ALL_IN, *shown(WHEEL, ROUGH, EQUAL))
    assert nets(*side_pot, stacks=(100, 10_000, 10_000)) == [100, -300, 200]
    payouts = played(*side_pot, stacks=(100, 10_000, 10_000)).payouts
    paid = [(payout.player, payout.amount, payout.pot) for payout in payouts]
    assert paid == [("Ann", 200, 0), ("Cal", 100, 0), ("Cal", 400, 1)]
    assert {payout.pot for payout in played(*ALL_IN, *shown(ROUGH, WHEEL, ROUGH)).payouts} == {None}


def test_pots_are_counted_again_when_chips_have_moved_before_the_showdown() -> None:
    table = played(*ALL_IN, *shown(ROUGH, WHEEL, ROUGH))
    table.phase = Phase.BETTING
    whole = sum(pot.amount for pot in table.pots())
    table.phase = Phase.SHOWDOWN
    table.players[0].paid += 100
    table.pot += 100
    assert sum(pot.amount for pot in table.pots()) == whole + 100


@pytest.mark.parametrize("cards", [WHEEL[:3], ()])
def test_nobody_is_paid_where_nobody_can_know(cards: Cards) -> None:
    assert nets(*ALL_IN, *shown(WHEEL, None, None)[:2], Show(51, "Bob", cards), Muck(52, "Cal")) == [-300] * 3


def test_the_stacks_stated_decide() -> None:
    left = zip((1, 2, 3), NAMES, (10_550, 9_700, 9_700), strict=True)
    results = (Result(91, place, name, Outcome.UNSAID, stack=stack) for place, name, stack in left)
    assert nets(*ALL_IN, *shown(None, WHEEL, None), *results) == [550, -300, -300]
