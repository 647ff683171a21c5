"""Every statistic is what plain Python counts: for each player, for the pool, by every group and under every filter."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Any

import polars as pl
import pytest
from msgspec.structs import asdict
from polars.testing import assert_frame_equal
from scipy.special import stdtrit

from histparse import flow
from histparse.model.hand import Hand, Header
from histparse.model.ranking import number
from histparse.stats import Filters, StatisticsError, run_statistic, run_statistics
from histparse.stats.run import ALL
from histparse.store import Database
from tests.stats import varied
from tests.stats.compare import SUMS, counted, rows
from tests.stats.dealing import database_of_files
from tests.stats.recount import Label, Person, Story, Sums, pool, recount, story_of
from tests.stats.recount.drawing import role
from tests.stats.recount.sums import Key

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
Figures = dict[str, dict[str, dict[Key, tuple[Any, ...]]]]
"""By statistic and label, the figures of each row, by what it is about."""


def count_by_query(
    database: Database,
    player: str | None = None,
    filters: Filters = ALL,
    label: str = "label",
    names: Collection[str] = SUMS,
) -> Figures:
    """What the database answers to every statistic that is a sum."""
    answers = run_statistics(database, [SUMS[name] for name in names], player, filters)
    return {name: rows(name, answer, label) for name, answer in zip(names, answers, strict=True)}


def count_again(sums: Sums, names: Collection[str] = SUMS) -> Figures:
    """What it should answer."""
    return {name: counted(sums, name) for name in names}


@pytest.fixture(scope="module")
def sums(stories: list[Story]) -> Sums:
    return recount(stories)


def test_every_statistic_is_counted_once_more(sums: Sums) -> None:
    recounted = {name for name, _ in sums}
    missing = [
        f"nothing counts analytics/stats/{name}.sql once more: write tests/stats/recount/{name}.py, "
        f"with a function `counts` that returns what a hand adds to it, as entry.py there"
        for name in sorted(SUMS.keys() - recounted)
    ] + [
        f"tests/stats/recount counts {name}: write the query, analytics/stats/{name}.sql"
        for name in sorted(recounted - SUMS.keys())
    ]
    assert not missing, "\n".join(missing)


def test_every_player(database: Database, sums: Sums) -> None:
    assert count_by_query(database, filters=Filters(by="player"), label="player") == count_again(sums)


def test_the_pool(database: Database, stories: list[Story]) -> None:
    assert count_by_query(database) == count_again(recount(stories, pool))


def test_one_player_is_his_part_of_the_pool(database: Database, sums: Sums) -> None:
    own_figures = {
        name: {label: figures for label, figures in parts.items() if label == "Hero"}
        for name, parts in count_again(sums).items()
    }
    assert count_by_query(database, "Hero") == own_figures


# -- groups and filters ---------------------------------------------------------------------------------------


def _stakes(header: Header) -> str:
    return f"{header.currency} {header.low / 100:g}/{header.high / 100:g}".replace("0.1/0.2", "0.10/0.20")


def _position(_: Story, person: Person) -> str:
    return person.position


def _hero(_: Story, person: Person) -> str:
    return "hero" if person.hero else "others"


def _stack(story: Story, person: Person) -> str:
    stack = next(seat.stack for seat in story.hand.seats if seat.player == person.name) / story.hand.header.high
    ends = {5: "below 5", 10: "5 to 10", 20: "10 to 20", 40: "20 to 40"}
    return next((name for end, name in ends.items() if stack < end), "40 and more")


GROUPS: dict[str, Label] = {
    "stakes": lambda story, _: _stakes(story.hand.header),
    "position": _position,
    "site": lambda story, _: story.hand.header.site,
    "players": lambda story, _: str(len(story.people)),
    "month": lambda story, _: f"{story.hand.header.played_at:%Y-%m}",
    "hero": _hero,
    "hour": lambda story, _: f"{story.hand.header.played_at:%H}",
    "weekday": lambda story, _: f"{story.hand.header.played_at:%A}",
    "role": lambda story, person: role(story, person) if person.draws else "not in",
    "stack": _stack,
}


@pytest.mark.nightly(1)
@pytest.mark.soak(3)
@pytest.mark.parametrize("group", GROUPS)
def test_groups(database: Database, stories: list[Story], group: str) -> None:
    names = [name for name in SUMS if group != "role" or "role" not in name]
    sums = recount(stories, GROUPS[group])
    assert count_by_query(database, filters=Filters(by=group), label=group, names=names) == count_again(sums, names)


def test_a_statistic_told_apart_by_a_group_says_so(database: Database) -> None:
    with pytest.raises(StatisticsError, match=r"^bet_by_role already has a row for each role: leave it out of by=$"):
        run_statistic(database, "bet_by_role", filters=Filters(by="position,role"))


def test_two_groups_at_once(database: Database, stories: list[Story]) -> None:
    figures = run_statistic(database, "pat_rate", filters=Filters(by="position, Hero"))
    assert figures.columns[:3] == ["label", "position", "hero"]
    joined = figures.select(
        pl.concat_str("position", "hero", separator="/").alias("both"), pl.exclude("position", "hero")
    )
    sums = recount(stories, lambda story, person: f"{_position(story, person)}/{_hero(story, person)}")
    assert rows("pat_rate", joined, "both") == counted(sums, "pat_rate")


def test_against_each_opponent(database: Database, stories: list[Story]) -> None:
    """A hand counts for every opponent dealt in; a heads-up pot for the only other player who drew.

    HISTPARSE_SOAK=1: held against each, otherwise against some.
    """
    everybody = {person.name for story in stories for person in story.people}
    dealt = {
        name: run_statistic(database, name, "Hero", filters=Filters(by="opponent")) for name in ("net", "pat_rate")
    }
    heads_up = {
        name: run_statistic(database, name, "Hero", filters=Filters(by="rival")) for name in ("net", "pat_rate")
    }
    assert 5 < len(everybody) > dealt["net"]["opponent"].n_unique() > heads_up["net"]["rival"].n_unique() > 1
    for opponent in sorted(everybody - {"Hero"})[:: 1 if SOAK else 40]:

        def with_opponent(story: Story, person: Person, opponent: str = opponent) -> str | None:
            return (
                opponent if person.name == "Hero" and any(player.name == opponent for player in story.people) else None
            )

        def against_opponent(story: Story, person: Person, opponent: str = opponent) -> str | None:
            drew = {player.name for player in story.people if player.draws}
            return opponent if person.name == "Hero" and drew == {"Hero", opponent} else None

        for frames, column, label in ((dealt, "opponent", with_opponent), (heads_up, "rival", against_opponent)):
            sums = recount(stories, label)
            for name, frame in frames.items():
                rows_against = (
                    frame.filter(pl.col(column) == opponent).drop(column).with_columns(label=pl.lit(opponent))
                )
                assert rows(name, rows_against) == counted(sums, name)


FILTERS: list[tuple[Filters, str | None, Callable[[Story, Person], bool]]] = [
    (Filters(position="CO"), None, lambda _, person: person.position == "CO"),
    (Filters(hero=True), None, lambda _, person: person.hero),
    (Filters(stakes="1/2"), None, lambda story, _: story.hand.header.low == 100),
    (Filters(stakes="EUR 0.10/0.20"), "Hero", lambda story, _: story.hand.header.currency == "EUR"),
    (Filters(site="merge"), "Hero", lambda story, _: story.hand.header.site == "merge"),
    (Filters(players=3), "Hero", lambda story, _: len(story.people) == 3),
    (Filters(until=datetime(2014, 1, 1)), "Hero", lambda story, _: _year(story) < 2014),
    (Filters(since=datetime(2014, 1, 1)), "Hero", lambda story, _: _year(story) >= 2014),
    (
        Filters(site="pokerstars", position="BB", players=6),
        "Hero",
        lambda story, person: (story.hand.header.site, person.position, len(story.people)) == ("pokerstars", "BB", 6),
    ),
]
"""Each with the player who is counted, or None for all, and with whether it leaves a hand of somebody."""


def _filters_in_words(filters: Filters) -> str:
    """What is not left open."""
    return " ".join(f"{name}={value}" for name, value in asdict(filters).items() if value)


def _year(story: Story) -> int:
    assert story.hand.header.played_at is not None
    return story.hand.header.played_at.year


@pytest.mark.nightly(2)
@pytest.mark.soak(3)
@pytest.mark.parametrize(("filters", "player", "is_left"), FILTERS, ids=[_filters_in_words(row[0]) for row in FILTERS])
def test_filters(
    database: Database,
    stories: list[Story],
    filters: Filters,
    player: str | None,
    is_left: Callable[[Story, Person], bool],
) -> None:
    label = player or ("all heroes" if filters.hero else "all players")
    sums = recount(
        stories,
        lambda story, person: label if player in (None, person.name) and is_left(story, person) else None,
    )
    assert sums
    assert count_by_query(database, player, filters) == count_again(sums)


def test_players_with_few_hands_can_be_left_out(database: Database, stories: list[Story]) -> None:
    hands = Counter(person.name for story in stories for person in story.people)
    most = hands.most_common(4)[-1][1]
    sums = recount(stories, lambda story, person: pool(story, person) if hands[person.name] >= most else None)
    assert count_by_query(database, filters=Filters(min_hands=most)) == count_again(sums)


@pytest.mark.parametrize("group", ["opponent", "rival"])
def test_opponents_with_few_hands_together_can_be_left_out(database: Database, group: str) -> None:
    """Hero's hands with each decide, not how many these have, nor how often Hero plays."""
    everybody = run_statistic(database, "bb100", "Hero", filters=Filters(by=group))
    hands = everybody.filter(everybody["low_stake"].is_null()).group_by(group).agg(pl.col("hands").sum())
    least = sorted(hands["hands"])[len(hands) // 2] + 1
    regulars = everybody.join(hands.filter(hands["hands"] >= least), on=group, how="semi", maintain_order="left")
    assert 0 < len(regulars) < len(everybody)
    assert (
        run_statistic(database, "bb100", "Hero", filters=Filters(by=group, min_hands=least)).rows() == regulars.rows()
    )


# -- what is no sum -------------------------------------------------------------------------------------------


Results = dict[str, list[tuple[datetime, int, float, bool]]]


@pytest.fixture(scope="module")
def results(stories: list[Story]) -> Results:
    """By currency: time, net, net in big bets, showdown of Hero's hands in their order."""
    rows_by_currency: Results = {}
    for story in stories:
        for person in story.people:
            header, net = story.hand.header, person.won - person.put
            if person.name == "Hero" and header.played_at:
                row = (
                    header.played_at.replace(tzinfo=None),
                    net,
                    net / header.high,
                    story.contested and not person.folded,
                )
                rows_by_currency.setdefault(header.currency, []).append(row)
    return {currency: sorted(hands, key=lambda row: row[0]) for currency, hands in rows_by_currency.items()}


def _reach(nets: list[float]) -> float:
    """Half of Student's 95 % interval of the mean."""
    return float(stdtrit(len(nets) - 1, 0.975) * stdev(nets) / len(nets) ** 0.5)


def test_the_spread_of_results(database: Database, results: Results) -> None:
    rows_ = [row for row in run_statistic(database, "bb100", "Hero").rows(named=True) if row["low_stake"] is None]
    assert {row["currency"] for row in rows_} == set(results)
    for row in rows_:
        nets = [big_bets for _, _, big_bets, _ in results[row["currency"]]]
        error = 100 * stdev(nets) / len(nets) ** 0.5
        assert row["bb100"] == pytest.approx(100 * fmean(nets))
        assert row["deviation"] == pytest.approx(10 * stdev(nets))
        assert row["error"] == pytest.approx(error)
        ends = (row["bb100"] - 100 * _reach(nets), row["bb100"] + 100 * _reach(nets))
        assert (row["low_end"], row["high_end"]) == pytest.approx(ends)


def test_the_line(database: Database, results: Results) -> None:
    lines = run_statistic(database, "net_line", "Hero", {"points": 0}).partition_by("currency", as_dict=True)
    assert {str(currency) for (currency,) in lines} == set(results) - {"chips"}
    for (currency,), line in lines.items():
        net = showdown = 0
        big_bets = at_showdown = 0.0
        for row, (_, won, _, shown) in zip(line.rows(named=True), results[str(currency)], strict=True):
            net, showdown = net + won, showdown + won * shown
            assert (row["net"], row["showdown_net"], row["other_net"]) == (net, showdown, net - showdown)
            big_bets, at_showdown = row["big_bets"], at_showdown + (row["big_bets"] - big_bets) * shown
            assert row["showdown_big_bets"] == pytest.approx(at_showdown, abs=1e-6)


@pytest.mark.parametrize("points", [1, 3, 10])
def test_of_a_thinned_line_every_point_is_one_of_the_whole(database: Database, points: int) -> None:
    whole, thinned = (
        run_statistic(database, "net_line", "Hero", {"points": number}).partition_by("currency", as_dict=True)
        for number in (0, points)
    )
    assert thinned.keys() == whole.keys()
    for currency, line in whole.items():
        assert line["hand"].to_list() == list(range(1, line.height + 1))
        step = max(1, line.height // points)
        points_kept = line.filter((pl.col("hand") % step == 0) | pl.col("hand").is_in([1, line.height]))
        assert_frame_equal(thinned[currency], points_kept)  # sums of big bets may differ in their last digits


def test_sessions(database: Database, results: Results) -> None:
    hands = sorted((time, currency, net) for currency, rows_ in results.items() for time, net, *_ in rows_)
    expected: list[list[tuple[datetime, str, int]]] = []
    for hand in hands:
        if not expected or hand[0] - expected[-1][-1][0] >= timedelta(minutes=30):
            expected.append([])
        expected[-1].append(hand)
    sessions = run_statistic(database, "sessions", "Hero").rows(named=True)
    assert len({row["began"] for row in sessions}) == len(expected) > 1
    assert [(row["began"], row["currency"], row["hands"], row["net"]) for row in sessions] == [
        (session[0][0], currency, len(nets), None if currency == "chips" else sum(nets))
        for session in expected
        for currency in sorted({currency for _, currency, _ in session})
        if (nets := [net for _, currency_, net in session if currency_ == currency])
    ]
    grouped = run_statistic(database, "net", "Hero", filters=Filters(by="session"))
    assert sorted(grouped.select("session", "currency", "hands").rows()) == sorted(
        (f"{row['began']:%Y-%m-%d %H:%M}", row["currency"], row["hands"])
        for row in sessions
        if row["currency"] != "chips"
    )


def test_hours(database: Database, stories: list[Story], results: Results) -> None:
    """Hands are apart as long as their starts, or, before a pause, as the median of those of the same currency."""
    hands = sorted(
        (header.played_at.replace(tzinfo=None), header.currency, header.site, story.hand.table.name)
        for story in stories
        if (header := story.hand.header).played_at and any(person.name == "Hero" for person in story.people)
    )
    session = 0
    numbered: list[tuple[datetime, int, str, str, str]] = []
    for previous, (time, currency, site, table) in zip([hands[0], *hands], hands, strict=False):
        session += time - previous[0] >= timedelta(minutes=30)
        numbered.append((time, session, currency, site, table))
    rows_ = {row["currency"]: row for row in run_statistic(database, "hourly", "Hero").rows(named=True)}
    assert rows_.keys() == {currency for _, _, currency, *_ in numbered}
    for currency, row in rows_.items():
        tables: dict[tuple[int, str, str], list[datetime]] = {}
        for time, session_number, currency_, site, table in numbered:
            if currency_ == currency:
                tables.setdefault((session_number, site, table), []).append(time)
        gaps = [
            (next_start - earlier).total_seconds()
            for starts in tables.values()
            for earlier, next_start in pairwise(starts)
        ]
        usual = timedelta(seconds=median(gaps) if gaps else 0)
        spans: dict[int, list[datetime]] = {}
        for (session_number, *_), starts in tables.items():
            spans.setdefault(session_number, []).extend([*starts, starts[-1] + usual])
        seconds = sum((max(span) - min(span)).total_seconds() for span in spans.values())
        assert (row["sessions"], row["hands"]) == (len(spans), sum(map(len, tables.values())))
        assert row["hours"] == pytest.approx(seconds / 3600)
        if seconds:
            assert row["tables"] == pytest.approx((sum(gaps) + len(tables) * usual.total_seconds()) / seconds)
            big_bets = [big_bets_won for _, _, big_bets_won, _ in results[currency]]
            assert row["bb_per_hour"] == pytest.approx(sum(big_bets) * 3600 / seconds)
            hands_an_hour = len(big_bets) * 3600 / seconds
            half = _reach(big_bets) * hands_an_hour
            ends = (row["bb_per_hour"] - half, row["bb_per_hour"] + half)
            assert (row["low_end"], row["high_end"]) == pytest.approx(ends)
            if currency != "chips":
                nets = [float(net) for _, net, *_ in results[currency]]
                assert abs(row["net_per_hour"] - row["net"] * 3600 / seconds) <= 0.5
                half = _reach(nets) * hands_an_hour
                assert abs(row["net_low"] - (row["net"] * 3600 / seconds - half)) <= 0.5
                assert abs(row["net_high"] - (row["net"] * 3600 / seconds + half)) <= 0.5


def test_hand_numbers(database: Database, stories: list[Story]) -> None:
    held: dict[tuple[int | None, bool], list[int]] = {}
    for story in stories:
        for person in story.people:
            if story.contested and not person.folded and person.cards[-1]:
                drawn = person.draws[2] if len(person.draws) > 2 else None
                held.setdefault((drawn, person.won > 0), []).append(number(person.cards[-1]))
    for row in run_statistic(database, "hand_number").rows(named=True):
        numbers = sorted(held.pop((row["drawn"], row["won"])))
        assert row["hands"] == len(numbers)
        assert row["median"] == numbers[(len(numbers) + 1) // 2 - 1]
        assert numbers[0] <= row["better_quarter"] <= row["median"] <= row["worse_quarter"] <= numbers[-1]
    assert not held


def test_nets_and_rake_are_nothing(database: Database) -> None:
    query = "SELECT currency, sum(rake) FROM hands WHERE tournament_id IS NULL GROUP BY currency"
    rakes = dict(database.connection.execute(query).fetchall())
    assert {"USD", "EUR"} <= {*rakes}
    net, rake = (run_statistic(database, name).select("currency", name).rows() for name in ("net", "rake"))
    assert dict(rake) == {currency: -amount for currency, amount in net} == rakes
    by_player = run_statistic(database, "rake", filters=Filters(by="player"))
    for currency, whole in rakes.items():
        parts = by_player.filter(by_player["currency"] == currency)["rake"]
        assert abs(parts.sum() - whole) <= len(parts) / 2


# -- real hands -----------------------------------------------------------------------------------------------


def test_real_histories(real_histories: Path) -> None:
    with database_of_files(real_histories) as database:
        query = "SELECT site, hand_id FROM hands WHERE NOT cancelled"
        stored = set(database.connection.execute(query).fetchall())
        hands: dict[tuple[str, str], Hand] = {}
        for file in flow.list_files([real_histories]):
            for hand in (result.hand for result in flow.parse_file(file)):
                if hand and (hand.header.site, hand.header.hand_id) in stored:
                    hands.setdefault((hand.header.site, hand.header.hand_id), hand)
        assert hands.keys() == stored
        stories = [story_of(hand) for hand in hands.values()]
        varied.one_at_all_sites(database)
        assert count_by_query(database) == count_again(recount(stories, pool))
        assert count_by_query(database, filters=Filters(by="player"), label="player") == count_again(recount(stories))
