"""Merge text, character by character."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from histparse.export import Remark, UnwritableError
from histparse.flow import judged
from histparse.model.cards import parse_cards
from histparse.model.events import (
    Bet,
    BettingBegins,
    Call,
    Cancelled,
    Capped,
    Check,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Muck,
    Note,
    Outcome,
    Post,
    PostKind,
    Raise,
    Receive,
    Result,
    Show,
    ShowdownBegins,
    StandPat,
    SummaryBegins,
    Total,
    Uncalled,
    Wager,
)
from histparse.model.hand import Hand, Limit, Seat, Tournament
from histparse.model.house import house
from histparse.simulate import deal_hands
from tests.dealer.merge import MERGE
from tests.dealer.writing import heading, pages
from tests.simulate.games import game

CARDS = parse_cards("7c 5d 4s 3h 2h")
FIVE = 'cards="7c,5d,4s,3h,2h" player="3" hand="7-5-4-3-2"'


@pytest.fixture(scope="module")
def hand() -> Hand:
    dealt = next(deal_hands(game("ring", 1, site="merge", house=house("merge"))))
    return replace(dealt, seats=(Seat(3, 3, "Al", 520),), notes=(), events=())


def bare(line: str) -> str:
    return re.sub(r' (?:sequence|timestamp)="\d+"', "", line.strip())


def line(hand: Hand, event: Event) -> str:
    return next(bare(text) for record, text in MERGE.lines(replace(hand, events=(event,))) if record is event)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Post(1, "Al", PostKind.ANTE, 5), '<event type="ANTE" player="3" amount="0.05"/>'),
        (Post(1, "Al", PostKind.SMALL_AND_BIG, 150), '<event type="RETURN_BLIND" player="3" amount="1.50"/>'),
        (Post(1, "Al", PostKind.EXTRA_BLIND, 100), '<event type="INITIAL_BLIND" player="3" amount="1.00"/>'),
        (Fold(1, "Al"), '<event type="FOLD" player="3"/>'),
        (Check(1, "Al"), '<event type="CHECK" player="3"/>'),
        (Call(1, "Al", 1050), '<event type="CALL" player="3" amount="10.50"/>'),
        (Bet(1, "Al", 123400), '<event type="BET" player="3" amount="1234.00"/>'),
        (Raise(1, "Al", None, 300), '<event type="RAISE" player="3" amount="3.00"/>'),
        (Wager(1, "Al", 385, all_in=True), '<event type="ALL_IN" player="3" amount="3.85"/>'),
        (Discard(1, "Al", 2), '<event type="DRAW" player="3" text="2"/>'),
        (StandPat(1, "Al"), '<event type="DRAW" player="3" text="0"/>'),
        (Deal(1, "Al", CARDS, "7-5-4-3-2"), f'<cards type="HOLE" {FIVE}/>'),
        (Receive(1, "Al", held=CARDS, says="7-5-4-3-2"), f'<cards type="DRAW_DRAWN_CARDS" {FIVE}/>'),
        (Show(1, "Al", CARDS), '<event type="SHOW" player="3"/>'),
        (Muck(1, "Al"), '<event type="MUCK" player="3"/>'),
        (
            Collect(1, "Al", 480, 1, "8-7-6-4-2"),
            '<winner amount="4.80" uncalled="false" potnumber="2" player="3" hand="8-7-6-4-2" pottype="n"/>',
        ),
        (Uncalled(1, "Al", 100), '<winner amount="1.00" uncalled="true" potnumber="2" player="3" pottype="n"/>'),
        (Cancelled(1), '<event type="GAME_CANCELLED"/>'),
        (BettingBegins(1, 0), '<round id="PRE_FIRST_DRAW">'),
        (BettingBegins(1, 3), '<round id="POST_THIRD_DRAW">'),
        (DrawBegins(1, 2), '<round id="SECOND_DRAW">'),
        (ShowdownBegins(1), '<round id="SHOWDOWN">'),
        (SummaryBegins(1), '<round id="END_OF_GAME">'),
        (Note(1, "leave", '<event type="LEAVE" player="3"/>'), '<event type="LEAVE" player="3"/>'),
    ],
)
def test_lines(hand: Hand, event: Event, text: str) -> None:
    assert line(hand, event) == text


def test_rounds_are_opened_and_closed(hand: Hand) -> None:
    play = (Fold(7, "Al"), Muck(8, "Al"), Collect(9, "Al", 150), SummaryBegins(10))
    printed = [text for _, text in MERGE.lines(replace(hand, events=(BettingBegins(6, 0), *play)))]
    assert [text.strip() for text in printed if "round" in text] == [
        '<round id="BLINDS" sequence="1">',
        "</round>",
        '<round id="PRE_FIRST_DRAW" sequence="2">',
        "</round>",
        '<round id="END_OF_FOLDED_GAME" sequence="3">',
        "</round>",
        '<round id="END_OF_GAME" sequence="4">',
        "</round>",
    ]
    assert printed[-1] == "</game>"


def test_cards_are_turned_up_behind_all_who_show(hand: Hand) -> None:
    cards = parse_cards("Ac 8s 7c 3h 6d")
    result = Result(8, 3, "Al", Outcome.MUCKED, cards=cards)
    events = (ShowdownBegins(5), Show(6, "Al", CARDS), Muck(7, "Al"), result, SummaryBegins(9))
    printed = [bare(text) for _, text in MERGE.lines(replace(hand, events=events))]
    place = printed.index('<round id="SHOWDOWN">')
    assert printed[place + 1 : place + 5] == [
        '<event type="SHOW" player="3"/>',
        '<event type="MUCK" player="3"/>',
        '<cards type="SHOWN" cards="7c,5d,4s,3h,2h" player="3"/>',
        '<cards type="MUCKED" cards="Ac,8s,7c,3h,6d" player="3"/>',
    ]


def test_chat_repeats_the_number_of_the_act_before(hand: Hand) -> None:
    chat = Note(8, "chat", MERGE.remark(Remark("chat", 'O\'Neill "Red"', "a < b & c")))
    printed = [text for _, text in MERGE.lines(replace(hand, events=(Fold(7, "Al"), Fold(9, "Al")), notes=(chat,)))]
    (said,) = (text for text in printed if "CHAT" in text)
    assert bare(said) == '<event type="CHAT" player="O\'Neill &quot;Red&quot;" text="a &lt; b &amp; c"/>'
    assert [re.findall(r'sequence="(\d+)"', text) for text in printed if "event" in text] == [["1"], ["1"], ["2"]]


def test_what_the_site_has_no_words_for(hand: Hand) -> None:
    for event in (Capped(1), Total(1, 100, 0)):
        with pytest.raises(UnwritableError, match=f"no line for {type(event).__name__}"):
            MERGE.lines(replace(hand, events=(event,)))
    assert MERGE.remark(Remark("join", "Al", number=4)) == ""


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"low": 100, "high": 200}, "Limit $1/$2"),
        ({"low": 50, "high": 100}, "Limit $0.50/$1"),
        ({"low": 5, "high": 10, "limit": Limit.POT}, "Pot Limit ($0.05/$0.10)"),
        ({"low": 100, "high": 200, "limit": Limit.NO}, "No Limit ($1/$2)"),
    ],
)
def test_headings(hand: Hand, changes: dict[str, object], text: str) -> None:
    changed = replace(hand, header=replace(hand.header, **changes))
    assert heading(changed) == f'<description type="2-7 Lowball" stakes="{text}"/>'


def test_heading_of_a_tournament(hand: Hand) -> None:
    header = replace(hand.header, tournament=Tournament("7", "4"), low=8000, high=16000)
    changed = replace(hand, header=header, events=(Post(1, "Al", PostKind.SMALL_BLIND, 4000),))
    assert heading(changed) == '<description type="2-7 Lowball Tournament" stakes="Limit Level 4 Blinds 40/80"/>'


def test_a_heading_is_printed_when_it_changes(hand: Hand) -> None:
    other = replace(hand, header=replace(hand.header, low=100, high=200))
    assert [page.startswith("<description") for page in pages([hand, hand, other, hand])] == [True, False, True, True]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ac 5d 4s 3h 2h", "A-5-4-3-2"),
        ("9c 9d 4s 3h 6h", "Pair of Nines"),
        ("2c 2d 4s 3h 6h", "Pair of Twos"),
        ("Tc Td 5s 5h 2h", "Two Pair Tens and Fives"),
        ("8c 8d 8s 7h 2h", "Three of a Kind Eights"),
        ("Tc 9d 8s 7h 6h", "Ten High Straight"),
        ("Jc 3c 4c 5c 9c", "Jack High Flush"),
        ("Qc Qd Qs 9h 9d", "Full House - Queens over Nines"),
        ("6c 6d 6s 6h Jd", "Four of a Kind Sixes"),
        ("9c 8c 7c 6c 5c", "Nine High Straight Flush"),
    ],
)
def test_names_of_hands(cards: str, words: str) -> None:
    assert MERGE.says(parse_cards(cards)) == words


def test_real_hands_are_written_as_they_were(real_histories: Path) -> None:
    """All but the moments, which no record keeps."""
    for file in sorted((real_histories / "merge").iterdir()):
        for result in judged(file):
            assert result.hand is not None
            assert result.text is not None
            written = [bare(text) for _, text in MERGE.lines(result.hand)]
            assert written == [bare(text) for text in result.text.text.split("\n")]
