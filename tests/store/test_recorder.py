"""What is stored of a hand, compared with what a reader of the text counts by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from histparse.store import Database
from tests.store.filling import BY_HAND, fill, rows, tell_rows


@pytest.fixture(scope="module")
def side_pot() -> Iterator[Database]:
    """Three players, a capped round, an all-in for half a bet that is completed, a side pot."""
    with Database(":memory:") as database:
        fill(database, [BY_HAND / "by_hand_all_in_side_pot.txt"])
        yield database


@pytest.fixture(scope="module")
def snow() -> Iterator[Database]:
    """Heads-up: the button stands pat twice on two pair and bets a better hand out."""
    with Database(":memory:") as database:
        fill(database, [BY_HAND / "by_hand_heads_up_snow.txt"])
        yield database


def test_hand(side_pot: Database) -> None:
    assert tell_rows(
        side_pot,
        "SELECT site, hand_id, played_at::VARCHAR, zone, low_stake, high_stake, big_bet, currency, players, "
        "hero, draws, showdown, pot, rake, first_line, last_line FROM hands",
    ) == [
        "pokerstars, '104200271828', '2013-03-09 23:31:20', CET, 100, 200, 200, USD, 3, "
        "Katja72, 3, True, 3150, 157, 1, 52",
    ]


def test_seats(side_pot: Database) -> None:
    assert tell_rows(
        side_pot,
        "SELECT player, position, starting_stack, post, contributed, collected, net, drawn1, drawn2, drawn3, role, "
        "all_in FROM seats ORDER BY left_of_button",
    ) == [
        "Bodo Pat, SB, 3100, small blind, 1300, 0, -1300, 1, 0, 0, 3-bettor, False",
        "Short Stefan, BB, 550, big blind, 550, 1568, 1018, 2, 1, 0, blind, True",
        "Katja72, BTN, 4400, None, 1300, 1425, 125, 1, 1, 0, opener, False",
    ]
    assert tell_rows(
        side_pot, "SELECT saw_showdown, showed, dealt, cards, number FROM seats ORDER BY left_of_button"
    ) == [
        "True, False, None, 9h 7c 6d 3h 2s, 28",
        "True, True, None, 7d 6s 4h 3c 2d, 2",
        "True, True, 8d 8c 5d 3s 2h, 8c 5d 4c 3s 2h, 5",
    ]


def test_decisions_before_the_first_draw(side_pot: Database) -> None:
    assert tell_rows(
        side_pot,
        "SELECT round_seq, player, action, amount, to_call, pot, bets, wagers, may_raise, raises, callers, aggressor, "
        "own_acts, own_last, met FROM decisions WHERE round = 0 ORDER BY seq",
    ) == [
        "1, Katja72, raise, 200, 100, 150, 1, 1, True, 0, 0, None, 0, None, False",
        "2, Bodo Pat, raise, 250, 150, 350, 2, 2, True, 1, 0, Katja72, 0, None, False",
        "3, Short Stefan, call, 200, 200, 600, 3, 3, True, 2, 0, Bodo Pat, 0, None, False",
        "4, Katja72, raise, 200, 100, 800, 3, 3, True, 2, 1, Bodo Pat, 1, raise, False",
        "5, Bodo Pat, call, 100, 100, 1000, 4, 4, False, 3, 0, Katja72, 1, raise, False",
        "6, Short Stefan, call, 100, 100, 1100, 4, 4, False, 3, 1, Katja72, 1, call, False",
    ]


def test_short_all_in_and_its_completion_are_one_bet(side_pot: Database) -> None:
    assert tell_rows(
        side_pot,
        "SELECT player, action, amount, all_in, bets, full_bets, short, wagers FROM decisions WHERE round = 1 "
        "ORDER BY seq",
    ) == [
        "Bodo Pat, bet, 100, False, 0, 0, False, 0",
        "Short Stefan, raise, 150, True, 1, 1, False, 1",
        "Katja72, raise, 200, False, 2, 1, True, 2",
        "Bodo Pat, raise, 200, False, 2, 2, False, 3",
        "Katja72, call, 100, False, 3, 3, False, 4",
    ]


def test_draws_know_what_was_seen_before_them(side_pot: Database) -> None:
    assert tell_rows(
        side_pot,
        "SELECT draw, draw_seq, player, drawn, fewest_before, most_before, drawn_before, fewest_previous, "
        "most_previous, drawers, in_position, all_in, led, faced, own_raises, wagers_after, stub "
        "FROM draws ORDER BY draw, draw_seq",
    ) == [
        "1, 1, Bodo Pat, 1, None, None, None, None, None, 3, False, False, False, 4, 1, 3, 37",
        "1, 2, Short Stefan, 2, 1, 1, None, None, None, 3, False, False, False, 4, 0, 1, 36",
        "1, 3, Katja72, 1, 1, 2, None, None, None, 3, True, False, True, 3, 2, 3, 34",
        "2, 1, Bodo Pat, 0, None, None, 1, 1, 2, 3, False, False, True, 3, 2, 1, 33",
        "2, 2, Short Stefan, 1, 0, 0, 2, 1, 1, 3, False, True, False, 1, 1, 0, 33",
        "2, 3, Katja72, 1, 0, 1, 1, 1, 2, 3, True, False, False, 4, 1, 2, 32",
        "3, 1, Bodo Pat, 0, None, None, 0, 1, 1, 3, False, False, False, 2, 1, 0, 31",
        "3, 2, Short Stefan, 0, 0, 0, 1, 0, 1, 3, False, True, False, None, 0, 0, 31",
        "3, 3, Katja72, 0, 0, 0, 1, 0, 1, 3, True, False, True, 1, 1, 1, 31",
    ]


def test_cards_are_known_where_the_text_shows_them(side_pot: Database) -> None:
    assert tell_rows(
        side_pot,
        "SELECT draw, held_before, thrown_before, thrown, received, held_after, number_after FROM draws "
        "WHERE player = 'Katja72' ORDER BY draw",
    ) == [
        "1, 8d 8c 5d 3s 2h, None, 8d, Jc, Jc 8c 5d 3s 2h, 138",
        "2, Jc 8c 5d 3s 2h, 8d, Jc, 4c, 8c 5d 4c 3s 2h, 5",
        "3, 8c 5d 4c 3s 2h, 8d Jc, None, None, 8c 5d 4c 3s 2h, 5",
    ]


def test_a_hand_shown_is_known_back_to_where_its_player_stood_pat(side_pot: Database) -> None:
    assert tell_rows(
        side_pot, "SELECT draw, held_before, held_after FROM draws WHERE player = 'Bodo Pat' ORDER BY draw"
    ) == [
        "1, None, 9h 7c 6d 3h 2s",
        "2, 9h 7c 6d 3h 2s, 9h 7c 6d 3h 2s",
        "3, 9h 7c 6d 3h 2s, 9h 7c 6d 3h 2s",
    ]
    assert tell_rows(side_pot, "SELECT round, number FROM decisions WHERE player = 'Bodo Pat' ORDER BY seq") == [
        "0, None",
        "0, None",
        "1, 28",
        "1, 28",
        "2, 28",
        "2, 28",
        "3, 28",
        "3, 28",
    ]


def test_showdown(side_pot: Database) -> None:
    assert tell_rows(
        side_pot,
        "SELECT player, number, category, says, mucked, contested, drawn3, collected "
        "FROM showdowns ORDER BY showdown_line",
    ) == [
        "Katja72, 5, eight-low, '8,5,4,3,2', False, True, 0, 1425",
        "Short Stefan, 2, seven-low, '7,6,4,3,2', False, True, 0, 1568",
        "Bodo Pat, 28, nine-low, None, True, True, 0, 0",
    ]


def test_heads_up_the_button_is_the_small_blind(snow: Database) -> None:
    assert tell_rows(snow, "SELECT player, position, in_position FROM decisions WHERE round < 2 ORDER BY seq") == [
        "Katja72, BTN/SB, True",
        "Old Smoothie, BB, False",
        "Old Smoothie, BB, False",
        "Katja72, BTN/SB, True",
        "Old Smoothie, BB, False",
    ]


def test_the_round_knows_what_the_draw_before_it_was(snow: Database) -> None:
    assert tell_rows(
        snow,
        "SELECT round, player, action, drawn, fewest_drawn, most_drawn, led, own_last, number FROM decisions "
        "WHERE round > 1 ORDER BY seq",
    ) == [
        "2, Old Smoothie, check, 1, 0, 0, False, None, None",
        "2, Katja72, bet, 0, 1, 1, True, None, 7144",
        "2, Old Smoothie, call, 1, 0, 0, False, check, None",
        "3, Old Smoothie, check, 1, 0, 0, False, None, None",
        "3, Katja72, bet, 0, 1, 1, True, None, 7144",
        "3, Old Smoothie, fold, 1, 0, 0, False, check, None",
    ]


def test_the_uncontested_winner_had_no_showdown(snow: Database) -> None:
    assert rows(snow, "SELECT showdown FROM hands") == [(False,)]
    assert tell_rows(snow, "SELECT player, net, folded_in, saw_showdown, showed FROM seats ORDER BY seat") == [
        "Katja72, 450, None, False, False",
        "Old Smoothie, -500, 3, False, False",
    ]


def test_rows_carry_their_line(snow: Database) -> None:
    text = (BY_HAND / "by_hand_heads_up_snow.txt").read_text("utf-8").splitlines()
    for player, line in rows(
        snow, "SELECT player, decision_line FROM decisions UNION ALL SELECT player, draw_line FROM draws"
    ):
        assert text[line - 1].startswith(f"{player}: ")
    for player, line in rows(snow, "SELECT player, seat_line FROM seats"):
        assert text[line - 1].startswith("Seat ")
        assert player in text[line - 1]


def test_the_last_bet_may_be_completed_at_the_cap(database: Database, tmp_path: Path) -> None:
    """Cem is all-in for half of the fourth and last bet: Ann may make it whole, and then nobody may raise."""
    text = """PokerStars Hand #104200000301:  Triple Draw 2-7 Lowball Limit ($1/$2 USD) - 2013/03/09 15:00:00 ET
