"""Draw luck and starting hands three ways: by hand, once more in plain Python, and by what must add up."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from math import fsum, sqrt
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from histparse import flow
from histparse.model.hand import Hand
from histparse.simulate import Settings, Stakes, deal_hands
from histparse.stats import Filters, catalogue, compare_rates_with_others, run_statistic
from histparse.stats.players import Definitions
from histparse.stats.significance import two_sided_student_p
from histparse.store import Database
from tests.dealer.writing import write_all
from tests.stats.dealing import database_of_files, database_of_hands
from tests.stats.recount_cards import Luck, Start, count, lucks, starts
from tests.store.filling import BY_HAND, rows

HANDS = 2_500 if os.environ.get("HISTPARSE_SOAK") else 200
PLAYERS = ("Hero", "Anna")
STARTING = (
    *("starting_hands", "best_keeps", "starting_hand_actions", "starting_hand_results", "starting_hands_played"),
    "deuces",
)


@pytest.fixture(scope="module")
def dealt() -> list[Hand]:
    """Two heroes of two currencies; at the second one's tables the deck runs out often."""
    stakes = (Stakes(10, 20, 5), Stakes(100, 200, 50))
    tight = Settings(hands=HANDS, seed=91, stakes=stakes, hero="Hero", callers=0.2)
    loose = Settings(hands=HANDS, seed=92, hero="Anna", players=(6, 6), callers=0.9, currency="EUR")
    return [*deal_hands(tight), *deal_hands(loose)]


@pytest.fixture(scope="module")
def database(dealt: list[Hand]) -> Iterator[Database]:
    with database_of_hands(dealt) as database:
        yield database


@pytest.fixture(scope="module")
def all_starts(dealt: list[Hand]) -> list[Start]:
    return list(starts(dealt))


@pytest.fixture(params=[*PLAYERS, None])
def player(request: pytest.FixtureRequest) -> str | None:
    """A hero, or both together."""
    return request.param  # type: ignore[no-any-return] # of these params


@pytest.fixture
def own_starts(all_starts: list[Start], player: str | None) -> list[Start]:
    return [start for start in all_starts if player in (None, start.player)]


@pytest.fixture(scope="module")
def all_lucks(dealt: list[Hand]) -> list[Luck]:
    return list(lucks(dealt))


# -- by hand ------------------------------------------------------------------------------------------------


def test_luck_by_hand(by_hand: Database) -> None:
    """Katja72 drew to a pair, and twice one card to 2358: a jack, then the four that makes her eight."""
    chance = (12 / 47, 12 / 46), (16 / 47, 16 / 46)
    luck = run_statistic(by_hand, "draw_luck", "Katja72").filter(pl.col("draw").is_null())
    assert luck.select("reshuffled", "made", "draws", "hits").rows() == [
        (False, "seven", 3, 0),
        (False, "eight", 3, 1),
        (False, "nine", 3, 1),
    ]
    assert luck["expected"].to_list() == pytest.approx([0, *(sum(pair) for pair in chance)])
    assert luck["z"].to_list() == [None] * 3  # far too few to say anything


def test_starting_hands_by_hand(by_hand: Database) -> None:
    """2 2 2 5 K and 2 3 5 8 8, both raised at once, won $4.50 and $1.25 with bets of $1/$2."""

    def counted(name: str, *columns: str) -> list[tuple[Any, ...]]:
        return run_statistic(by_hand, name, "Katja72").select(columns).rows()

    counts = {"pat": 0, "one card": 1, "two cards": 0, "three cards": 1, "other": 0}
    assert counted("starting_hands", "kind", "done", "chances") == [(kind, times, 2) for kind, times in counts.items()]
    assert counted("best_keeps", "kind", "keep", "straight", "done", "chances") == [
        ("one card", "2358", None, 1, 2),
        ("three cards", "25", None, 1, 2),
    ]
    acts = {"fold": 0, "check": 0, "call": 0, "raise": 1}
    figures = counted("starting_hand_actions", "keep", "action", "done", "chances")
    assert [row for row in figures if row[0] == "2358"] == [("2358", act, times, 1) for act, times in acts.items()]
    assert counted("starting_hand_results", "currency", "kind", "keep", "hands", "net", "bb100") == [
        ("USD", "one card", None, 1, 125, 62.5),
        ("USD", "one card", "2358", 1, 125, 62.5),
        ("USD", "three cards", None, 1, 450, 225.0),
        ("USD", "three cards", "25", 1, 450, 225.0),
    ]
    assert counted("deuces", "which", "done", "chances") == [("dealt", 2, 2), ("drawn to", 2, 2)]


