"""Tables of a store as lazy frames: the rows of SQL, filtered as plain conditions filter them, and no others read."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars import col as c

import histparse
from histparse.api import tables
from histparse.store.schema import stored_schema
from histparse.system.streams import as_frame
from tests.samples import FOLDER

FILES = [
    FOLDER / "fulltilt" / "session_archive_2011.txt",
    FOLDER / "merge" / "session_tournament_2011.xml",
    FOLDER / "winamax" / "session_8_games.txt",
    FOLDER / "illegal" / "POT01_stated_pot_too_small.txt",
    FOLDER / "malformed" / "SYN04_no_hand.txt",
    FOLDER / "malformed" / "SYN08_cancelled.txt",
]
JOINED = ["fulltilt:Katja72", "winamax:Katja72"]
OF_HANDS = ("hands", "seats", "decisions", "draws", "showdowns", "findings")
PLACE = ["hand_key", "seat", "player"]
ENGINES: tuple[Any, ...] = ("in-memory", "streaming")
PREDICATES = (
    (c("round") >= 1) & (c("action") == "raise") & ~c("all_in"),
    c("own_last") == "raise",
    c("player") == "it's a name; DROP TABLE hands --",
    c("player") < "M",
    c("drawn").is_null() | (c("pot") > 300),
    (c("stack_behind") - 2000) // 7 < -3,
    c("position").is_in(["BTN", "SB"]),
    c("most_drawn").is_between(1, 2),
    c("player").str.starts_with("K"),
    c("amount") == c("to_call"),
)
"""Conditions on decisions: those that DuckDB can check, those that it cannot, and those it would answer otherwise."""


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hands of several sites, one player under an alias."""
    file = tmp_path_factory.mktemp("tables") / "poker.duckdb"
    with histparse.Store(file) as store:
        store.import_files(FILES)
        store.join("Katja", JOINED)
    return file


@pytest.fixture(scope="module")
def opened(stored: Path) -> Iterator[histparse.Store]:
    with histparse.Store(stored, read_only=True) as store:
        yield store


@pytest.fixture(scope="module")
def whole_tables(opened: histparse.Store) -> dict[str, pl.DataFrame]:
    """All tables of hands, whole."""
    return {table: getattr(opened, table)().collect() for table in OF_HANDS}


@pytest.fixture
def store(opened: histparse.Store) -> histparse.Store:
    return opened


@pytest.fixture
def frames_read(monkeypatch: pytest.MonkeyPatch) -> list[pl.DataFrame]:
    """All that DuckDB hands on."""
    frames: list[pl.DataFrame] = []

    def note_frame(rows: Any) -> pl.DataFrame:  # Any: a relation
        frames.append(as_frame(rows))
        return frames[-1]

    monkeypatch.setattr(tables, "as_frame", note_frame)
    return frames


def have_same_rows(left: pl.DataFrame, right: pl.DataFrame) -> bool:
    """Whether they have the same rows, in whatever order."""
    return left.equals(right.select(left.columns)) or left.sort(pl.all()).equals(
        right.select(left.columns).sort(pl.all())
    )


WHERE = ("site", "hand_id", "played_at")
"""What says of which hand a row is."""


# --- what they are --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", stored_schema().tables)
def test_a_table_is_that_of_sql(store: histparse.Store, name: str) -> None:
    expected = store.sql(f"FROM {name}")
    table = store.table(name)
    assert table.collect_schema() == expected.schema
    assert have_same_rows(table.collect(), expected)


@pytest.mark.parametrize("name", OF_HANDS)
def test_a_table_of_hands_names_players_as_statistics_do(store: histparse.Store, name: str) -> None:
    expected, frame = store.sql(f"FROM {name}"), getattr(store, name)().collect()
    unnamed = [column for column in expected.columns if column != "player"]
    assert [*frame.columns] == [*expected.columns, *(column for column in WHERE if column not in expected.columns)]
    assert have_same_rows(frame.select(unnamed), expected.select(unnamed))
    assert expected.height > 0
    hands = store.hands().select("hand_key", *WHERE).collect()
    joined = frame.select("hand_key", *WHERE).join(hands, on="hand_key", suffix="_of_hand", how="inner")
    assert joined.height > 0
    assert all(joined[column].eq_missing(joined[f"{column}_of_hand"]).all() for column in WHERE)
    if name not in {"hands", "findings"}:
        named = store.query(
            f"""SELECT identities.player, count(*) AS rows FROM {name} JOIN hands USING (hand_key) JOIN identities
            ON identities.site = hands.site AND identities.name = {name}.player GROUP BY ALL"""  # noqa: S608 - our names
        )
        assert have_same_rows(frame.group_by("player").len("rows").cast({"rows": pl.Int64}), named)
        assert {"Katja", "merge:Katja72"} <= {*frame["player"]}


