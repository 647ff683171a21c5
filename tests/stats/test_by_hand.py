"""Seven hands (by_hand.txt), every figure counted by a reader: what each statistic makes of the cases in doubt.

1. A walk: Cem and Ann fold to Bob's big blind.
2. A limped pot: Ann limps, Bob completes, Cem checks. Two check-raises; Bob breaks their pat hand after a raise.
3. Heads-up: Ann steals, Bob 3-bets and is all-in before the second draw. Ann stood pat on two pair, and breaks it.
4. Dee, a newcomer, has posted a live blind and checks: Ann's raise behind her is no first one and no steal.
5. Half an hour later: Ann steals from the small blind, Bob 3-bets, Ann folds.
6. Ann steals, Bob is all-in for half a bet more, Cem completes (one bet, not two), Ann caps. A side pot.
7. Cem steals, Ann calls in the small blind and wins with a bet after the first draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from histparse.stats import run_statistic
from histparse.store import Database
from tests.stats.compare import rows
from tests.stats.dealing import database_of_files
from tests.stats.recount.sums import Key

ANN, BOB, CEM, DEE, ALL = "Ann", "Bob", "Cem", "Dee", "all players"
RAISE = "raise"


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    with database_of_files(Path(__file__).parent / "by_hand.txt") as database:
        assert database.connection.execute("SELECT count(*) FROM hands").fetchall() == [(7,)]
        assert database.connection.execute("FROM findings WHERE severity <> 'note'").fetchall() == []
        yield database


FIGURES = """
# Bob's walk is no chance, Cem's check in hand 2 and Dee's of her post are no chips put in.
vpip, Ann: 6/7
vpip, Bob: 4/6
vpip, Cem: 2/6
vpip, Dee: 0/1
vpip, all players: 12/20
pfr, Ann: 4/7
pfr, all players: 9/20
# Unopened: Ann in 1, 2, 3, 5, 6, not in 4 behind Dee's check; Bob never.
rfi, Ann: 3/5
rfi, Bob: none
rfi, Dee: 0/1
rfi, all players: 4/9
open_limp, Ann: 1/5
open_limp, all players: 1/9
# Bob completes behind Ann; Cem had nothing to call.
over_limp, all players: 1/1
steal, Ann: 3/5
steal, all players: 4/9
# In hand 6 Bob's short raise and Cem's completion are each the third bet: two full ones were out before both.
three_bet, Ann: 0/1
three_bet, Bob: 3/5
three_bet, Cem: 1/2
three_bet, all players: 4/9
four_bet, Ann: 1/3
four_bet, all players: 1/3
# Where four bets are the most, the cap is the 4-bet and is not shown a second time.
cap, all players: none
# Run-outs are showdowns; Cem won a side pot, and Ann hand 7 without a showdown.
wtsd, Ann: 1/4
wtsd, Bob: 3/3
wtsd, Cem: 2/3
wtsd, Dee: none
wsd, Ann: 0/1
wsd, Bob: 2/3
wsd, Cem: 2/2
wwsd, Ann: 1/4
wwsd, all players: 5/10
# Hand 4 has no steal; in hand 7 Bob does not answer one, for Ann has called.
fold_to_steal, all players: SB 0/2; BB 0/2
call_steal, all players: SB 1/2; BB 0/2
three_bet_steal, all players: SB 1/2; BB 2/2
three_bet_steal, Bob: SB 1/1; BB 2/2
aggression_factor, Ann: 0 5/3; 1 3/0; 2 0/0
aggression_frequency, Ann: 0 5/10; 1 3/4; 2 0/1
check_raise, all players: 0 0/1; 1 1/2; 3 1/1
fold_to_bet, Ann: 0 1/6; 1 1/2; 2 1/1
fold_to_bet, Cem: 0 2/3; 1 1/2; 2 0/1
# In hand 6 Ann's steal was raised twice before she acted: Bob's short raise and Cem's completion are one 3-bet.
fold_to_raise, Ann: 0 3-bet 1/3
fold_to_raise, all players: 0 3-bet 1/3; 0 4-bet 0/1; 1 raise 0/2; 2 raise 0/1; 3 raise 0/1
# Not reaching a draw is not standing pat.
pat_rate, Ann: 1 1/4; 2 1/2; 3 0/1
pat_rate, Bob: 1 0/3; 2 2/3; 3 2/3
pat_rate, Cem: 1 1/3; 2 0/2; 3 1/2
pat_rate, Dee: none
average_drawn, Ann: 1 6/4; 2 1/2; 3 2/1
first_pat, Ann: 1 1/4; 2 0/1
first_pat, Bob: 1 0/3; 2 2/3; 3 1/1
pat_after_raising, Ann: 1 1/2; 2 1/1
pat_after_raising, Bob: 1 0/2; 2 1/1
pat_after_raising, Cem: 1 1/2; 3 1/1
pat_behind_pat, all players: 1 0/1; 2 0/3; 3 0/2
pat_behind_drawing, all players: 1 2/5; 2 1/1; 3 1/1
pat_first_to_draw, all players: 1 0/4; 2 2/3; 3 2/3
break_rate, Ann: 2 0/1; 3 1/1
break_rate, Bob: 3 1/2
break_rate, Cem: 2 1/1
# Ann broke too, but all-in nobody raised her; Cem was only bet into.
break_after_raise, all players: 3 1/1
improvement, all players: 2 4/5; 3 2/3
# Ann raised after her first pat on two pair, not after the second one; Bob's pats are known from what they showed.
snow, Ann: heroes 1 1/1; heroes 2 0/1
snow, Bob: shown hands 2 0/1; shown hands 3 0/2
value_to_bluff, all players: shown hands 1/0
net, all players: USD 21/0
net, Ann: USD 7/-800
net, Bob: USD 7/0
net, Cem: USD 6/900
net, Dee: USD 1/-100
# Shown down: hand 3. All else: -$0.50, -$1, +$2.50, -$2, -$5, +$3.
showdown_winnings, Ann: USD 7/1/-500/-300/-800
rake, all players: USD 21/0
"""
"""Of each statistic and player: what each row is about, and its figures."""


def count(database: Database, name: str, player: str = ALL) -> dict[Key, tuple[Any, ...]]:
    """The figures of each row of a statistic, by what it is about."""
    return rows(name, run_statistic(database, name, None if player == ALL else player)).get(player, {})


@pytest.mark.parametrize("row", [row for row in FIGURES.split("\n") if row and not row.startswith("#")])
def test_figures(database: Database, row: str) -> None:
    statistic_and_player, figures = row.split(": ")
    name, player = statistic_and_player.split(", ")
    shown = [
        " ".join([*map(str, key), "/".join(map(str, counts))]) for key, counts in count(database, name, player).items()
    ]
    assert sorted(shown) == ([] if figures == "none" else sorted(figures.split("; ")))


def test_without_a_call_or_a_bluff_there_is_no_ratio(database: Database) -> None:
    assert run_statistic(database, "aggression_factor", ANN)["factor"].to_list() == [5 / 3, None, None]
    assert run_statistic(database, "value_to_bluff")["ratio"].to_list() == [None]


def test_draws_of_every_number_of_cards(database: Database) -> None:
    """Ann drew 1, 0, 2 and 3 cards in her first draws; only she drew nobody's fourth or fifth."""
    frequencies = count(database, "draw_frequency", ANN)
    assert [frequencies[1, n] for n in range(6)] == [(1, 4), (1, 4), (1, 4), (1, 4), (0, 4), (0, 4)]
    assert [frequencies[3, n] for n in range(6)] == [(0, 1), (0, 1), (1, 1), (0, 1), (0, 1), (0, 1)]
    by_role = count(database, "draw_frequency_by_role", ANN)
    assert {role for role, draw, _ in by_role if draw == 1} == {"opener", "caller", "blind"}
    by_place = count(database, "draw_frequency_by_place")
    assert sum(by_place[True, 1, n][0] for n in range(6)) == by_place[True, 1, 0][1] == 4