@pytest.mark.nightly
def test_hands_known_only_from_the_showdown_count_when_asked_for(tmp_path: Path) -> None:
    text = (BY_HAND / "by_hand_all_in_side_pot.txt").read_text(encoding="utf-8")
    file = tmp_path / "pat.txt"
    file.write_text(text.replace("Bodo Pat: discards 1 card", "Bodo Pat: stands pat "), encoding="utf-8")
    with database_of_files(file) as made:
        for name in STARTING:
            assert run_statistic(made, name, "Bodo Pat").is_empty()
            assert not run_statistic(made, name, "Bodo Pat", {"shown": 1}).is_empty()
        shown = run_statistic(made, "best_keeps", "Bodo Pat", {"shown": 1})
        assert shown.select("kind", "keep", "done", "chances").rows() == [("pat", "nine", 1, 1)]
        broken = run_statistic(made, "best_keeps", "Bodo Pat", {"shown": 1, "worst": 18})
        assert broken.select("kind", "keep", "done", "chances").rows() == [("one card", "2367", 1, 1)]


def test_a_hand_that_was_drawn_back_is_not_known_from_the_showdown() -> None:
    """After a reshuffle the cards that were thrown may come again: the hand is the first one, and yet was not kept."""
    with database_of_files(BY_HAND / "by_hand_all_in_side_pot.txt") as made:
        made.connection.execute("UPDATE seats SET dealt = cards WHERE player = 'Bodo Pat' AND drawn1 = 1 AND printed")
        assert rows(made, "SELECT count(*) FROM seats WHERE player = 'Bodo Pat' AND dealt = cards") == [(1,)]
        assert run_statistic(made, "best_keeps", "Bodo Pat", {"shown": 1}).is_empty()


@pytest.mark.parametrize(
    ("keep", "straight"),
    [
        *[(keep, "open") for keep in ("2345", "3456", "4567", "5678")],
        *[(keep, "gutshot") for keep in ("2346", "2456", "3567", "4578", "4678")],
        *[(keep, None) for keep in ("2347", "2358", "3478", "234", "23", "nine", "jack", None)],
    ],
)
def test_straight_draws(by_hand: Database, keep: str | None, straight: str | None) -> None:
    Definitions(by_hand.connection).create_for_query("straight_draw")
    assert by_hand.connection.execute("SELECT straight_draw(?)", [keep]).fetchall() == [(straight,)]


# -- once more in plain Python --------------------------------------------------------------------------------


@pytest.mark.nightly(1)
def test_luck_is_what_python_counts(database: Database, all_lucks: list[Luck], player: str | None) -> None:
    luck = run_statistic(database, "draw_luck", player)
    own_lucks = [luck for luck in all_lucks if player in (None, luck.player)]
    expected_rows = {
        (luck.reshuffled, draw, made) for luck in own_lucks for draw in (None, luck.draw) for made in luck.hits
    }
    assert {*luck.select("reshuffled", "draw", "made").rows()} == expected_rows
    assert len(luck) == len(expected_rows)
    for row in luck.rows(named=True):
        draws = [
            (luck.chances[row["made"]], luck.hits[row["made"]])
            for luck in own_lucks
            if luck.reshuffled == row["reshuffled"] and row["draw"] in (None, luck.draw)
        ]
        expected = fsum(chance for chance, _ in draws)
        assert (row["draws"], row["hits"]) == (len(draws), sum(hit for _, hit in draws))
        assert row["expected"] == pytest.approx(expected, rel=1e-12)
        if row["reshuffled"] or expected < 5:
            assert row["z"] is None
        else:
            assert row["z"] == pytest.approx(_weaker(row, [float(chance) for chance, _ in draws]), rel=1e-9, abs=1e-9)


TRUE_PARTS = {"seven": (0.97, 1.0), "eight": (0.97, 1.0), "nine": (0.99, 0.99)}
"""What true chances are of those counted, at the least and at the most."""


def _weaker(row: dict[str, Any], chances: list[float]) -> float:
    """Against the end of the range that is nearer to the hits; none between the two."""
    least, most = (
        (row["hits"] - sum(part * p for p in chances)) / sqrt(sum(part * p * (1 - part * p) for p in chances))
        for part in TRUE_PARTS[row["made"]]
    )
    return 0 if least * most < 0 else min(least, most, key=abs)