def test_rows_that_no_statistic_counts_are_there(store: histparse.Store) -> None:
    assert store.hands().select(c("cancelled").any()).collect().item()
    assert not store.seats().select(c("dealt_in").all()).collect().item()
    assert store.findings().filter(c("hand_key").is_null()).collect().height


# --- filters --------------------------------------------------------------------------------------------------

OF_A_HAND: dict[str, tuple[histparse.Filters, pl.Expr]] = {
    "site": (histparse.Filters(site="Winamax"), c("site") == "winamax"),
    "stakes": (histparse.Filters(stakes="chips 30/60"), (c("currency") == "chips") & (c("low_stake") == 3000)),
    "cash": (histparse.Filters(tournament=False), c("tournament_id").is_null()),
    "since": (histparse.Filters(since=date(2011, 12, 1)), c("played_at") >= datetime(2011, 12, 1)),
    "until": (
        histparse.Filters(until=datetime(2011, 12, 4, 20, 30, tzinfo=UTC), site="merge"),
        (c("played_at") < datetime(2011, 12, 4, 20, 30)) & (c("site") == "merge"),
    ),
}
"""Filters of hands, and what they say of a row of `hands`."""


@pytest.mark.nightly(2)
@pytest.mark.parametrize("name", OF_A_HAND)
def test_filters_of_hands_are_conditions_on_hands(
    store: histparse.Store, whole_tables: dict[str, pl.DataFrame], name: str
) -> None:
    filters, condition = OF_A_HAND[name]
    hands = whole_tables["hands"].filter(condition)
    assert 0 < hands.height < whole_tables["hands"].height
    for table, rows in whole_tables.items():
        filtered = getattr(store, table)(filters=filters).collect()
        assert have_same_rows(filtered, rows.join(hands, on="hand_key", how="semi")), table


OF_A_SEAT: dict[str, tuple[str | None, histparse.Filters, pl.Expr]] = {
    "player": ("Katja", histparse.Filters(), c("player") == "Katja"),
    "player at a site": ("Katja", histparse.Filters(site="winamax"), (c("player") == "Katja") & c("at_winamax")),
    "others": (None, histparse.Filters(but="Katja"), c("player") != "Katja"),
    "hero": (None, histparse.Filters(hero=True), c("hero")),
    "position": (None, histparse.Filters(position="CO"), c("position") == "CO"),
    "min_hands": (None, histparse.Filters(min_hands=100), c("dealt").ge(100)),
    "opponent": (None, histparse.Filters(opponent="Katja"), c("met")),
}
"""A player and filters of players, and what they say of a row of `seats`."""


@pytest.mark.nightly(2)
@pytest.mark.parametrize("name", OF_A_SEAT)
def test_filters_of_players_are_conditions_on_seats(
    store: histparse.Store, whole_tables: dict[str, pl.DataFrame], name: str
) -> None:
    player, filters, condition = OF_A_SEAT[name]
    winamax = whole_tables["hands"].filter(c("site") == "winamax")["hand_key"]
    seats = (
        whole_tables["seats"]
        .with_columns(
            at_winamax=c("hand_key").is_in(winamax.implode()),
            dealt=c("dealt_in").sum().over("player"),
            met=((c("player") == "Katja") & c("dealt_in")).any().over("hand_key"),
        )
        .filter(condition)
    )
    assert 0 < seats.height < whole_tables["seats"].height
    for table, rows in whole_tables.items():
        of_hands = table in {"hands", "findings"}
        theirs = seats.filter("dealt_in").select("hand_key") if of_hands else seats.select(PLACE)
        filtered = getattr(store, table)(player, filters=filters).collect()
        assert have_same_rows(filtered, rows.join(theirs, on=theirs.columns, how="semi")), table


def test_rows_add_up_to_statistics(store: histparse.Store) -> None:
    """VPIP, counted once more of decisions."""
    filters = histparse.Filters(position="BTN", since=date(2011, 1, 1))
    before_draws = store.decisions("Katja", filters=filters).filter(c("round") == 0)
    paid = before_draws.group_by("hand_key").agg(c("action").is_in(["call", "bet", "raise"]).any())
    voluntary, hands = paid.select(c("action").sum(), pl.len()).collect().row(0)
    [figures] = store.statistic("vpip", "Katja", filters=filters).to_dicts()
    assert (voluntary, hands) == (figures["done"], figures["chances"])
    assert 0 < voluntary < hands


