"""Winamax text, character by character, and what it prints of a simulated hand."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from histparse.export import Remark
from histparse.judging.engine import judge
from histparse.model.cards import UNKNOWN, parse_cards
from histparse.model.events import (
    Bet,
    BettingBegins,
    Call,
    Collect,
    Deal,
    Discard,
    Event,
    Fold,
    Outcome,
    Post,
    PostKind,
    Raise,
    Result,
    StandPat,
    Total,
    Uncalled,
)
from histparse.model.hand import Hand, Limit, Seat, Tournament
from histparse.model.house import house
from histparse.parsing.cutting import read_hands
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from histparse.simulate import Stakes, deal_hands
from tests.dealer.winamax import WINAMAX
from tests.dealer.writing import numbered, write
from tests.simulate.games import GAMES, game

HANDS = 5_000 if os.environ.get("HISTPARSE_SOAK") else 60
CARDS = parse_cards("7c 5d 4s 3h 2h")


@pytest.fixture(scope="module")
def hand() -> Hand:
    return next(deal_hands(game("ring", 1, site="winamax")))


def header(hand: Hand, **changes: object) -> str:
    when = datetime(2016, 7, 5, 8, 5, 9, tzinfo=UTC)
    changed = replace(hand.header, **({"played_at": when, "hand_id": "1-2-3", "currency": "EUR"} | changes))
    return WINAMAX.lines(replace(hand, header=changed, table=replace(hand.table, name="Dol(77)#1")))[0][1]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "CashGame - HandId: #1-2-3 - 2-7 Triple Draw fixed limit (0.10€/0.20€)"),
        ({"currency": "play", "low": 50, "high": 100}, "CashGame - HandId: #1-2-3 - Lowball27 fixed limit (0.50/1)"),
        ({"limit": Limit.POT, "ante": 5}, "CashGame - HandId: #1-2-3 - 2-7 Triple Draw pot limit (0.05€/0.10€/0.20€)"),
        ({"kind": "Go Fast"}, 'Go Fast "Dol(77)#1" - HandId: #1-2-3 - 2-7 Triple Draw fixed limit (0.10€/0.20€)'),
        (
            {
                "currency": "chips",
                "ante": 0,
                "low": 2000,
                "high": 4000,
                "tournament": Tournament("77", "4", 900, None, 100, "EUR"),
            },
            'Tournament "Dol" buyIn: 9€ + 1€ level: 4 - HandId: #1-2-3 - 2-7 Triple Draw fixed limit (0/20/40)',
        ),
    ],
)
def test_headers(hand: Hand, changes: dict[str, object], text: str) -> None:
    assert header(hand, **changes) == f"Winamax Poker - {text} - 2016/07/05 08:05:09 UTC"


def line(hand: Hand, event: Event) -> str:
    return next(text for record, text in WINAMAX.lines(replace(hand, events=(event,), notes=())) if record is event)


LINES: list[tuple[Event, str]] = [
    (Post(1, "Al", PostKind.BIG_BLIND, 10), "Al posts big blind 0.10€"),
    (Post(1, "Al", PostKind.EXTRA_BLIND, 10), "Al posts big blind 0.10€ out of position"),
    (Post(1, "Al", PostKind.DEAD_BLIND, 5), "Al posts small blind 0.05€ out of position"),
    (Deal(1, "Al", CARDS), "Dealt to Al [7c 5d 4s 3h 2h]"),
    (Deal(1, "Al", (UNKNOWN,) * 5), "Dealt to Al [X X X X X]"),
    (BettingBegins(1, 2), "*** THIRD-BET ***"),
    (Fold(1, "Al"), "Al folds"),
    (Call(1, "Al", 1050, None, True), "Al calls 10.50€ and is all-in"),
    (Bet(1, "Al", 123400), "Al bets 1234€"),
    (Raise(1, "Al", 10, 30), "Al raises 0.10€ to 0.30€"),
    (Discard(1, "Al", 1), "Al discard 1 card"),
    (Discard(1, "Al", 3), "Al discard 3 cards"),
    (StandPat(1, "Al"), "Al stands pat [X X X X X]"),
    (StandPat(1, "Al", CARDS), "Al stands pat [7c 5d 4s 3h 2h]"),
    (Collect(1, "Al", 100), "Al collected 1€ from pot"),
    (Collect(1, "Al", 100, 0), "Al collected 1€ from main pot"),
    (Collect(1, "Al", 100, 2), "Al collected 1€ from side pot 2"),
    (Total(1, 570, 25), "Total pot 5.70€ | Rake 0.25€"),
    (Total(1, 570, 0), "Total pot 5.70€ | No rake"),
    (Result(1, 2, "Al", Outcome.FOLDED), "Seat 2: Al folded"),
    (
        Result(1, 2, "Al", Outcome.COLLECTED, ("small blind", "button"), won=100),
        "Seat 2: Al (small blind) (button) won 1€",
    ),
    (
        Result(1, 2, "Al", Outcome.SHOWED, cards=CARDS, won=100, says="High card : 7"),
        "Seat 2: Al showed [7c 5d 4s 3h 2h] and won 1€ with High card : 7",
    ),
    (
        Result(1, 2, "Al", Outcome.SHOWED, cards=CARDS, says="High card : 7"),
        "Seat 2: Al showed [7c 5d 4s 3h 2h] and lost with High card : 7",
    ),
]


@pytest.mark.parametrize(("event", "text"), LINES)
def test_lines(hand: Hand, event: Event, text: str) -> None:
    assert line(hand, event) == text


def test_the_export_has_words_of_its_own(hand: Hand) -> None:
    export = replace(hand, header=replace(hand.header, currency="play"))
    assert line(export, StandPat(1, "Al")) == "Al discard 0 card"
    assert line(export, BettingBegins(1, 0)) == "*** FIRST-BET *** "
    assert line(export, Post(1, "Al", PostKind.BIG_BLIND, 50)) == "Al posts big blind 0.50"


def test_seats(hand: Hand) -> None:
    seats = (Seat(3, 1, "Al", 520), Seat(4, 2, "Bo", 1000, bounty=25))
    printed = WINAMAX.lines(replace(hand, seats=seats))
    assert [text for record, text in printed if isinstance(record, Seat)] == [
        "Seat 1: Al (5.20€)",
        "Seat 2: Bo (10€, 0.25€ bounty)",
    ]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("8c 5d 4s 3h 2h", "High card : 8"),
        ("Ac 5d 4s 3h 2h", "High card : Ace"),
        ("2c 2d 4s 3h 6h", "One pair : 2"),
        ("Kc Kd 7s 7h 2h", "Two pairs : Kings and 7"),
        ("8c 8d 8s 7h 2h", "Trips of 8"),
        ("Jc 3c 4c 5c 9c", "Flush Jack high"),
        ("Kc Kd Ks Th Td", "Full of Kings and Tens"),
    ],
)
def test_names_of_hands(cards: str, words: str) -> None:
    assert WINAMAX.says(parse_cards(cards)) == words


def test_notes_are_not_printed() -> None:
    assert all(not hand.notes for hand in deal_hands(game("short", 40, site="winamax")))
    assert WINAMAX.remark(Remark("chat", "Al", "hi")) == "Al hi"


def test_everybody_dealt_in_has_a_line_but_the_hero_alone_sees_cards() -> None:
    for hand in deal_hands(game("ring", 40, site="winamax")):
        deals = [event for event in hand.events if isinstance(event, Deal)]
        assert {event.player for event in deals} == {seat.player for seat in hand.seats}
        assert {event.player for event in deals if UNKNOWN not in event.cards} <= {"Hero"}
    assert not any(isinstance(event, Deal) for event in next(deal_hands(game("play money", 1, site="winamax"))).events)


def test_nothing_is_returned_and_every_chip_is_collected() -> None:
    for hand in deal_hands(game("short", 150, site="winamax")):
        assert not any(isinstance(event, Uncalled) for event in hand.events)
        stated = next(event for event in hand.events if isinstance(event, Total))
        assert stated.pot == sum(event.amount for event in hand.events if isinstance(event, Collect))


ANTES = {"stakes": (Stakes(100, 200, 50, ante=25),), "stacks": (1, 8)}


@pytest.mark.parametrize("name", [*GAMES, "antes"])
def test_dealt_hands_are_legal_and_come_back(name: str) -> None:
    rules, first = house("winamax"), 1
    settings = game("ring", HANDS, 31, "winamax", **ANTES) if name == "antes" else game(name, HANDS, 31, "winamax")
    for dealt in deal_hands(settings):
        hand = numbered(dealt, first)
        parsed = parse_hand(HandText("", first, write(hand).rstrip("\n"), "winamax"))
        assert (parsed.findings, parsed.hand) == ((), hand)
        assert judge(hand, rules).findings == ()
        first += write(hand).count("\n")


def test_the_real_hand_is_written_as_it_was(real_histories: Path) -> None:
    file = real_histories / "winamax" / "cash-8games-25-50eur-201611.txt"
    text = next(read_hands(file))
    assert isinstance(text, HandText)
    parsed = parse_hand(text).hand
    assert parsed is not None
    assert [line for _, line in WINAMAX.lines(parsed)] == file.read_text(encoding="utf-8").split("\n")