@pytest.mark.nightly
def test_draws_worked_out_from_what_was_shown_are_not_luck(dealt: list[Hand], tmp_path: Path) -> None:
    """Where the text prints neither discards nor new cards, the hands that made it to the showdown are known alone."""
    file = tmp_path / "hidden.txt"
    shown = re.sub(r"(discards \d cards?) \[[^]]*\]", r"\1", write_all(dealt))
    # Who draws five is shown their new hand without the cards kept.
    new_hands = re.sub(r"(discards 5 cards\n)Dealt to .*\n", r"\1", shown)
    file.write_text(re.sub(r"Dealt to .*\] \[.*\]\n", "", new_hands), encoding="utf-8")
    with database_of_files(file) as made:
        assert rows(made, "SELECT count(*) FROM hands") == [(len(dealt),)]
        ((worked_out, seen_draws),) = rows(made, "SELECT count(*), count_if(seen) FROM draws WHERE p_nine IS NOT NULL")
        assert worked_out > len(dealt) / 20
        assert seen_draws == 0
        assert run_statistic(made, "draw_luck").is_empty()


@pytest.mark.nightly
def test_the_deck_runs_out_at_the_loose_tables(database: Database) -> None:
    after = run_statistic(database, "draw_luck", "Anna").filter(pl.col("reshuffled") & pl.col("draw").is_null())
    assert after["draws"].min() > 20  # type: ignore[operator] # a number: there are draws


@pytest.mark.nightly
def test_every_chance_is_what_python_counts(database: Database, all_lucks: list[Luck]) -> None:
    stored = rows(database, "SELECT p_seven, p_eight, p_nine FROM draws WHERE seen AND p_nine IS NOT NULL ORDER BY ALL")
    assert stored == sorted(tuple(map(float, luck.chances.values())) for luck in all_lucks)


def test_starting_hands_are_what_python_counts(database: Database, own_starts: list[Start], player: str | None) -> None:
    kinds, hands = run_statistic(database, "starting_hands", player), len(own_starts)
    assert hands == HANDS * (len(PLAYERS) if player is None else 1)
    assert {(kind,): times for kind, times in kinds.select("kind", "done").rows() if times} == count(own_starts, "kind")
    assert {*kinds["chances"]} == {hands}
    keeps = run_statistic(database, "best_keeps", player)
    assert {(kind, keep): times for kind, keep, times in keeps.select("kind", "keep", "done").rows()} == count(
        own_starts, "kind", "keep"
    )
    with_deuce, drawn_to = count(own_starts, "deuce"), count(own_starts, "deuce", "drew")
    assert run_statistic(database, "deuces", player).select("done", "chances").rows() == [
        (with_deuce[True,], hands),
        (drawn_to[True, True], drawn_to[True, True] + drawn_to[False, True]),
    ]


def test_first_acts_are_what_python_counts(database: Database, own_starts: list[Start], player: str | None) -> None:
    acted = [start for start in own_starts if start.action]
    acts = count(acted, "kind", "keep", "action") + count(acted, "kind", "action")
    chances = count(acted, "kind", "keep") + count(acted, "kind")
    actions = run_statistic(database, "starting_hand_actions", player)
    assert sum(actions.filter(pl.col("keep").is_null())["done"]) == len(acted)
    for row in actions.rows(named=True):
        line = (row["kind"], row["keep"]) if row["keep"] else (row["kind"],)
        assert (row["done"], row["chances"]) == (acts[*line, row["action"]], chances[line])


def test_results_are_what_python_counts(database: Database, own_starts: list[Start], player: str | None) -> None:
    results = run_statistic(database, "starting_hand_results", player)
    assert results.filter(pl.col("keep").is_null())["hands"].sum() == len(own_starts)
    keeps = results.drop_nulls("keep").select("currency", "keep").rows()
    assert {*keeps} == {(start.currency, start.keep) for start in own_starts if start.keep}
    for row in results.rows(named=True):
        same_starts = [
            start
            for start in own_starts
            if (start.currency, start.kind) == (row["currency"], row["kind"]) and row["keep"] in (None, start.keep)
        ]
        won = [start.net / start.big_bet for start in same_starts]
        mean = sum(won) / len(won)
        assert (row["hands"], row["net"]) == (len(same_starts), sum(start.net for start in same_starts))
        assert row["bb100"] == pytest.approx(100 * mean, abs=1e-9)
        if len(won) > 1:
            error = sqrt(sum((big_bets - mean) ** 2 for big_bets in won) / (len(won) - 1) / len(won))
            reach = (row["high_end"] - row["bb100"]) / 100 / error if error else 0.0
            assert not error or two_sided_student_p(reach, len(won) - 1) == pytest.approx(0.05, abs=1e-6)
        else:
            assert row["high_end"] is None


def class_of(start: Start) -> str:
    """`two cards, 2 to 7`, by the cards to keep."""
    if start.kind in {"pat", "other"}:
        return f"{start.kind}, {start.keep or 'none'}"
    assert start.keep is not None
    return f"{start.kind}, " + ("no 2" if "2" not in start.keep else "2 to 8" if "8" in start.keep else "2 to 7")