Table 'Half' 6-max Seat #1 is the button
Seat 1: Ann ($20 in chips)
Seat 2: Bob ($20 in chips)
Seat 3: Cem ($3.50 in chips)
Bob: posts small blind $0.50
Cem: posts big blind $1
*** DEALING HANDS ***
Ann: raises $1 to $2
Bob: raises $1 to $3
Cem: raises $0.50 to $3.50 and is all-in
Ann: raises $0.50 to $4
Betting is capped
Bob: folds
Uncalled bet ($0.50) returned to Ann
*** FIRST DRAW ***
"""
    (tmp_path / "half.txt").write_text(text + ENDING)
    fill(database, [tmp_path / "half.txt"])
    assert tell_rows(database, "SELECT player, bets, full_bets, cap, may_raise, met FROM decisions ORDER BY seq") == [
        "Ann, 1, 1, 4, True, False",
        "Bob, 2, 2, 4, True, False",
        "Cem, 3, 3, 4, True, False",
        "Ann, 4, 3, 4, True, False",
        "Bob, 4, 4, 4, False, False",
    ]
    assert rows(database, "FROM findings") == []


ENDING = """Cem: discards 1 card
Ann: stands pat
*** SECOND DRAW ***
Cem: stands pat
Ann: stands pat
*** THIRD DRAW ***
Cem: stands pat
Ann: stands pat
*** SHOW DOWN ***
Cem: shows [7s 5h 4d 3c 2h] (7,5,4,3,2)
Ann: mucks hand
Cem collected $10 from pot
*** SUMMARY ***
Total pot $10 | Rake $0
"""
