"""One betting round: levels, counts of bets, whose turn it is."""

from __future__ import annotations

import pytest

from histparse.model.hand import Hand, Header, Limit, Seat, TableLine, Tournament
from histparse.model.house import house
from histparse.replay.betting import Betting
from histparse.replay.players import Player
from histparse.replay.table import Table

UNIT = 60


def table(count: int = 3, name: str = "pokerstars", stack: int = 100_000) -> tuple[list[Player], Betting]:
    players = tuple(Player(f"P{n}", n + 1, n, "", stack, stack) for n in range(count))
    betting = Betting(players, house(name), Limit.FIXED, UNIT, 4)
    betting.pass_turn()
    return list(players), betting


def wager(betting: Betting, player: Player, total: int, *, all_in: bool = False) -> None:
    player.bet = total
    player.all_in = all_in
    betting.update_whether_contested()
    betting.note_bet_or_raise(player, all_in=all_in)
    betting.note_act_and_pass_turn(player)


def test_a_round_starts_left_of_the_button_and_ends_when_all_have_checked() -> None:
    players, betting = table()
    for player in players:
        assert betting.turn is player
        betting.note_act_and_pass_turn(player)
    assert betting.turn is None


def test_a_bet_gives_those_who_checked_another_turn() -> None:
    players, betting = table()
    betting.note_act_and_pass_turn(players[0])
    wager(betting, players[1], UNIT)
    assert betting.turn is players[2]
    betting.note_act_and_pass_turn(players[2])
    assert betting.turn is players[0]
    assert betting.chips_owed_capped_by_stack(players[0]) == UNIT


def test_at_pokerstars_an_all_in_for_less_and_its_completion_are_one_bet() -> None:
    players, betting = table()
    wager(betting, players[0], UNIT)
    wager(betting, players[1], 2 * UNIT)
    wager(betting, players[2], 150, all_in=True)
    assert (betting.bets, betting.allowed_full_bet_totals()) == (3, (180,))
    wager(betting, players[0], 180)
    assert (betting.bets, betting.allowed_full_bet_totals()) == (3, (240,))


def test_at_full_tilt_a_raise_over_an_all_in_for_less_adds_a_full_bet() -> None:
    players, betting = table(name="fulltilt")
    wager(betting, players[0], UNIT)
    wager(betting, players[1], 100, all_in=True)
    assert betting.allowed_full_bet_totals() == (160,)


def test_an_unknown_house_permits_both() -> None:
    players, betting = table(name="merge")
    assert betting.allowed_full_bet_totals() == (60,)
    wager(betting, players[0], 40, all_in=True)
    assert betting.allowed_full_bet_totals() == (60, 100)


@pytest.mark.parametrize(("more", "counts"), [(29, False), (30, True)])
def test_at_full_tilt_half_a_bet_more_counts_towards_the_cap(more: int, counts: bool) -> None:
    players, betting = table(name="fulltilt")
    wager(betting, players[0], UNIT)
    wager(betting, players[1], UNIT + more, all_in=True)
    assert betting.bets == 1 + counts


def test_where_half_a_bet_counts_what_completes_it_is_no_other_bet() -> None:
    players, betting = table(4, "wsop-live")
    wager(betting, players[0], UNIT)
    wager(betting, players[1], UNIT + 48, all_in=True)
    wager(betting, players[2], 2 * UNIT, all_in=True)
    assert betting.bets == 2
    wager(betting, players[3], 3 * UNIT)
    assert betting.bets == 3


def test_a_second_smaller_blind_begins_no_action() -> None:
    players, betting = table()
    betting.note_blind(UNIT, players[0])
    betting.note_blind(UNIT // 2, players[1])
    betting.pass_turn()
    assert betting.turn is players[1]


@pytest.mark.parametrize(("total", "is_open"), [(UNIT + 29, False), (UNIT + 30, True)])
def test_half_a_bet_more_opens_the_betting_again(total: int, is_open: bool) -> None:
    players, betting = table()
    wager(betting, players[0], UNIT)
    wager(betting, players[1], total, all_in=True)
    assert betting.may_raise(players[0]) is is_open
    assert betting.may_raise(players[2])


@pytest.mark.parametrize(("name", "is_open"), [("pokerstars", True), ("wsop-live", False)])
def test_all_ins_that_make_up_a_full_bet_open_the_betting_again_where_they_are_one(name: str, is_open: bool) -> None:
    players, betting = table(4, name)
    wager(betting, players[0], UNIT)
    wager(betting, players[1], UNIT + 48, all_in=True)
    betting.note_act_and_pass_turn(players[2])
    wager(betting, players[3], 2 * UNIT, all_in=True)
    assert betting.may_raise(players[2]) is is_open


def test_a_player_alone_against_all_ins_need_not_act() -> None:
    players, betting = table()
    players[1].all_in = players[2].all_in = True
    betting.update_whether_contested()
    betting.pass_turn()
    assert betting.turn is None


def test_acting_out_of_turn_takes_nobodys_turn_away() -> None:
    players, betting = table()
    betting.note_act_and_pass_turn(players[1])
    assert betting.turn is players[0]


@pytest.mark.parametrize(("stack", "owed"), [(18, 48), (100, UNIT)])
def test_what_nobody_can_match_need_not_be_called(stack: int, owed: int) -> None:
    players, betting = table()
    betting.note_blind(UNIT, players[1])
    players[1].bet, players[1].stack, players[1].all_in = 30, 0, True
    players[2].bet, players[2].stack = 30, stack
    assert betting.chips_owed_capped_by_stack(players[0]) == UNIT
    assert betting.chips_owed_capped_by_opponents(players[0]) == owed


@pytest.mark.parametrize(
    ("profile", "dealt", "is_tournament", "cap"),
    [
        ("wsop-live", 3, False, None),
        ("wsop-tournament", 3, True, 5),
        ("wsop-tournament", 2, False, 5),
        ("wsop-tournament", 2, True, None),
        ("merge", 3, False, 4),
        ("merge", 2, False, 6),
        ("pokerstars", 2, True, 4),
    ],
)
def test_the_cap_of_a_round_that_two_begin(profile: str, dealt: int, is_tournament: bool, cap: int | None) -> None:
    tournament = Tournament("7") if is_tournament else None
    header = Header(1, "phh", "1", Limit.FIXED, 100, 200, "chips", None, tournament=tournament)
    seats = tuple(Seat(1, seat, f"P{seat}", 10_000) for seat in range(1, dealt + 1))
    table = Table(Hand("", header, TableLine(1, "", 6, 1), seats, ()), house(profile))
    for player in table.players[2:]:
        player.folded = True
    table.begin_round(1)
    assert table.betting.cap == cap
