"""Every column holds what its name says: a hand in which no two values of a row are alike is read back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from histparse.judging.duplicates import digest_text
from histparse.judging.engine import HandResult, judge
from histparse.model.house import house
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from histparse.store import Database, Importer
from histparse.store.rows.set_aside import make_hand_key
from histparse.system.streams import as_frame

PLAYED = """\
PokerStars Home Game Hand #9001: {Duchess} Tournament #77001, €55+€6.60+€7.70 EUR 8-Game (Triple Draw 2-7 Lowball \
Limit) - Level XIV (10/20) - 2014/03/05 21:15:07 CET [2014/03/05 15:15:07 ET]
Table 'Duchess 7' 9-max Seat #5 is the button
Seat 2: Ann (301 in chips, €3.30 bounty)
Seat 4: Bob (402 in chips, €4.40 bounty)
Seat 5: Cem (503 in chips)
Ann: posts small blind 5
Bob: posts big blind 10
*** DEALING HANDS ***
Dealt to Ann [2c 3d 4h 7s Kd]
Cem: raises 10 to 20
Ann: calls 15
Bob: calls 10
*** FIRST DRAW ***
Ann: discards 1 card [Kd]
Dealt to Ann [2c 3d 4h 7s] [8c]
Bob: discards 2 cards
Cem: discards 3 cards
Ann: checks
Bob: bets 10
Cem: folds
Ann: calls 10
*** SECOND DRAW ***
Ann: stands pat on [2c 3d 4h 7s 8c]
Bob: discards 1 card
Ann: checks
Bob: checks
*** THIRD DRAW ***
Ann: stands pat on [2c 3d 4h 7s 8c]
Bob: stands pat
Ann: checks
Bob: checks
*** SHOW DOWN ***
Ann: shows [2c 3d 4h 7s 8c] (Lo: 8,7,4,3,2)
Bob: shows [9d 8h 6s 5c 2d] (Lo: 9,8,6,5,2)
Ann collected 79 from pot
*** SUMMARY ***
Total pot 80 | Rake 1
Seat 2: Ann (small blind) showed [2c 3d 4h 7s 8c] and won (79) with Lo: 8,7,4,3,2"""


TEXT = HandText("fields.txt", 11, PLAYED, "pokerstars")


HANDS = """
site pokerstars, hand_id 9001, played_at 2014-03-05 20:15:07, zone CET, betting fixed limit, low_stake 1000
high_stake 2000, big_bet 2000, currency chips, stakes chips 10/20, small_blind 500, big_blind 1001, ante 44
stack_cap 88000, kind Home Game, mix 8-Game, in_sequence True, tournament_id 77001, tournament_level XIV, buy_in 5500
buy_in_bounty 660, fee 770, buy_in_currency EUR, table_name Duchess 7, table_seats 9, button 5, players 3, hero Ann
cancelled False, draws 3, reshuffles 0, showdown True, pot 8000, rake 100, path fields.txt, first_line 11, last_line 48
"""
"""What is the same in fixed limit alone: `big_bet` and `high_stake`."""
SEAT = """
seat 2, player Ann, hand_played_at 2014-03-05 20:15:07, hand_currency chips, hand_stakes chips 10/20, hand_big_bet 2000
hero True, dealt_in True, left_of_button 1, position SB, starting_stack 30100, head_bounty 330, post small blind
contributed 3000, collected 7900, net 4900, folded_in None, drawn1 1, drawn2 0, role blind, first_act call, all_in False
saw_showdown True, showed True, printed True, dealt Kd 7s 4h 3d 2c, dealt_seen True, keep 2347, cards 8c 7s 4h 3d 2c
seat_line 13
"""
SHOWDOWN = """
seat 4, player Bob, cards 9d 8h 6s 5c 2d, category nine-low, mucked False, contested True, drawn3 0, collected 0
showdown_line 44
"""
DRAW = """
draw 1, draw_seq 1, seat 2, player Ann, drawn 1, drawers 3, in_position False, led False, pot 6000, stub 37
reshuffles 0, held_before Kd 7s 4h 3d 2c, thrown Kd, received 8c, held_after 8c 7s 4h 3d 2c, seen True, printed True
draw_line 24
"""
DECISION = """
round 1, seat 4, player Bob, action bet, amount 1000, stack_behind 38200, bet 0, bet_to_match 0, to_call 0, unit 1000
pot 6000, live 3, checks 1, drawn 2, fewest_drawn 1, most_drawn 3, seen False, printed True, decision_line 29
"""


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    hand = parse_hand(TEXT).hand
    assert hand is not None
    hand = replace(hand, header=replace(hand.header, small_blind=500, big_blind=1001, ante=44, stack_cap=88_000))
    with Database(":memory:") as made:
        with Importer(made) as importer:
            table = judge(hand, house("pokerstars"), importer.observe).table
            importer.add(HandResult((), TEXT, hand, table))
        assert importer.summary.stored == 1
        yield made


def names_of(columns: str) -> list[str]:
    return [column.split(" ")[0] for column in _listed(columns)]


def _listed(columns: str) -> list[str]:
    return columns.strip().replace("\n", ", ").split(", ")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("FROM hands", HANDS),
        ("FROM seats WHERE player = 'Ann'", SEAT),
        ("FROM showdowns WHERE player = 'Bob'", SHOWDOWN),
        ("FROM draws WHERE player = 'Ann' AND draw = 1", DRAW),
        ("FROM decisions WHERE decision_line = 29", DECISION),
    ],
)
def test_every_column_holds_what_its_name_says(database: Database, query: str, expected: str) -> None:
    (row,) = as_frame(database.connection.sql(query)).to_dicts()
    assert [f"{name} {row[name]}" for name in names_of(expected)] == _listed(expected)


def test_all_columns_of_hands_are_looked_at(database: Database) -> None:
    (row,) = as_frame(database.connection.sql("FROM hands")).to_dicts()
    assert (row["digest"], row["hand_key"]) == (digest_text(TEXT.text), make_hand_key("pokerstars", "9001"))
    assert set(row) == {*names_of(HANDS), "digest", "hand_key", "program", "rank", "draws_told", "views", "or_at"}
