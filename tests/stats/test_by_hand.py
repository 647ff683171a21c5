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
from tests.store.filling import fill

ANN, BOB, CEM, DEE, ALL = "Ann", "Bob", "Cem", "Dee", "all players"
RAISE = "raise"


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    with Database(":memory:") as made:
        assert fill(made, [Path(__file__).parent / "by_hand.txt"]).stored == 7
        assert made.connection.execute("FROM findings WHERE severity <> 'note'").fetchall() == []
        yield made


SIMPLE: list[tuple[str, str, tuple[int, int] | None]] = [
    # Bob's walk is no chance, Cem's check in hand 2 and Dee's of her post are no chips put in.
    ("vpip", ANN, (6, 7)),
    ("vpip", BOB, (4, 6)),
    ("vpip", CEM, (2, 6)),
    ("vpip", DEE, (0, 1)),
    ("vpip", ALL, (12, 20)),
    ("pfr", ANN, (4, 7)),
    ("pfr", ALL, (9, 20)),
    # Unopened: Ann in 1, 2, 3, 5, 6, not in 4 behind Dee's check; Bob never.
    ("rfi", ANN, (3, 5)),
    ("rfi", BOB, None),
    ("rfi", DEE, (0, 1)),
    ("rfi", ALL, (4, 9)),
    ("open_limp", ANN, (1, 5)),
    ("open_limp", ALL, (1, 9)),
    # Bob completes behind Ann; Cem had nothing to call.
    ("over_limp", ALL, (1, 1)),
    ("steal", ANN, (3, 5)),
    ("steal", ALL, (4, 9)),
    # In hand 6 Bob's short raise and Cem's completion are each the third bet: two full ones were out before both.
    ("three_bet", ANN, (0, 1)),
    ("three_bet", BOB, (3, 5)),
    ("three_bet", CEM, (1, 2)),
    ("three_bet", ALL, (4, 9)),
    ("four_bet", ANN, (1, 3)),
    ("four_bet", ALL, (1, 3)),
    # Where four bets are the most, the cap is the 4-bet and is not shown a second time.
    ("cap", ALL, None),
    # Run-outs are showdowns; Cem won a side pot, and Ann hand 7 without a showdown.
    ("wtsd", ANN, (1, 4)),
    ("wtsd", BOB, (3, 3)),
    ("wtsd", CEM, (2, 3)),
    ("wtsd", DEE, None),
    ("wsd", ANN, (0, 1)),
    ("wsd", BOB, (2, 3)),
    ("wsd", CEM, (2, 2)),
    ("wwsd", ANN, (1, 4)),
    ("wwsd", ALL, (5, 10)),
]


@pytest.mark.parametrize(("name", "player", "figures"), SIMPLE)
def test_rates(database: Database, name: str, player: str, figures: tuple[int, int] | None) -> None:
    found = rows(name, run_statistic(database, name, None if player == ALL else player))
    assert found == ({player: {(): figures}} if figures else {})


MANY: list[tuple[str, str, dict[tuple[Any, ...], tuple[int, ...]]]] = [
    # Hand 4 has no steal; in hand 7 Bob does not answer one, for Ann has called.
    ("fold_to_steal", ALL, {("SB",): (0, 2), ("BB",): (0, 2)}),
    ("call_steal", ALL, {("SB",): (1, 2), ("BB",): (0, 2)}),
    ("three_bet_steal", ALL, {("SB",): (1, 2), ("BB",): (2, 2)}),
    ("three_bet_steal", BOB, {("SB",): (1, 1), ("BB",): (2, 2)}),
    ("aggression_factor", ANN, {(0,): (5, 3), (1,): (3, 0), (2,): (0, 0)}),
    ("aggression_frequency", ANN, {(0,): (5, 10), (1,): (3, 4), (2,): (0, 1)}),
    ("check_raise", ALL, {(0,): (0, 1), (1,): (1, 2), (3,): (1, 1)}),
    ("fold_to_bet", ANN, {(0,): (1, 6), (1,): (1, 2), (2,): (1, 1)}),
    ("fold_to_bet", CEM, {(0,): (2, 3), (1,): (1, 2), (2,): (0, 1)}),
    # In hand 6 Ann's steal was raised twice before she acted: Bob's short raise and Cem's completion are one 3-bet.
    ("fold_to_raise", ANN, {(0, "3-bet"): (1, 3)}),
    (
        "fold_to_raise",
        ALL,
        {(0, "3-bet"): (1, 3), (0, "4-bet"): (0, 1), (1, RAISE): (0, 2), (2, RAISE): (0, 1), (3, RAISE): (0, 1)},
    ),
    # Not reaching a draw is not standing pat.
    ("pat_rate", ANN, {(1,): (1, 4), (2,): (1, 2), (3,): (0, 1)}),
    ("pat_rate", BOB, {(1,): (0, 3), (2,): (2, 3), (3,): (2, 3)}),
    ("pat_rate", CEM, {(1,): (1, 3), (2,): (0, 2), (3,): (1, 2)}),
    ("pat_rate", DEE, {}),
    ("average_drawn", ANN, {(1,): (6, 4), (2,): (1, 2), (3,): (2, 1)}),
    ("first_pat", ANN, {(1,): (1, 4), (2,): (0, 1)}),
    ("first_pat", BOB, {(1,): (0, 3), (2,): (2, 3), (3,): (1, 1)}),
    ("pat_after_raising", ANN, {(1,): (1, 2), (2,): (1, 1)}),
    ("pat_after_raising", BOB, {(1,): (0, 2), (2,): (1, 1)}),
    ("pat_after_raising", CEM, {(1,): (1, 2), (3,): (1, 1)}),
    ("pat_behind_pat", ALL, {(1,): (0, 1), (2,): (0, 3), (3,): (0, 2)}),
    ("pat_behind_drawing", ALL, {(1,): (2, 5), (2,): (1, 1), (3,): (1, 1)}),
    ("pat_first_to_draw", ALL, {(1,): (0, 4), (2,): (2, 3), (3,): (2, 3)}),
    ("break_rate", ANN, {(2,): (0, 1), (3,): (1, 1)}),
    ("break_rate", BOB, {(3,): (1, 2)}),
    ("break_rate", CEM, {(2,): (1, 1)}),
    # Ann broke too, but all-in nobody raised her; Cem was only bet into.
    ("break_after_raise", ALL, {(3,): (1, 1)}),
    ("improvement", ALL, {(2,): (4, 5), (3,): (2, 3)}),
    # Ann raised after her first pat on two pair, not after the second one; Bob's pats are known from what they showed.
    ("snow", ANN, {("heroes", 1): (1, 1), ("heroes", 2): (0, 1)}),
    ("snow", BOB, {("shown hands", 2): (0, 1), ("shown hands", 3): (0, 2)}),
    ("value_to_bluff", ALL, {("shown hands",): (1, 0)}),
    ("net", ALL, {("USD",): (21, 0)}),
    ("net", ANN, {("USD",): (7, -800)}),
    ("net", BOB, {("USD",): (7, 0)}),
    ("net", CEM, {("USD",): (6, 900)}),
    ("net", DEE, {("USD",): (1, -100)}),
    # Shown down: hand 3. All else: -$0.50, -$1, +$2.50, -$2, -$5, +$3.
    ("showdown_winnings", ANN, {("USD",): (7, 1, -500, -300, -800)}),
    ("rake", ALL, {("USD",): (21, 0)}),
]