def test_classes_of_starting_hands_are_what_python_counts(
    database: Database, own_starts: list[Start], player: str | None
) -> None:
    classes = run_statistic(database, "starting_hands_played", player)
    assert sum(classes["hands"]) == len(own_starts)
    for row in classes.rows(named=True):
        same_starts = [
            start
            for start in own_starts
            if (start.currency, class_of(start)) == (row["currency"], f"{row['kind']}, {row['kept']}")
        ]
        assert row["hands"] == len(same_starts) > 0
        assert row["bb100"] == pytest.approx(
            100 * fsum(start.net / start.big_bet for start in same_starts) / len(same_starts)
        )
        assert row["decisions"] == sum(start.action is not None for start in same_starts)
        assert row["played"] == sum(start.action in {"call", "raise"} for start in same_starts)


def test_positions_add_up_to_all(database: Database, player: str | None) -> None:
    whole = run_statistic(database, "starting_hands_played", player)
    parts = run_statistic(database, "starting_hands_played", player, filters=Filters(by="position"))
    keys, sums = ["currency", "kind", "kept"], ["hands", "decisions", "played"]
    assert parts["position"].n_unique() > 2
    assert_frame_equal(parts.group_by(keys).agg(pl.col(sums).sum()), whole.select(*keys, *sums), check_row_order=False)


@pytest.mark.nightly(2)
@pytest.mark.parametrize("site", ["pokerstars", "phh", "fulltilt", "kingsclub"])
def test_chances_of_real_draws_are_what_python_counts(real_histories: Path, site: str) -> None:
    """At Merge the text has no discards to count from."""
    results = [result for file in flow.list_files([real_histories / site]) for result in flow.parse_file(file)]
    with database_of_files(real_histories / site) as made:
        stored = rows(made, "SELECT p_seven, p_eight, p_nine FROM draws WHERE seen AND p_nine IS NOT NULL ORDER BY ALL")
    hands = [result.hand for result in results if result.hand]
    assert stored == sorted(tuple(map(float, luck.chances.values())) for luck in lucks(hands))
    assert stored


# -- like with like -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["snow", "value_to_bluff", *STARTING, "showdown_hands", "hand_number"])
def test_heroes_stand_beside_heroes_and_shown_hands_beside_shown_hands(database: Database, name: str) -> None:
    """A row of heroes is of heroes alone; a row of shown hands is the same when nobody is a hero any more."""
    connection = database.connection
    heroes = run_statistic(database, name)
    connection.execute("BEGIN")
    try:
        for table, seen in (("seats", "dealt_seen"), ("draws", "seen"), ("decisions", "seen")):
            connection.execute(f"UPDATE {table} SET hero = false, {seen} = false")  # noqa: S608 - names of ours
        without_heroes = run_statistic(database, name)
    finally:
        connection.execute("ROLLBACK")
    if "cards" in heroes.columns:
        assert set(heroes["cards"]) == {"heroes", "shown hands"}
        assert heroes.filter(cards="shown hands").equals(without_heroes)
    elif name in STARTING:
        assert not heroes.is_empty()
        assert without_heroes.is_empty()
    else:
        assert heroes.equals(without_heroes)


@pytest.mark.nightly
def test_a_snow_of_a_hero_is_not_compared_with_shown_hands(dealt: list[Hand]) -> None:
    with database_of_hands(dealt[:HANDS]) as made:
        pair = compare_rates_with_others(made, [catalogue()["snow"]], "Hero")["snow"]
    assert set(pair.own["cards"]) == {"heroes", "shown hands"}
    assert set(pair.others["cards"]) == {"shown hands"}
    assert pair.p.filter(cards="heroes")["p"].is_null().all()


# -- of fairly dealt cards ------------------------------------------------------------------------------------


def test_while_the_stub_serves_luck_evens_out(database: Database) -> None:
    """Of cards that are dealt fairly no z is beyond 4.5: that happens once in 150,000 times."""
    z = run_statistic(database, "draw_luck").filter(~pl.col("reshuffled"))["z"].drop_nulls()
    assert z.abs().max() < 4.5  # type: ignore[operator] # a float: there are draws


def test_pats_are_dealt_as_often_as_published(database: Database) -> None:
    """2.04 % are nine-lows or better (rulebook, section 1); dealt hands lie within the interval of 4.5 deviations."""
    (pat,) = run_statistic(database, "starting_hands").filter(kind="pat").rows(named=True)
    share = 1020 * 52 / 2_598_960
    assert abs(pat["rate"] - share) < 4.5 * sqrt(share * (1 - share) / pat["chances"])
