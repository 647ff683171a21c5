"""Full Tilt text, character by character."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from histparse.export import Remark
from histparse.model.cards import parse_cards
from histparse.model.events import (
    Bet,
    Call,
    Cancelled,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Muck,
    NoShow,
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
)
from histparse.model.hand import Hand, Limit, Seat, Tournament
from histparse.parsing.cutting import read_hands
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from histparse.simulate import deal_hands
from tests.dealer.fulltilt import FULL_TILT
from tests.dealer.writing import numbered, write
from tests.simulate.deal_fulltilt import archived
from tests.simulate.games import game


@pytest.fixture(scope="module")
def hand() -> Hand:
    return next(deal_hands(game("ring", 1, site="fulltilt")))


@pytest.fixture(scope="module")
def dealt() -> Hand:
    """The hand as simulated, all cards open."""
    return next(deal_hands(game("ring", 1, site="fulltilt", open_cards=True)))


def header(hand: Hand, **changes: object) -> str:
    when = datetime(2012, 7, 5, 8, 5, 9, tzinfo=UTC)
    changed = replace(hand.header, **({"played_at": when, "hand_id": "12"} | changes))
    return FULL_TILT.lines(replace(hand, header=changed, table=replace(hand.table, name="Tam")))[0][1]


SIT_AND_GO = Tournament("7", None, 1000, None, 100, "USD")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "Table Tam (6 max) - $0.10/$0.20 - Limit 2-7 Triple Draw - 04:05:09 ET - 2012/07/05"),
        (
            {"played_at": datetime(2010, 1, 5, 18, 0, 0, tzinfo=UTC), "zone": "CET", "kind": "deep"},
            "Table Tam (6 max, deep) - $0.10/$0.20 - Limit 2-7 Triple Draw - "
            "19:00:00 CET - 2010/01/05 [13:00:00 ET - 2010/01/05]",
        ),
        (
            {"played_at": datetime(2013, 7, 5, 8, 5, 9, tzinfo=UTC), "limit": Limit.POT, "stack_cap": 1000},
            "Table Tam (6 max) - $10 Cap PL 2-7 Triple Draw - $0.10/$0.20 - 04:05:09 ET - 2013/07/05",
        ),
        (
            {"low": 150_000, "high": 300_000, "ante": 20_000, "mix": "10-Game", "partial": True},
            "Table Tam (6 max) - 10-Game - $1,500/$3,000 Ante $200 - Limit 2-7 Triple Draw - "
            "04:05:09 ET - 2012/07/05 (partial)",
        ),
        (
            {"currency": "chips", "low": 3000, "high": 6000, "tournament": SIT_AND_GO, "kind": "Sit & Go"},
            "$10 + $1 Sit & Go (7), Tam - 30/60 - Limit 2-7 Triple Draw - 04:05:09 ET - 2012/07/05",
        ),
    ],
)
def test_headers(hand: Hand, changes: dict[str, object], text: str) -> None:
    assert header(hand, **changes) == f"Full Tilt Poker Game #12: {text}"


def test_a_tournaments_table_has_a_number_and_matches_are_named(hand: Hand) -> None:
    for name, printed in (("7 11", "Table 11"), ("7 Match 3", "Match 3")):
        changed = replace(
            hand, header=replace(hand.header, tournament=SIT_AND_GO), table=replace(hand.table, name=name)
        )
        assert f"(7), {printed} - " in FULL_TILT.lines(changed)[0][1]


def test_seats(hand: Hand) -> None:
    seats = (Seat(3, 1, "Al", 520), Seat(4, 2, "Bo", 100_050, False))
    printed = [text for record, text in FULL_TILT.lines(replace(hand, seats=seats)) if isinstance(record, Seat)]
    assert printed == ["Seat 1: Al ($5.20)", "Seat 2: Bo ($1,000.50), is sitting out"]


def line(hand: Hand, event: Event) -> str:
    return next(text for record, text in FULL_TILT.lines(replace(hand, events=(event,), notes=())) if record is event)


CARDS = parse_cards("7c 5d 4s 3h 2h")
AL = (1, 2, "Al")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Post(1, "Al", PostKind.SMALL_BLIND, 5), "Al posts the small blind of $0.05"),
        (Post(1, "Al", PostKind.BIG_BLIND, 4, True), "Al posts the big blind of $0.04, and is all in"),
        (Post(1, "Al", PostKind.DEAD_BLIND, 5), "Al posts a dead small blind of $0.05"),
        (Post(1, "Al", PostKind.EXTRA_BLIND, 10), "Al posts $0.10"),
        (Post(1, "Al", PostKind.ANTE, 100), "Al antes $1"),
        (Deal(1, "Al", CARDS), "Dealt to Al [7c 5d 4s 3h 2h]"),
        (Fold(1, "Al"), "Al folds"),
        (Call(1, "Al", 105_000, None, True), "Al calls $1,050, and is all in"),
        (Bet(1, "Al", 123_450), "Al bets $1,234.50"),
        (Raise(1, "Al", None, 30), "Al raises to $0.30"),
        (Discard(1, "Al", 1), "Al discards 1 card"),
        (Discard(1, "Al", 2, CARDS[:2]), "Al discards 2 cards [7c 5d]"),
        (Receive(1, "Al", 1), "Al is dealt 1 card"),
        (Receive(1, "Al", 2, CARDS[:3], CARDS[3:]), "Dealt to Al [7c 5d 4s] [3h 2h]"),
        (Receive(1, "Al", 5, (), CARDS), "Dealt to Al [7c 5d 4s 3h 2h]"),
        (StandPat(1, "Al"), "Al stands pat"),
        (StandPat(1, "Al", CARDS), "Al stands pat on [7c 5d 4s 3h 2h]"),
        (Uncalled(1, "Al", 1500), "Uncalled bet of $15 returned to Al"),
        (ShowdownBegins(1), "*** SHOW DOWN ***"),
        (Show(1, "Al", CARDS, "7,5,4,3,2"), "Al shows [7c 5d 4s 3h 2h] 7,5,4,3,2"),
        (Show(1, "Al", CARDS), "Al shows [7c 5d 4s 3h 2h]"),
        (Muck(1, "Al"), "Al mucks"),
        (Collect(1, "Al", 100), "Al wins the pot ($1)"),
        (Collect(1, "Al", 100, 0, "7,5,4,3,2"), "Al wins the main pot ($1) with 7,5,4,3,2"),
        (Collect(1, "Al", 100, 1), "Al wins the side pot ($1)"),
        (Collect(1, "Al", 100, 2), "Al wins the side pot #2 ($1)"),
        (Cancelled(1), "Hand #12 has been canceled"),
        (Total(1, 570, 25, 290, (255,)), "Total pot $5.70 Main pot $2.90. Side pot $2.55. | Rake $0.25"),
        (Total(1, 9, 0, 5, (3, 1)), "Total pot $0.09 Main pot $0.05. Side pot 1 $0.03. Side pot 2 $0.01. | Rake $0"),
        (Result(*AL, Outcome.FOLDED, ("button",), 0, False), "Seat 2: Al (button) folded before the Draw (didn't bet)"),
        (Result(*AL, Outcome.FOLDED, (), 2), "Seat 2: Al folded after the 2nd Draw"),
        (Result(*AL, Outcome.MUCKED, cards=CARDS, says="7,5"), "Seat 2: Al mucked [7c 5d 4s 3h 2h] - 7,5"),
        (Result(*AL, Outcome.MUCKED), "Seat 2: Al mucked"),
        (
            Result(*AL, Outcome.SHOWED, cards=CARDS, says="7,5,4,3,2"),
            "Seat 2: Al showed [7c 5d 4s 3h 2h] and lost with 7,5,4,3,2",
        ),
        (
            Result(*AL, Outcome.SHOWED, ("big blind",), cards=CARDS, won=100, says="7,5,4,3,2"),
            "Seat 2: Al (big blind) showed [7c 5d 4s 3h 2h] and won ($1) with 7,5,4,3,2",
        ),
        (Result(*AL, Outcome.COLLECTED, won=9800), "Seat 2: Al collected ($98), mucked"),
        (Result(*AL, Outcome.SITTING_OUT, ("button",)), "Seat 2: Al (button) is sitting out"),
        (Result(*AL, Outcome.UNSAID, ("big blind",)), "Seat 2: Al (big blind)"),
    ],
)
def test_lines(hand: Hand, event: Event, text: str) -> None:
    assert line(replace(hand, header=replace(hand.header, hand_id="12")), event) == text


def test_who_shares_a_pot_ties_for_it(hand: Hand) -> None:
    events = (Collect(9, "Al", 100, 1), Collect(9, "Al", 50, 0), Collect(9, "Bo", 50, 0))
    printed = [text for record, text in FULL_TILT.lines(replace(hand, events=events, notes=())) if record in events]
    assert [text.partition(" the ")[0] for text in printed] == ["Al wins", "Al ties for", "Bo ties for"]


PLAY = (
    *(
        Post(5, "Al", PostKind.ANTE, 20),
        Post(6, "Al", PostKind.SMALL_BLIND, 50),
        Post(7, "Bo", PostKind.BIG_BLIND, 100),
    ),
    *(Post(8, "Cy", PostKind.DEAD_BLIND, 50), Post(9, "Cy", PostKind.EXTRA_BLIND, 100), Fold(10, "Cy")),
    *(Raise(11, "Al", None, 170, True), Call(12, "Bo", 70), DrawBegins(13, 1), Bet(14, "Bo", 100)),
    *(Uncalled(15, "Bo", 100), DrawBegins(16, 2)),
)


@pytest.mark.parametrize(
    ("year", "about"), [(2010, " (Pot: $5.10)"), (2012, " (Total Pot: $5.10, 2 Players, 1 All-In)"), (None, "")]
)
def test_headings_state_the_pot_as_each_client_did(hand: Hand, year: int | None, about: str) -> None:
    seats = tuple(Seat(1, number, name, 1000) for number, name in enumerate(("Al", "Bo", "Cy"), 1))
    header = replace(hand.header, played_at=datetime(year or 2010, 11, 1, tzinfo=UTC))
    notes = () if year else (Note(17, "duration", "Duration 20s"),)
    printed = [text for _, text in FULL_TILT.lines(replace(hand, header=header, seats=seats, events=PLAY, notes=notes))]
    assert [text for text in printed if "DRAW" in text] == [f"*** FIRST DRAW ***{about}", f"*** SECOND DRAW ***{about}"]


def test_the_archive_has_words_of_its_own(hand: Hand) -> None:
    results = (
        Result(10, 2, "Al", Outcome.FOLDED, ("button",), 0, False),
        Result(10, 2, "Al", Outcome.FOLDED, (), 0),
        Result(10, 2, "Al", Outcome.FOLDED, (), 1),
        Result(10, 2, "Al", Outcome.COLLECTED, won=100),
    )
    when = datetime(2010, 11, 6, 12, 19, tzinfo=UTC)
    sent = replace(hand, header=replace(hand.header, played_at=when), events=(SummaryBegins(9), *results), notes=())
    printed = [text for _, text in FULL_TILT.lines(archived(sent))]
    assert printed[0].startswith("FullTiltPoker Game #")
    assert printed[0].endswith(" - 8:19:00 ET - 2010/11/06")
    assert printed[1] == ""
    assert printed[-5:] == [
        "Duration 29s",
        "Seat 2: Al (button) didn't bet (folded)",
        "Seat 2: Al folded before the draw",
        "Seat 2: Al folded after the 1st Draw",
        "Seat 2: Al collected ($1)",
    ]


def test_button_and_heading_follow_the_blinds(hand: Hand) -> None:
    printed = [text for _, text in FULL_TILT.lines(hand)]
    place = printed.index("*** HOLE CARDS ***")
    assert printed[place - 1] == f"The button is in seat #{hand.table.button}"
    assert "posts the big blind" in printed[place - 2]


# --- what is printed of a hand ------------------------------------------------------------------------------


def test_a_winner_mucks_before_he_is_paid_the_hero_too(dealt: Hand) -> None:
    for winner in ("Hero", "Bo"):
        printed = FULL_TILT.adapted(
            replace(dealt, events=(Collect(9, winner, 100), NoShow(10, winner)), notes=())
        ).events
        assert [(type(event), getattr(event, "player", "")) for event in printed] == [(Muck, winner), (Collect, winner)]


def test_cards_are_dealt_after_the_last_discard(dealt: Hand) -> None:
    draws = (
        DrawBegins(9, 1),
        *(Discard(10, "Al", 1, CARDS[:1]), Receive(11, "Al", 1, CARDS[1:], CARDS[:1])),
        *(Discard(12, "Hero", 1, CARDS[:1]), Receive(13, "Hero", 1, CARDS[1:], CARDS[:1])),
        *(StandPat(15, "Bo", CARDS), Fold(16, "Al")),
    )
    notes = (Note(14, "chat", "Bo: hm", "Bo"),)
    printed = FULL_TILT.adapted(replace(dealt, events=draws, notes=notes))
    assert [type(event) for event in printed.events] == [DrawBegins, Discard, Discard, StandPat, Receive, Receive, Fold]
    seen = [event for event in printed.events if isinstance(event, Discard | Receive | StandPat)]
    assert [getattr(event, "cards", None) for event in seen[:2]] == [None, CARDS[:1]]
    assert seen[2:] == [
        StandPat(seen[2].line, "Bo"),
        Receive(seen[3].line, "Al", 1),
        Receive(seen[4].line, "Hero", 1, CARDS[1:], CARDS[:1]),
    ]
    assert printed.events[2].line < printed.notes[0].line < printed.events[3].line


def test_new_players_blinds_have_lines_of_their_own(dealt: Hand) -> None:
    posts = (
        Post(5, "Al", PostKind.BIG_BLIND, 10),
        Post(6, "Bo", PostKind.BIG_BLIND, 10),
        Post(7, "Cy", PostKind.SMALL_AND_BIG, 15),
    )
    printed = FULL_TILT.adapted(replace(dealt, events=posts, notes=())).events
    assert [(event.player, event.kind, event.amount) for event in printed if isinstance(event, Post)] == [
        ("Al", PostKind.BIG_BLIND, 10),
        ("Bo", PostKind.EXTRA_BLIND, 10),
        ("Cy", PostKind.DEAD_BLIND, 5),
        ("Cy", PostKind.EXTRA_BLIND, 10),
    ]


def test_hands_turned_up_are_sorted_and_named(dealt: Hand) -> None:
    mixed = parse_cards("3d 8h 3c 5s 4h")
    events = (
        ShowdownBegins(9),
        Show(10, "Al", mixed, "a pair of Threes"),
        Collect(11, "Al", 100),
        Result(12, 1, "Al", Outcome.SHOWED, ("button", "small blind"), cards=mixed, won=100),
        Result(13, 2, "Bo", Outcome.MUCKED, cards=mixed),
    )
    _, show, collect, *results = FULL_TILT.adapted(replace(dealt, events=events, notes=(), seats=())).events
    in_order = parse_cards("3d 3c 8h 5s 4h")
    assert isinstance(show, Show)
    assert isinstance(collect, Collect)
    assert (show.cards, collect.says) == (in_order, "a pair of Threes")
    assert [(result.cards, result.says) for result in results if isinstance(result, Result)] == [
        (in_order, "a pair of Threes"),
        (in_order, "a pair of Threes"),
    ]
    assert [result.positions for result in results if isinstance(result, Result)] == [("small blind",), ()]


def test_the_summary_names_all_by_seat(dealt: Hand) -> None:
    seats = (Seat(3, 1, "Al", 100, False), Seat(4, 2, "Bo", 100), Seat(5, 3, "Cy", 100, False))
    events = (SummaryBegins(8), Result(9, 2, "Bo", Outcome.COLLECTED, won=100))
    printed = [
        event
        for event in FULL_TILT.adapted(replace(dealt, events=events, seats=seats, notes=())).events
        if isinstance(event, Result)
    ]
    outcomes = [Outcome.SITTING_OUT, Outcome.COLLECTED, Outcome.SITTING_OUT]
    assert [(event.seat, event.outcome) for event in printed] == list(zip((1, 2, 3), outcomes, strict=True))


def test_talk_of_a_stranger_with_a_colon_is_left_out(dealt: Hand) -> None:
    notes = (Note(5, "join", "wet: paint sits down", "wet: paint"), Note(6, "leave", "Bo stands up", "Bo"))
    assert [note.player for note in FULL_TILT.adapted(replace(dealt, notes=notes)).notes] == ["Bo"]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("7c 5d 4s 3h 2h", "7,5,4,3,2"),
        ("Tc 5d 4s 3h 2h", "T,5,4,3,2"),
        ("2c 2d 4s 3h 6h", "a pair of Twos"),
        ("6c 6d 7s 7h 2h", "two pair, Sevens and Sixes"),
        ("8c 8d 8s 7h 2h", "three of a kind, Eights"),
        ("8c 7d 6s 5h 4h", "a straight, Eight high"),
        ("Jc 3c 4c 5c 9c", "a flush, Jack high"),
        ("Kc Kd Ks Jh Jd", "a full house, Kings full of Jacks"),
        ("6c 6d 6s 6h Jd", "four of a kind, Sixes"),
        ("9c 8c 7c 6c 5c", "a straight flush, Nine high"),
    ],
)
def test_names_of_hands(cards: str, words: str) -> None:
    assert FULL_TILT.says(parse_cards(cards)) == words


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (Remark("chat", "Al", "Bo: folds "), "Al: Bo: folds"),
        (Remark("join", "Al", number=4), "Al sits down"),
        (Remark("leave", "Al"), "Al stands up"),
        (Remark("sit out", "Al", "waiting"), "Al is sitting out"),
        (Remark("connection", "Al", "disconnected"), "Al has been disconnected"),
        (Remark("connection", "Al", "connected"), "Al has reconnected"),
        (Remark("clock", "Al", number=15), "Al has 15 seconds left to act"),
        (Remark("finish", "Al", number=5), ""),
    ],
)
def test_remarks(said: Remark, text: str) -> None:
    assert FULL_TILT.remark(said) == text


def test_archived_hands_come_back_as_they_were() -> None:
    for dealt in deal_hands(game("ring", 40, site="fulltilt", start=datetime(2011, 1, 8, tzinfo=UTC))):
        hand = numbered(archived(dealt))
        parsed = parse_hand(HandText("", 1, write(hand).rstrip("\n"), "fulltilt"))
        assert parsed.hand is not None
        notes = tuple(note for note in parsed.hand.notes if note.kind != "dealing hands")
        assert (replace(parsed.hand, notes=notes), parsed.findings) == (hand, ())


REAL = sorted(
    f"cash-{name}.txt"
    for name in (
        *("0.10-0.20-201011", "10-20-201101-dead-hand", "150-300-201011-sitting-out", "150-300-201012"),
        *("1500-3000-201101-archive", "20-40-201101-partial", "5-10-201211-dead-sb"),
    )
)


@pytest.mark.parametrize("name", REAL)
def test_real_hands_are_written_as_they_were(name: str, real_histories: Path) -> None:
    (text,) = read_hands(real_histories / "fulltilt" / name)
    assert isinstance(text, HandText)
    parsed = parse_hand(text).hand
    assert parsed is not None
    # One client leaves the mark of who sits out to the summary, one archive no line between header and seats.
    printed = [line.removesuffix(", is sitting out") for _, line in FULL_TILT.lines(parsed) if line]
    original = [line.rstrip().removesuffix(", is sitting out") for line in text.text.split("\n") if line]
    assert printed == original