@pytest.mark.parametrize(("name", "player", "figures"), MANY)
def test_rows(database: Database, name: str, player: str, figures: dict[tuple[Any, ...], tuple[int, ...]]) -> None:
    found = rows(name, run_statistic(database, name, None if player == ALL else player))
    assert found == ({player: figures} if figures else {})


def test_without_a_call_or_a_bluff_there_is_no_ratio(database: Database) -> None:
    assert run_statistic(database, "aggression_factor", ANN)["factor"].to_list() == [5 / 3, None, None]
    assert run_statistic(database, "value_to_bluff")["ratio"].to_list() == [None]


def test_draws_of_every_number_of_cards(database: Database) -> None:
    """Ann drew 1, 0, 2 and 3 cards in her first draws; only she drew nobody's fourth or fifth."""
    found = rows("draw_frequency", run_statistic(database, "draw_frequency", ANN))[ANN]
    assert [found[1, n] for n in range(6)] == [(1, 4), (1, 4), (1, 4), (1, 4), (0, 4), (0, 4)]
    assert [found[3, n] for n in range(6)] == [(0, 1), (0, 1), (1, 1), (0, 1), (0, 1), (0, 1)]
    by_role = rows("draw_frequency_by_role", run_statistic(database, "draw_frequency_by_role", ANN))[ANN]
    assert {role for role, draw, _ in by_role if draw == 1} == {"opener", "caller", "blind"}
    by_place = rows("draw_frequency_by_place", run_statistic(database, "draw_frequency_by_place"))[ALL]
    assert sum(by_place[True, 1, n][0] for n in range(6)) == by_place[True, 1, 0][1] == 4


def test_draws_one_after_another(database: Database) -> None:
    """In hand 2 Bob drew two, none and one, Cem three, one and none; Ann was gone after her card."""
    found = rows("draw_path", run_statistic(database, "draw_path", BOB))[BOB]
    assert (found["2", "pat"], found["2-pat", "1"], found["2-pat", "pat"]) == ((1, 1), (1, 1), (0, 1))
    assert rows("draw_path", run_statistic(database, "draw_path", CEM))[CEM]["3-1", "pat"] == (1, 1)
    assert "1" not in {after for after, _ in rows("draw_path", run_statistic(database, "draw_path", ANN))[ANN]}


def test_the_river(database: Database) -> None:
    """Hand 2 alone has betting after the last draw."""
    unbet = rows("river_unbet", run_statistic(database, "river_unbet"))[ALL]
    assert {key for key, row in unbet.items() if row == (1, 1)} == {("1", "pat", "check"), ("pat", "1", "bet")}
    facing = rows("river_facing_bet", run_statistic(database, "river_facing_bet"))[ALL]
    assert {key: row for key, row in facing.items() if row[0]} == {("1", "pat", "check-raise"): (1, 1)}
    assert (len(unbet), len(facing)) == (4, 4)


def test_hands_at_showdown(database: Database) -> None:
    found = rows("showdown_hands", run_statistic(database, "showdown_hands"))[ALL]
    assert {key: row for key, row in found.items() if row[0]} == {
        (0, True, "seven"): (1, 3),
        (0, True, "eight"): (1, 3),
        (0, True, "ten"): (1, 3),
        (1, True, "nine"): (1, 1),
        (1, False, "nine"): (1, 1),
        (2, False, "pair"): (1, 1),
    }


def test_a_gap_of_thirty_minutes_ends_a_session(database: Database) -> None:
    found = run_statistic(database, "sessions", ANN).select("hands", "minutes", "net").rows()
    assert found == [(4, 3, -400), (3, 2, -400)]
