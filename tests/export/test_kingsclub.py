"""KingsClub text, character by character."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from histparse.export import Remark
from histparse.flow import judged
from histparse.model.cards import UNKNOWN, parse_cards
from histparse.model.events import (
    Bet,
    BettingBegins,
    Call,
    Cancelled,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Note,
    Outcome,
    Post,
    PostKind,
    Raise,
    Receive,
    Result,
    Show,
    ShowdownBegins,
    Total,
)
from histparse.model.hand import Hand, Limit
from histparse.model.house import house
from histparse.simulate import Stakes, deal_hands
from tests.dealer.kingsclub import KINGS_CLUB
from tests.simulate.games import game

CARDS = parse_cards("7c 5d 4s 3h 2h")


def dealt(hands: int, **more: Any) -> list[Hand]:
    return list(deal_hands(game("ring", hands, site="kingsclub", house=house("kingsclub"), **more)))


@pytest.fixture(scope="module")
def hand() -> Hand:
    return dealt(1)[0]


def written(hand: Hand, *events: Event) -> list[str]:
    """The lines of those events."""
    return [text for _, text in KINGS_CLUB.lines(replace(hand, events=events))[3 + len(hand.seats) :]]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (BettingBegins(9, 0), "*** 1ST BETTING ROUND ***"),
        (BettingBegins(9, 3), "*** 4TH BETTING ROUND ***"),
        (DrawBegins(9, 3), "*** 3RD DRAW ***"),
        (Post(9, "Al", PostKind.ANTE, 550), "Al: posts ante 5.50"),
        (Post(9, "Al", PostKind.SMALL_BLIND, 100, True), "Al: posts the small blind 1, and is all in"),
        (Post(9, "Al", PostKind.EXTRA_BLIND, 4400), "Al: posts blind 44"),
        (Post(9, "Al", PostKind.STRADDLE, 8800), "Al: straddles 88"),
        (Deal(9, "Al", (UNKNOWN,) * 5), "Dealt to Al: [X X X X X]"),
        (Deal(9, "Al", CARDS), "Dealt to Al: [7c 5d 4s 3h 2h]"),
        (Call(9, "Al", None, 215450, True), "Al calls 2,154.50, and is all in"),
        (Bet(9, "Al", 4000), "Al bets 40"),
        (Raise(9, "Al", None, 8000), "Al raises to 80"),
        (Discard(9, "Al", 2), "Al draws 2"),
        (Show(9, "Al", CARDS), "Al shows [7c 5d 4s 3h 2h]"),
        (Result(9, 2, "Al", Outcome.UNSAID, stack=7850, net=-140050), "Seat 2: Al (78.50) -1,400.50"),
        (Result(9, 2, "Al", Outcome.UNSAID, stack=7850, net=100), "Seat 2: Al (78.50) +1"),
        (Result(9, 2, "Al", Outcome.UNSAID, stack=3250000, net=0), "Seat 2: Al (32,500)"),
        (Total(9, None, 150), "Rake 1.50"),
        (Collect(9, "Al", 119400), "Al wins pot (1,194)"),
        (Collect(9, "Al", 6000, 1), "Al wins side pot 1 (60)"),
        (Cancelled(9), "Hand cancelled"),
        (Note(9, "sit out", "Al sits out"), "Al sits out"),
    ],
)
def test_lines(hand: Hand, event: Event, text: str) -> None:
    assert written(hand, event) == [text]


def test_one_line_may_state_several_events(hand: Hand) -> None:
    thrown, new = Discard(9, "Al", 2, CARDS[:2]), Receive(9, "Al", 2, new=CARDS[3:])
    result = Result(9, 2, "Al", Outcome.UNSAID, stack=0, net=-100)
    assert written(hand, thrown, new) == ["Al discards [7c 5d] draws [3h 2h]"]
    assert written(hand, ShowdownBegins(9), Show(9, "Al", CARDS)) == ["Al shows [7c 5d 4s 3h 2h]"]
    assert written(hand, Post(9, "Al", PostKind.DEAD_BLIND, 100), result, Collect(9, "Al", 5)) == ["Seat 2: Al (0) -1"]


def test_shares_of_a_pot_name_it_last(hand: Hand) -> None:
    shares = (Collect(8, "Al", 100, 1), Collect(9, "Al", 100, 0), Collect(10, "Bo", 100, 0))
    assert written(hand, *shares) == ["Al wins side pot 1 (1)", "Al wins (1) from pot", "Bo wins (1) from pot"]


def test_header(hand: Hand) -> None:
    changed = replace(hand, header=replace(hand.header, hand_id="7", low=50000, high=100000, limit=Limit.NO))
    printed = [text for _, text in KINGS_CLUB.lines(changed)]
    assert printed[:3] == [
        "#7: No Limit 2-7 Triple Draw - 500/1,000",
        "2013-02-04 19:00:00",
        f"Table '{hand.table.name}' Seat {hand.table.button} is the button",
    ]


def test_nothing_is_said_beside_the_play() -> None:
    assert (KINGS_CLUB.remark(Remark("chat", "Al", "hi")), KINGS_CLUB.says(CARDS)) == ("", "")


def test_the_nets_printed_and_the_rake_cancel() -> None:
    for each in dealt(60, stakes=(Stakes(2200, 4400, 1100, 550),), stacks=(1, 10), players=(2, 7)):
        results = [event for event in each.events if isinstance(event, Result)]
        rake = sum(event.rake or 0 for event in each.events if isinstance(event, Total))
        assert sum(event.net or 0 for event in results) + rake == 0
        starts = {seat.player: seat.stack for seat in each.seats}
        assert all(starts[event.player] + (event.net or 0) == event.stack for event in results)


def test_all_in_hands_lie_open_before_the_last_round_is_headed() -> None:
    open_early = 0
    for each in dealt(80, stacks=(1, 4)):
        kinds = [type(event) for event in each.events]
        if Show in kinds and ShowdownBegins not in kinds:
            open_early += 1
            last = max(place for place, kind in enumerate(kinds) if kind is BettingBegins)
            assert kinds.index(Show) < last
            shown = [event.player for event in each.events if isinstance(event, Show)]
            assert shown == [seat.player for seat in each.seats if seat.player in shown]
    assert open_early


def test_the_real_hand_is_written_as_it_was(real_histories: Path) -> None:
    (result,) = judged(real_histories / "kingsclub" / "cash-8gamemix-40-80-202101.txt")
    assert result.hand is not None
    assert result.text is not None
    assert [text for _, text in KINGS_CLUB.lines(result.hand)] == result.text.text.split("\n")
