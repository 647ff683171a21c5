"""Hands shown in part: what is known of a card whose player discarded some unseen."""

from __future__ import annotations

from histparse.judging.engine import judge
from histparse.model.cards import parse_cards
from histparse.model.events import (
    Call,
    Check,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Post,
    PostKind,
    Receive,
    Show,
    ShowdownBegins,
    StandPat,
    SummaryBegins,
)
from histparse.model.findings import Finding
from histparse.model.hand import Hand, Header, Limit, Seat, TableLine
from histparse.model.house import house
from tests.parsing.reading import codes

BLINDS: tuple[Event, ...] = (Post(1, "Bob", PostKind.SMALL_BLIND, 50), Post(2, "Ann", PostKind.BIG_BLIND, 100))


def find_codes(*play: Event) -> list[str]:
    return codes(findings(*play))


def findings(*play: Event) -> tuple[Finding, ...]:
    """What is found in a heads-up hand; Ann draws first."""
    header = Header(1, "winamax", "1", Limit.FIXED, 100, 200, "EUR", None)
    seats = (Seat(1, 1, "Ann", 10_000), Seat(1, 2, "Bob", 10_000))
    hand = Hand("", header, TableLine(1, "", 6, 2), seats, (*BLINDS, *play), last_line=99)
    return judge(hand, house("winamax")).findings


def drawn(*draws: tuple[Event, ...]) -> tuple[Event, ...]:
    """A hand that is called and checked down."""
    play: list[Event] = [Call(10, "Bob", 50), Check(11, "Ann")]
    for draw, acts in enumerate(draws, 1):
        play += [DrawBegins(20, draw), *acts, Check(30, "Ann"), Check(31, "Bob")]
    return (*play, ShowdownBegins(40))


PAT = (StandPat(21, "Ann"), StandPat(22, "Bob"))
UNSEEN = (Discard(21, "Ann", 2), Discard(22, "Bob", 3))
DEALT = Deal(5, "Ann", parse_cards("7h 5d 4s Kd Qc"))


def test_cards_thrown_unseen_come_to_nobody_without_a_reshuffle() -> None:
    shown = Show(41, "Ann", parse_cards("7h 5d 4s 3c 2c"))
    ends = (shown, Show(42, "Bob", parse_cards("Kd 9d 8d 8h 2h")), SummaryBegins(50))
    assert find_codes(DEALT, *drawn(UNSEEN, PAT, PAT), *ends) == ["DLT02"]


def test_a_card_thrown_in_this_draw_comes_to_nobody_else() -> None:
    acts = (
        Discard(21, "Ann", 2, parse_cards("Kd Qc")),
        Receive(22, "Ann", 2, new=parse_cards("3c 2c")),
        Discard(23, "Bob", 1),
        Receive(24, "Bob", 1, new=parse_cards("Kd")),
    )
    assert find_codes(DEALT, *drawn(acts, PAT, PAT)) == ["DCK03"]


def test_a_round_without_betting_is_named() -> None:
    """The checks after the second draw are missing."""
    play = list(drawn(PAT, PAT, PAT))
    second = play.index(DrawBegins(20, 2))
    del play[second + 3 : second + 5]
    [missing] = findings(DEALT, *play)
    assert (missing.code, missing.message) == ("DRW07", "the third betting round is missing")


def test_a_hand_known_in_part_is_not_known() -> None:
    dealt = Deal(5, "Ann", parse_cards("7h 5d 4s Kd ??"))
    ends = (Show(41, "Ann", parse_cards("7h 5d 4s Kd 2c")), Show(42, "Bob", parse_cards("Ks 9d 8d 8h 2h")))
    assert find_codes(dealt, *drawn(PAT, PAT, PAT), *ends, SummaryBegins(50)) == []


def test_the_rest_of_a_known_hand_is_kept() -> None:
    first_draw = (
        Discard(21, "Ann", 2, parse_cards("Kd Qc")),
        StandPat(22, "Bob"),
        Receive(23, "Ann", 2, new=parse_cards("3c 2c")),
    )
    for shown, expected in (("7h 5d 4s 3c 2c", []), ("7h 5d 4c 3c 2c", ["SHD01"])):
        ends = (Show(41, "Ann", parse_cards(shown)), Show(42, "Bob", parse_cards("Ks 9d 8d 8h 2h")), SummaryBegins(50))
        assert find_codes(DEALT, *drawn(first_draw, PAT, PAT), *ends) == expected