def test_draws_one_after_another(database: Database) -> None:
    """In hand 2 Bob drew two, none and one, Cem three, one and none; Ann was gone after her card."""
    paths = count(database, "draw_path", BOB)
    assert (paths["2", "pat"], paths["2-pat", "1"], paths["2-pat", "pat"]) == ((1, 1), (1, 1), (0, 1))
    assert count(database, "draw_path", CEM)["3-1", "pat"] == (1, 1)
    paths_of_ann = count(database, "draw_path", ANN)
    assert paths_of_ann
    assert "1" not in {after for after, _ in paths_of_ann}


def test_the_river(database: Database) -> None:
    """Hand 2 alone has betting after the last draw."""
    unbet = count(database, "river_unbet")
    assert {key for key, row in unbet.items() if row == (1, 1)} == {("1", "pat", "check"), ("pat", "1", "bet")}
    facing = count(database, "river_facing_bet")
    assert {key: row for key, row in facing.items() if row[0]} == {("1", "pat", "check-raise"): (1, 1)}
    assert (len(unbet), len(facing)) == (4, 4)


def test_hands_at_showdown(database: Database) -> None:
    showdowns = count(database, "showdown_hands")
    assert {key: row for key, row in showdowns.items() if row[0]} == {
        (0, True, "seven"): (1, 3),
        (0, True, "eight"): (1, 3),
        (0, True, "ten"): (1, 3),
        (1, True, "nine"): (1, 1),
        (1, False, "nine"): (1, 1),
        (2, False, "pair"): (1, 1),
    }


def test_a_gap_of_thirty_minutes_ends_a_session(database: Database) -> None:
    sessions = run_statistic(database, "sessions", ANN).select("hands", "minutes", "net").rows()
    assert sessions == [(4, 3, -400), (3, 2, -400)]


def test_results_of_two_hands(by_hand: Database) -> None:
    """Katja72 won $4.50 and $1.25 at $1/$2: 2.25 and 0.625 big bets."""
    (net,) = run_statistic(by_hand, "net", "Katja72").rows(named=True)
    assert net == {"label": "Katja72", "currency": "USD", "hands": 2, "net": 575}
    over_all, at_stakes = run_statistic(by_hand, "bb100", "Katja72").rows(named=True)
    assert (over_all["low_stake"], at_stakes["low_stake"], at_stakes["high_stake"]) == (None, 100, 200)
    assert over_all["bb100"] == at_stakes["bb100"] == 100 * (2.25 + 0.625) / 2
    assert at_stakes["deviation"] == pytest.approx(10 * (2.25 - 0.625) / 2**0.5)
    assert at_stakes["error"] == pytest.approx(at_stakes["deviation"] * 10 / 2**0.5)
