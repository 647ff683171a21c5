"""Statistics of the samples that come with the package, counted by hand."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from histparse.model.money import LARGEST
from histparse.stats import catalogue, run_statistic, run_statistics
from histparse.store import Database
from tests.store.filling import BY_HAND, fill
from tests.store.odd import hand


def rate(database: Database, name: str, player: str | None = None) -> tuple[int, int]:
    frame = run_statistic(database, name, player)
    return (0, 0) if frame.is_empty() else (frame["done"][0], frame["chances"][0])


# -- by hand ------------------------------------------------------------------------------------------------


def test_entry_by_hand(by_hand: Database) -> None:
    """Katja72 raised in both hands of hers; Bodo Pat once three-bet; the blinds called."""
    for player, vpip, pfr in (
        ("Katja72", (2, 2), (2, 2)),
        ("Short Stefan", (1, 1), (0, 1)),
        ("Old Smoothie", (1, 1), (0, 1)),
    ):
        assert (rate(by_hand, "vpip", player), rate(by_hand, "pfr", player)) == (vpip, pfr)


def test_pats_by_hand(by_hand: Database) -> None:
    """Katja72: two, pat, pat in one hand; one, one, pat in the other."""
    assert run_statistic(by_hand, "pat_rate", "Katja72").select("draw", "done", "chances").rows() == [
        (1, 0, 2),
        (2, 1, 2),
        (3, 2, 2),
    ]
    frequencies = run_statistic(by_hand, "draw_frequency", "Katja72").filter(pl.col("draw") == 1)
    assert frequencies["done"].to_list() == [0, 1, 1, 0, 0, 0]


def test_results_by_hand(by_hand: Database) -> None:
    """Katja72 won $4.50 and $1.25 at $1/$2: 2.25 and 0.625 big bets."""
    (net,) = run_statistic(by_hand, "net", "Katja72").rows(named=True)
    assert net == {"label": "Katja72", "currency": "USD", "hands": 2, "net": 575}
    over_all, at_stakes = run_statistic(by_hand, "bb100", "Katja72").rows(named=True)
    assert (over_all["low_stake"], at_stakes["low_stake"], at_stakes["high_stake"]) == (None, 100, 200)
    assert over_all["bb100"] == at_stakes["bb100"] == 100 * (2.25 + 0.625) / 2
    assert at_stakes["deviation"] == pytest.approx(10 * (2.25 - 0.625) / 2**0.5)
    assert at_stakes["error"] == pytest.approx(at_stakes["deviation"] * 10 / 2**0.5)


def test_a_walk_and_an_all_in_blind_are_no_chance(tmp_path: Path) -> None:
    text = (BY_HAND / "by_hand_heads_up_snow.txt").read_text(encoding="utf-8")
    head, _, _ = text.partition("Katja72: raises")
    walk = tmp_path / "walk.txt"
    walk.write_text(
        head + "Katja72: folds \nUncalled bet ($0.50) returned to Old Smoothie\nOld Smoothie collected $1 from pot\n"
        "Old Smoothie: doesn't show hand \n*** SUMMARY ***\nTotal pot $1 | Rake $0 \n"
        "Seat 1: Katja72 (button) (small blind) folded before the Draw\n"
        "Seat 2: Old Smoothie (big blind) collected ($1)\n",
        encoding="utf-8",
    )
    with Database(":memory:") as database:
        assert fill(database, [walk]).stored == 1
        assert rate(database, "vpip", "Old Smoothie") == (0, 0)
        assert rate(database, "vpip", "Katja72") == (0, 1)
        assert run_statistic(database, "pat_rate").is_empty()
        assert run_statistic(database, "net", "Old Smoothie")["hands"].to_list() == [1]


def test_the_largest_amounts_overflow_in_no_statistic(tmp_path: Path) -> None:
    file = tmp_path / "large.txt"
    file.write_text("".join(hand(number) for number in range(3)), encoding="utf-8")
    with Database(":memory:") as database:
        fill(database, [file])
        database.connection.execute("UPDATE hands SET pot = $most, rake = $most", {"most": LARGEST})
        database.connection.execute("UPDATE seats SET contributed = $most, net = -$most", {"most": LARGEST})
        run_statistics(database, catalogue().values(), "Ann")
        assert run_statistic(database, "rake", "Ann")["rake"].to_list() == [3 * LARGEST]
        assert run_statistic(database, "net_line", "Ann")["net"].to_list() == [-LARGEST, -2 * LARGEST, -3 * LARGEST]