# --- what is read ---------------------------------------------------------------------------------------------


def test_only_columns_that_are_asked_for_are_read(store: histparse.Store, frames_read: list[pl.DataFrame]) -> None:
    store.decisions().group_by("player").agg(c("amount").sum()).collect()
    store.decisions().filter(c("pot") > c("amount")).select("round").collect()
    assert [{*frame.columns} for frame in frames_read] == [{"player", "amount"}, {"round", "pot", "amount"}]


def test_only_rows_that_are_asked_for_are_read(store: histparse.Store, frames_read: list[pl.DataFrame]) -> None:
    frame = store.decisions(filters=histparse.Filters(position="BTN"))
    filtered = frame.filter(c("round") == 3, c("action") == "raise", c("pot") % 7 == 0).collect()
    frame.head(7).collect()
    assert (
        filtered.height
        < frames_read[0].height
        == frame.filter(c("round") == 3, c("action") == "raise").collect().height
    )
    assert frames_read[1].height == 7


@pytest.mark.nightly(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_conditions_hold_whoever_checks_them(
    store: histparse.Store, whole_tables: dict[str, pl.DataFrame], engine: Any
) -> None:
    decisions = store.decisions()
    for predicate in PREDICATES:
        filtered = decisions.filter(predicate).collect(engine=engine)
        assert have_same_rows(filtered, whole_tables["decisions"].filter(predicate)), predicate


PLANS: tuple[Callable[[pl.LazyFrame], pl.LazyFrame], ...] = (
    lambda rows: rows.sort("pot", "hand_key", "seq", descending=True).head(9),
    lambda rows: rows.filter(c("round") == 2).sort("hand_key", "seq").head(5).select("amount"),
    lambda rows: rows.join(rows.filter(c("round") == 3).select("hand_key").unique(), on="hand_key", how="semi"),
    lambda rows: rows.group_by("player").agg(c("pot").mean()).filter(c("pot") > 100),
)


@pytest.mark.parametrize("engine", ENGINES)
def test_plans_come_to_what_they_come_to_in_memory(
    store: histparse.Store, whole_tables: dict[str, pl.DataFrame], engine: Any
) -> None:
    for plan in PLANS:
        assert have_same_rows(
            plan(store.decisions()).collect(engine=engine), plan(whole_tables["decisions"].lazy()).collect()
        )


def test_a_frame_reads_the_store_as_it_is_then() -> None:
    with histparse.Store() as store:
        hands = store.hands().select(pl.len())
        assert hands.collect().item() == 0
        store.import_text("".join(dealt.text for dealt in histparse.simulate_hands(3)))
        assert hands.collect().item() == 3


# --- what is refused ------------------------------------------------------------------------------------------


def test_names_are_refused_at_once(store: histparse.Store) -> None:
    asking: dict[str, Callable[[], object]] = {
        "no player `Nobdy`": lambda: store.hands("Nobdy"),
        "no site `winamx`: did you mean `winamax`": lambda: store.draws(filters=histparse.Filters(site="winamx")),
        "no time zone `Moon`": lambda: store.seats(filters=histparse.Filters(zone="Moon")),
        "no table `hadns`: did you mean `hands`": lambda: store.table("hadns"),
    }
    for sentence, ask in asking.items():
        with pytest.raises(histparse.HistparseError, match=sentence):
            ask()


def test_a_closed_store_is_not_read(stored: Path) -> None:
    with histparse.Store(stored, read_only=True) as store:
        frame = store.hands()
    with pytest.raises(histparse.StoreError, match="this store is closed"):
        frame.collect()


@pytest.mark.nightly
def test_a_frame_that_is_left_at_the_end_of_a_program_is_no_trouble(stored: Path) -> None:
    """DuckDB complains of what it did not get back."""
    program = (
        "import sys, histparse, polars as pl; store = histparse.Store(sys.argv[1], read_only=True); "
        "rows = store.decisions(); first = rows.filter(pl.col('round') == 1).head(2); print(first.collect().height)"
    )
    process = subprocess.run([sys.executable, "-c", program, stored], capture_output=True, text=True, check=True)
    assert (process.stdout, process.stderr) == ("2\n", "")
