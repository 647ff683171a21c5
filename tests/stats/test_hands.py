"""The hands behind every figure: as many as it counts, the very ones a recount counts, and summing up to it."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import polars as pl
import pytest
from msgspec.structs import replace

from histparse.stats import Filters, Listing, StatisticsError, catalogue, list_hands, run_statistic
from histparse.stats.run import are_rate_columns
from histparse.store import Database
from tests.stats.compare import FIGURES
from tests.stats.dealing import database_of_files
from tests.stats.recount import Story
from tests.store.filling import BY_HAND

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
MOST_ROWS = 12
EVERYBODY = Filters(by="player")
FILTERED = [Filters(), Filters(tournament=False)]
RATES = {name: statistic for name, statistic in catalogue().items() if "unnest(rate(" in statistic.sql}
SUMMED: dict[str, tuple[str, ...]] = {
    **{name: columns for name, columns in FIGURES.items() if name not in {"value_to_bluff", "aggression_factor"}},
    "sessions": ("net", "big_bets"),
    "starting_hand_results": ("net",),
    "starting_hands_played": ("decisions", "played"),
}
"""Figures of statistics that are no rates, which are the sums of the columns of that name, or the number of rows."""
STAKES = ("low_stake", "high_stake")
ROWS = {"hands", "draws"}
"""Figures that are the number of rows."""


def keys(frame: pl.DataFrame) -> list[str]:
    """The columns that identify a row of figures, apart from the player."""
    return [
        column
        for column in frame.columns
        if column not in {"label", "player", "done", "chances", "rate", "low", "high"}
    ]


def numbers(listed: pl.DataFrame, columns: list[str]) -> Counter[tuple[Any, ...]]:
    """How many rows are listed for each player and value of those columns."""
    return Counter(listed.select("player", *columns).rows())


# -- as many rows as the n and the N --------------------------------------------------------------------------


@pytest.mark.nightly(4)
@pytest.mark.soak(24)
@pytest.mark.parametrize("filters", FILTERED, ids=["all hands", "a filter"])
@pytest.mark.parametrize("name", RATES)
def test_rows_listed_for_every_player_are_as_many_as_are_counted(
    database: Database, name: str, filters: Filters
) -> None:
    """And no others. Where outcomes are told apart, they share their opportunities."""
    figures = run_statistic(database, name, filters=replace(filters, by="player"))
    opportunities = list_hands(database, Listing(statistic=name), filters=filters)
    made = list_hands(database, Listing(statistic=name, made=True), filters=filters)
    columns = [key for key in keys(figures) if key in made.columns]
    totals = totals_by_kind(figures) if "keep" in columns else figures.clear()
    single = figures.join(totals, on=figures.columns, how="anti", nulls_equal=True)
    assert single.height
    assert counted(single, columns, "done") == numbers(made, columns)
    shared = [key for key in columns if key not in catalogue()[name].outcome]
    assert counted(single, shared, "chances") == numbers(opportunities, shared)
    columns, shared = ([key for key in names if key not in {"keep", "straight"}] for names in (columns, shared))
    assert counted(totals, columns, "done") <= numbers(made, columns)
    assert counted(totals, shared, "chances") <= numbers(opportunities, shared)
    assert not totals.height or totals["done"].sum() == made.filter(pl.col("keep").is_not_null()).height


def totals_by_kind(figures: pl.DataFrame) -> pl.DataFrame:
    """Rows of all hands of a kind, which has rows of single keeps too."""
    kinds = figures.filter(pl.col("keep").is_not_null()).select("player", "kind").unique()
    return figures.filter(pl.col("keep").is_null()).join(kinds, on=["player", "kind"], how="semi")


def counted(figures: pl.DataFrame, columns: list[str], figure: str) -> Counter[tuple[Any, ...]]:
    """That figure of each player and value of those columns; those of zero are left out."""
    return +Counter(dict(zip(figures.select("player", *columns).rows(), figures[figure], strict=True)))


@pytest.mark.nightly(3)
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("pat_rate", {"draw": "2"}),
        ("draw_frequency", {"draw": "1", "drawn": "3"}),
        ("draw_frequency_by_place", {"in_position": "true", "draw": "3", "drawn": "0"}),
        ("fold_to_raise", {"round": "0", "facing": "3-bet"}),
        ("call_steal", {"blind": "bb"}),
        ("river_facing_bet", {"drew": "pat", "against": "pat", "action": "fold"}),
        ("showdown_hands", {"drawn": None, "won": "true", "made": "eight"}),
        ("three_bet", {}),
    ],
)
def test_the_rows_of_one_figure(database: Database, name: str, values: dict[str, str | None]) -> None:
    """Chosen by the values of its columns, of one player under a filter."""
    filters = Filters(site="pokerstars")
    figures = run_statistic(database, name, "Hero", filters=filters)
    chosen = [
        row
        for row in figures.rows(named=True)
        if all(
            row[column] is None if text is None else str(row[column]).casefold() == text
            for column, text in values.items()
        )
    ]
    assert len(chosen) <= 1
    for made, figure in ((False, "chances"), (True, "done")):
        listed = list_hands(database, Listing(statistic=name, of=values, made=made), "Hero", filters)
        assert listed.height == sum(row[figure] for row in chosen)
        assert set(listed["player"]) <= {"Hero"}


# -- sums -----------------------------------------------------------------------------------------------------


@pytest.mark.nightly(4)
@pytest.mark.parametrize("filters", FILTERED, ids=["all hands", "a filter"])
@pytest.mark.parametrize("name", [name for name in SUMMED if name != "bb100"])
def test_hands_add_up_to_every_sum(database: Database, name: str, filters: Filters) -> None:
    by_player = replace(filters, by="player")
    figures = run_statistic(database, name, filters=by_player)
    listed = list_hands(database, Listing(statistic=name), filters=by_player)  # everybody's own sessions
    assert figures.height
    columns = [key for key in keys(figures) if key in listed.columns and key not in {*SUMMED[name], *ROWS}]
    rows = figures.filter(pl.col("keep").is_not_null()) if "keep" in columns else figures
    parts = listed.partition_by("player", *columns, as_dict=True)
    for row in rows.rows(named=True):
        part = parts[row["player"], *(row[key] for key in columns)]
        for column in SUMMED[name]:
            if column in ROWS:
                assert part.height == row[column]
            elif row[column] is not None:  # there is no sum of chips
                exact = 0.5000001 if column == "rake" else 1e-6  # which is rounded once added up
                assert float(part[column].sum()) == pytest.approx(row[column], abs=exact)


def test_hands_add_up_over_all_stakes_and_at_each(database: Database) -> None:
    listed = list_hands(database, Listing(statistic="bb100"))
    figures = run_statistic(database, "bb100", filters=EVERYBODY).filter(pl.col("low_stake").is_null())
    for row in figures.rows(named=True):
        part = listed.filter(player=row["player"], currency=row["currency"])
        assert part.height == row["hands"]
        assert part["big_bets"].mean() == pytest.approx(row["bb100"] / 100)
    stakes = Filters(stakes="EUR 0.10/0.20")
    figures = run_statistic(database, "bb100", "Hero", filters=stakes).drop_nulls("low_stake")
    [figure] = figures.rows(named=True)
    listed_at_stakes = list_hands(database, Listing(statistic="bb100"), "Hero", stakes)
    assert (listed_at_stakes.height, listed_at_stakes["net"].sum()) == (figure["hands"], figure["net"])


@pytest.mark.parametrize("name", ["aggression_factor", "value_to_bluff"])
def test_acts_add_up_to_both_sides_of_a_ratio(database: Database, name: str) -> None:
    first, second = FIGURES[name]
    listed = list_hands(database, Listing(statistic=name))
    for row in run_statistic(database, name, filters=EVERYBODY).rows(named=True):
        [column] = [key for key in ("round", "cards") if key in row]
        part = listed.filter(pl.col(column) == row[column], player=row["player"])
        assert (part[first].sum(), part[second].sum()) == (row[first], row[second])
        assert part.height == row[first] + row[second]


def test_draws_add_up_to_luck(database: Database) -> None:
    listed = list_hands(database, Listing(statistic="draw_luck"), "Hero")
    worst = {"seven": 4, "eight": 18, "nine": 52}
    figures = run_statistic(database, "draw_luck", "Hero")
    assert figures.height
    for row in figures.rows(named=True):
        part = listed.filter(reshuffled=row["reshuffled"])
        part = part if row["draw"] is None else part.filter(draw=row["draw"])
        assert part.height == row["draws"]
        assert (part["number_after"] <= worst[row["made"]]).sum() == row["hits"]
        assert part[f"p_{row['made']}"].sum() == pytest.approx(row["expected"])


def test_the_line_ends_where_its_hands_add_up_to(database: Database) -> None:
    listed = list_hands(database, Listing(statistic="net_line"), "Hero")
    for (currency,), line in run_statistic(database, "net_line", "Hero").partition_by("currency", as_dict=True).items():
        part = listed.filter(currency=currency)
        assert (part.height, part["net"].sum()) == (line["hand"][-1], line["net"][-1])


def test_rank_numbers_are_those_listed(database: Database) -> None:
    listed = list_hands(database, Listing(statistic="hand_number"), "Hero")
    for row in run_statistic(database, "hand_number", "Hero").rows(named=True):
        part = listed.filter(pl.col("drawn").eq_missing(row["drawn"]), won=row["won"])
        assert part.height == row["hands"]
        assert sorted(part["number"].to_list())[(part.height - 1) // 2] == row["median"]


def test_every_statistic_says_which_rows_it_counts() -> None:
    """And is tested above: a rate, a sum, or one of those with a test of its own."""
    silent = [name for name, statistic in catalogue().items() if statistic.listed_rows_sql is None]
    assert silent == [], "its query must begin with `WITH listed AS (`: the rows it counts"
    tested_alone = {"aggression_factor", "value_to_bluff", "draw_luck", "net_line", "hand_number", "hourly"}
    assert set(catalogue()) == {*RATES, *SUMMED, *tested_alone}
    assert are_rate_columns(["done", "chances", "rate", "low", "high"])


@pytest.mark.nightly(4)
@pytest.mark.soak(12)
@pytest.mark.parametrize("name", catalogue())
def test_every_value_that_a_table_shows_can_be_asked_for(database: Database, name: str) -> None:
    """But for the classes of draw luck: a draw counts in all three. HISTPARSE_SOAK=1: each; otherwise some of many."""
    figures = run_statistic(database, name)
    words = [*(column for column, kind in figures.schema.items() if kind in {pl.String, pl.Boolean}), *STAKES]
    columns = [column for column in words if column in figures.columns and column not in {"label", "made"}]
    shown = figures.select(columns).unique().sort(columns).rows(named=True) if columns else []
    for row in shown if SOAK else shown[:: 1 + len(shown) // MOST_ROWS]:
        values = {column: None if value is None else str(value) for column, value in row.items()}
        assert list_hands(database, Listing(statistic=name, of=values, limit=1)).height <= 1, values


def test_straight_draws_are_those_of_the_table(database: Database) -> None:
    figures = run_statistic(database, "best_keeps", "Hero")
    for straight in ("open", "gutshot"):
        listed = list_hands(database, Listing(statistic="best_keeps", of={"straight": straight}, made=True), "Hero")
        assert listed.height == figures.filter(straight=straight)["done"].sum() > 0


# -- other ways to ask ----------------------------------------------------------------------------------------


def test_hands_without_a_statistic(database: Database, stories: list[Story]) -> None:
    assert list_hands(database, Listing()).height == len(stories)
    listed = list_hands(database, Listing(), "Hero")
    assert listed.height == sum(person.name == "Hero" for story in stories for person in story.people)
    assert listed.filter(currency="EUR")["net"].sum() == sum(
        person.won - person.put
        for story in stories
        for person in story.people
        if person.name == "Hero" and story.hand.header.currency == "EUR"
    )


@pytest.mark.nightly
def test_the_hands_of_a_session(database: Database) -> None:
    sessions = run_statistic(database, "net", "Hero", filters=Filters(by="session"))
    for row in sessions.rows(named=True):
        listed = list_hands(database, Listing(statistic="net", session=row["session"]), "Hero")
        listed = listed.filter(currency=row["currency"])
        assert (listed.height, listed["net"].sum()) == (row["hands"], row["net"])


@pytest.mark.nightly
def test_hands_with_a_finding() -> None:
    with database_of_files(BY_HAND.parent / "illegal") as database:
        expected = database.connection.execute(
            "SELECT DISTINCT hand_id FROM findings WHERE code = 'BET02' AND hand_key IS NOT NULL"
        ).fetchall()
        assert expected
        assert [(hand,) for hand in list_hands(database, Listing(finding="bet02"))["hand_id"]] == expected
        assert list_hands(database, Listing(finding="BET")).height > len(expected)


def test_a_condition_in_sql(database: Database, stories: list[Story]) -> None:
    listed = list_hands(database, Listing(where="players = 2 -- or not"))
    assert listed.height == sum(len(story.people) == 2 for story in stories)
    shared = list_hands(database, Listing(statistic="rake", where="rake > 0 AND net < 0"))
    assert shared.height
    assert shared["rake"].min() > 0  # type: ignore[operator] # a number: it is not empty
    assert shared["net"].max() < 0  # type: ignore[operator] # as above


def test_order_and_limit(database: Database) -> None:
    usd = Filters(stakes="USD 1/2")
    for sort in ("net", "pot"):
        column = list_hands(database, Listing(sort=sort), "Hero", usd)[sort].to_list()
        assert column == sorted(column, reverse=True)
        assert list_hands(database, Listing(sort=sort, limit=3), "Hero", usd)[sort].to_list() == column[:3]
        assert list_hands(database, Listing(sort=sort, reverse=True), "Hero", usd)[sort].to_list() == column[::-1]
    dates = list_hands(database, Listing(limit=9), "Hero")["played_at"].to_list()
    assert dates == sorted(dates, reverse=True)


@pytest.mark.parametrize(
    ("listing", "sentence"),
    [
        (Listing(statistic="vpi"), "did you mean `vpip`"),
        (Listing(statistic="net", made=True), "net is not a rate"),
        (Listing(made=True), "needs a statistic"),
        (Listing(statistic="pat_rate", of={"drew": "1"}), "there is no column of pat_rate `drew`: did you mean `draw`"),
        (Listing(of={"draw": "1"}), "only statistics have a column `draw`"),
        (Listing(session="2011-01-01 00:01"), "there is no session `2011-01-01 00:01`: did you mean `2011-12-31 22:00"),
        (Listing(where="pott > 1"), 'where=: .*"pott" not found'),
        (Listing(where="1; DROP TABLE hands"), "where=: "),
        (Listing(where=""), "where=: "),
    ],
)
def test_what_cannot_be_listed_is_one_sentence(database: Database, listing: Listing, sentence: str) -> None:
    with pytest.raises(StatisticsError, match=sentence) as error:
        list_hands(database, listing)
    assert "\n" not in str(error.value)
