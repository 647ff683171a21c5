"""Every column holds what its name says: a hand in which no two values of a row are alike is read back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from histparse.judging.duplicates import digest_text
from histparse.judging.engine import HandResult, judge
from histparse.model.cards import parse_cards
from histparse.model.events import (
    Bet,
    Call,
    Check,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Post,
    PostKind,
    Raise,
    Receive,
    Show,
    ShowdownBegins,
    StandPat,
    SummaryBegins,
    Total,
)
from histparse.model.hand import Hand, Header, Limit, Seat, TableLine, Tournament
from histparse.model.house import house
from histparse.reader import HandText
from histparse.store import Database, Importer
from histparse.store.rows.set_aside import make_hand_key
from histparse.system.streams import as_frame
from tests.store.filling import tell_value

HEADER = Header(
    line=11,
    site="pokerstars",
    hand_id="9001",
    limit=Limit.FIXED,
    low=1000,
    high=2000,
    currency="chips",
    played_at=datetime(2014, 3, 5, 20, 15, 7, tzinfo=UTC),
    zone="CET",
    mix="8-Game",
    tournament=Tournament("77001", "XIV", 5500, 660, 770, "EUR"),
    small_blind=500,
    big_blind=1001,
    ante=44,
    stack_cap=88_000,
    kind="Home Game",
    club="Duchess",
)
SEATS = (Seat(13, 2, "Ann", 30_100, bounty=330), Seat(14, 4, "Bob", 40_200, bounty=440), Seat(15, 5, "Cem", 50_300))
ANN, ANN_LATER = parse_cards("2c 3d 4h 7s Kd"), parse_cards("2c 3d 4h 7s 8c")
BOB = parse_cards("9d 8h 6s 5c 2d")
PLAY: tuple[Event, ...] = (
    Post(16, "Ann", PostKind.SMALL_BLIND, 500),
    Post(17, "Bob", PostKind.BIG_BLIND, 1001),
    Deal(18, "Ann", ANN),
    Raise(19, "Cem", 999, 2000),
    Call(20, "Ann", 1500),
    Call(21, "Bob", 999),
    DrawBegins(22, 1),
    Discard(23, "Ann", 1, parse_cards("Kd")),
    Receive(24, "Ann", 1, parse_cards("2c 3d 4h 7s"), parse_cards("8c")),
    Discard(25, "Bob", 2),
    Discard(26, "Cem", 3),
    Check(27, "Ann"),
    Bet(28, "Bob", 1000),
    Fold(29, "Cem"),
    Call(30, "Ann", 1000),
    DrawBegins(31, 2),
    StandPat(32, "Ann", ANN_LATER),
    Discard(33, "Bob", 1),
    Check(34, "Ann"),
    Check(35, "Bob"),
    DrawBegins(36, 3),
    StandPat(37, "Ann", ANN_LATER),
    StandPat(38, "Bob"),
    Check(39, "Ann"),
    Check(40, "Bob"),
    ShowdownBegins(41),
    Show(42, "Ann", ANN_LATER, "8,7,4,3,2"),
    Show(43, "Bob", BOB, "9,8,6,5,2"),
    Collect(44, "Ann", 7900),
    SummaryBegins(45),
    Total(46, 8000, 100),
)
TABLE = TableLine(12, "Duchess 7", 9, 5)
HAND = Hand("fields.txt", HEADER, TABLE, SEATS, PLAY, hero="Ann", last_line=47)
TEXT = HandText("fields.txt", 11, "no two are alike", "pokerstars")

EXPECTED = {
    "FROM hands": """
site: pokerstars
hand_id: '9001'
played_at: 2014-03-05 20:15:07
zone: CET
betting: fixed limit
low_stake: 1000
high_stake: 2000
currency: chips
stakes: chips 10/20
small_blind: 500
big_blind: 1001
ante: 44
stack_cap: 88000
kind: Home Game
mix: 8-Game
in_sequence: True
tournament_id: '77001'
tournament_level: XIV
buy_in: 5500
buy_in_bounty: 660
fee: 770
buy_in_currency: EUR
table_name: Duchess 7
table_seats: 9
button: 5
players: 3
hero: Ann
cancelled: False
draws: 3
reshuffles: 0
showdown: True
pot: 8000
rake: 100
path: fields.txt
first_line: 11
last_line: 47
big_bet: 2000
""",
    "FROM seats WHERE player = 'Ann'": """
seat: 2
player: Ann
hand_played_at: 2014-03-05 20:15:07
hand_currency: chips
hand_stakes: chips 10/20
hand_big_bet: 2000
hero: True
dealt_in: True
left_of_button: 1
position: SB
starting_stack: 30100
head_bounty: 330
post: small blind
contributed: 3000
collected: 7900
net: 4900
folded_in: None
drawn1: 1
drawn2: 0
role: blind
first_act: call
all_in: False
saw_showdown: True
showed: True
printed: True
dealt: Kd 7s 4h 3d 2c
dealt_seen: True
keep: '2347'
cards: 8c 7s 4h 3d 2c
seat_line: 13
""",
    "FROM showdowns WHERE player = 'Bob'": """
seat: 4
player: Bob
cards: 9d 8h 6s 5c 2d
category: nine-low
says: '9,8,6,5,2'
mucked: False
contested: True
drawn3: 0
collected: 0
showdown_line: 43
""",
    "FROM draws WHERE player = 'Ann' AND draw = 1": """
draw: 1
draw_seq: 1
seat: 2
player: Ann
drawn: 1
drawers: 3
in_position: False
led: False
pot: 6000
stub: 37
reshuffles: 0
held_before: Kd 7s 4h 3d 2c
thrown: Kd
received: 8c
held_after: 8c 7s 4h 3d 2c
seen: True
printed: True
draw_line: 23
""",
    "FROM decisions WHERE decision_line = 28": """
round: 1
seat: 4
player: Bob
action: bet
amount: 1000
stack_behind: 38200
bet: 0
bet_to_match: 0
to_call: 0
unit: 1000
pot: 6000
live: 3
checks: 1
drawn: 2
fewest_drawn: 1
most_drawn: 3
seen: False
printed: True
decision_line: 28
""",
}
"""By query, the row that it finds. `big_bet` is `high_stake` in fixed limit."""
DERIVED = {"digest", "hand_key", "program", "rank", "draws_told", "views", "or_at"}
"""Columns of hands that no text has."""


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    with Database(":memory:") as made:
        with Importer(made) as importer:
            table = judge(replace(HAND), house("pokerstars"), importer.observe).table
            importer.add(HandResult((), TEXT, HAND, table))
        assert importer.summary.stored == 1
        yield made


@pytest.mark.parametrize("query", EXPECTED)
def test_every_column_holds_what_its_name_says(database: Database, query: str) -> None:
    (row,) = as_frame(database.connection.sql(query)).to_dicts()
    expected = dict(line.split(": ", 1) for line in EXPECTED[query].strip().splitlines())
    assert {name: tell_value(row[name]) for name in expected} == expected


def test_all_columns_of_hands_are_looked_at(database: Database) -> None:
    """The two that are made of others of the hand are those of its number and its text."""
    (row,) = as_frame(database.connection.sql("FROM hands")).to_dicts()
    assert (row["digest"], row["hand_key"]) == (digest_text(TEXT.text), make_hand_key("pokerstars", "9001"))
    names = {line.partition(":")[0] for line in EXPECTED["FROM hands"].strip().splitlines()}
    assert set(row) == names | DERIVED
