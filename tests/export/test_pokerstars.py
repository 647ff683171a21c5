"""PokerStars text, character by character."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path

import pytest
from msgspec.structs import replace

from histparse import flow
from histparse.export import Remark
from histparse.export.pokerstars import POKERSTARS
from histparse.model.cards import parse_cards
from histparse.model.events import Cancelled, Check, Collect, Event, Fold, Muck, NoShow, Total
from histparse.model.hand import Hand, Limit, Tournament
from histparse.simulate import deal_hands
from tests.export.hands import read_back
from tests.parsing.dialects.tables import read_table
from tests.simulate.games import game


@pytest.fixture(scope="module")
def hand() -> Hand:
    return next(deal_hands(game("ring", 1)))


def header(hand: Hand, **changes: object) -> str:
    played_at = datetime(2013, 7, 5, 8, 5, 9, tzinfo=UTC)
    changed = replace(hand.header, **({"played_at": played_at, "hand_id": "12"} | changes))
    return POKERSTARS.lines(replace(hand, header=changed))[0][1]


FREE = Tournament("7", "IV", 10000, None, 0, None)
PAID = Tournament("7", "IV", 2500, 2500, 500, "USD")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "PokerStars Hand #12:  Triple Draw 2-7 Lowball Limit ($0.10/$0.20 USD) - 2013/07/05 4:05:09 ET"),
        (
            {"played_at": datetime(2010, 1, 5, 18, 0, 0, tzinfo=UTC), "zone": "CET"},
            "PokerStars Game #12:  Triple Draw 2-7 Lowball Limit ($0.10/$0.20 USD) - "
            "2010/01/05 19:00:00 CET [2010/01/05 13:00:00 ET]",
        ),
        (
            {"kind": "Zoom", "currency": "EUR", "low": 100, "high": 200},
            "PokerStars Zoom Hand #12:  Triple Draw 2-7 Lowball Limit (€1/€2 EUR) - 2013/07/05 4:05:09 ET",
        ),
        (
            {"currency": "play", "low": 1000, "high": 2000, "limit": Limit.NO},
            "PokerStars Hand #12:  Triple Draw 2-7 Lowball No Limit (10/20) - 2013/07/05 4:05:09 ET",
        ),
        (
            {"currency": "chips", "low": 16000, "high": 32000, "tournament": PAID, "mix": "8-Game"},
            "PokerStars Hand #12: Tournament #7, $25+$25+$5 USD 8-Game (Triple Draw 2-7 Lowball Limit) - "
            "Level IV (160/320) - 2013/07/05 4:05:09 ET",
        ),
        (
            {"currency": "chips", "low": 2000, "high": 4000, "tournament": FREE, "kind": "Home Game", "club": "A, B"},
            "PokerStars Home Game Hand #12: {A, B} Tournament #7, 100+0 Triple Draw 2-7 Lowball Limit - "
            "Level IV (20/40) - 2013/07/05 4:05:09 ET",
        ),
        (
            {"mix": "8-Game"},
            "PokerStars Hand #12:  8-Game (Triple Draw 2-7 Lowball Limit, $0.10/$0.20 USD) - 2013/07/05 4:05:09 ET",
        ),
    ],
)
def test_headers(hand: Hand, changes: dict[str, object], text: str) -> None:
    assert header(hand, **changes) == text


def test_headers_are_read_as_they_were_meant(hand: Hand) -> None:
    for changes in (
        {"tournament": PAID, "mix": "8-Game", "currency": "chips"},
        {"tournament": FREE, "currency": "chips", "kind": "Home Game", "club": "A, B"},
        {"mix": "8-Game", "low": 10000, "high": 20000},
        {"zone": "MSK", "currency": "GBP", "limit": Limit.POT},
    ):
        changed = replace(hand, header=replace(hand.header, **changes))
        assert read_back(changed).header == changed.header


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Check(50, "Al"), "Al: checks "),
        (Fold(50, "Al"), "Al: folds "),
        (Muck(50, "Al"), "Al: mucks hand "),
        (NoShow(50, "Al"), "Al: doesn't show hand "),
        (Total(50, 200, 10), "Total pot $2 | Rake $0.10 "),
    ],
)
def test_lines_that_end_with_a_blank(hand: Hand, event: Event, text: str) -> None:
    printed = POKERSTARS.lines(replace(hand, events=(event,), notes=()))
    assert [line for record, line in printed if record is event] == [text]


def test_one_side_pot_has_no_number_two_have(hand: Hand) -> None:
    for pots, words in ((1, ["side pot", "main pot"]), (2, ["side pot-2", "side pot-1", "main pot"])):
        collects = (Collect(9, "Al", 100, pot) for pot in range(pots, -1, -1))
        events = (*collects, Total(9, 500, 0, 100, (200,) * pots))
        lines = POKERSTARS.lines(replace(hand, events=events))
        *collected, total = (text for record, text in lines if record in events)
        assert [text.split(" from ")[1] for text in collected] == words
        assert total.count("Side pot") == pots
        assert ("Side pot-1" in total) == (pots > 1)


def test_a_cancelled_hand_is_not_dealt(hand: Hand) -> None:
    printed = [text for _, text in POKERSTARS.lines(replace(hand, events=(Cancelled(50),), notes=()))]
    assert printed[-1] == "Hand cancelled"
    assert "*** DEALING HANDS ***" not in printed


@pytest.mark.parametrize(
    ("remark", "text"),
    [
        (Remark("chat", "Al", "hi"), 'Al said, "hi"'),
        (Remark("join", "Al", number=4), "Al joins the table at seat #4"),
        (Remark("sit out", "Al"), "Al is sitting out"),
        (Remark("sit out", "Al", "waiting"), "Al: sits out"),
        (Remark("finish", "Al", number=5), "Al finished the tournament in 5th place"),
        (
            Remark("finish", "Al", number=2, prize=3250, currency="USD"),
            "Al finished the tournament in 2nd place and received $32.50.",
        ),
        (
            Remark("winner", "Al", number=1, prize=6000, currency="EUR"),
            "Al wins the tournament and receives €60 - congratulations!",
        ),
    ],
)
def test_remarks(remark: Remark, text: str) -> None:
    assert POKERSTARS.remark(remark) == text


NAMES = """
Ac 5d 4s 3h 2h => A,5,4,3,2
2c 2d 4s 3h 6h => a pair of Deuces
8c 8d 8s 7h 2h => three of a kind, Eights
8c 7d 6s 5h 4h => a straight, Four to Eight
Jc 3c 4c 5c 9c => a flush, Jack high
Kc Kd Ks Jh Jd => a full house, Kings full of Jacks
6c 6d 6s 6h Jd => four of a kind, Sixes
9c 8c 7c 6c 5c => a straight flush, Five to Nine
"""


@pytest.mark.parametrize(("cards", "words"), read_table(NAMES))
def test_names_of_hands(cards: str, words: str) -> None:
    assert POKERSTARS.says(parse_cards(cards)) == words


def test_real_hands_are_written_as_they_were(real_histories: Path) -> None:
    """All lines come out as the site wrote them, except a site bug that lists more cards than a hand has."""
    files = ("cash-0.10-0.20-200911-17hands.txt", "cash-0.10-0.20-201106.txt")
    for file in (real_histories / "pokerstars" / name for name in files):
        lines = file.read_text(encoding="utf-8-sig").split("\n")
        for result in flow.parse_file(file):
            assert result.hand is not None
            assert result.text is not None
            original = list(takewhile(str.strip, lines[result.text.line - 1 :]))
            assert [line for _, line in POKERSTARS.lines(result.hand)] == original
