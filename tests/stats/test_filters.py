"""Filters: each is declared once, and can be said as an option, in an address and in histparse.toml."""

from __future__ import annotations

import json
import tomllib
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from histparse.cli.command_group import option_parameters
from histparse.cli.filter_options import Filtering
from histparse.serve.address import parse_address
from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters, StatisticsError, filters_by_field, read_filters, run_statistic
from histparse.stats.filter_kinds import Filter
from histparse.stats.filter_texts import option_words_by_field
from histparse.stats.filter_views import query_variables
from histparse.stats.listing import prepare_table_rows_sql
from histparse.store import Database
from histparse.store.database.tags import TagFile, Tagged
from tests.dealer.writing import write_all
from tests.store.filling import fill
from tests.tagging import add_tags

EXAMPLES: dict[str, Any] = {
    "tz": "Asia/Tokyo",
    "last": "7d",
    "opponent": "Katja72",
    "start": "2347",
    "tag": "star",
    "note": "bluff",
}
"""By name; of those whose values a database has, one of them."""
OF_HANDS = [field for field, filter_ in filters_by_field().items() if filter_.values and filter_.hands]
TOKYO = ZoneInfo("Asia/Tokyo")
NARROW = {
    "since": datetime(2013, 1, 31, 20),
    "until": datetime(2013, 1, 31, 20),
    "last": "1d",
    "opponent": "Anna",
    "start": "one card",
    "hero": True,
    "min_hands": 100,
    "but": "Hero",
}
"""Other filters, each with a value that leaves some rows and not all."""


def example_value(filter_: Filter, database: Database) -> Any:
    """A value that it can be set to."""
    if filter_.values:
        return filter_.kind(database.connection.execute(filter_.values).fetchall()[0][0])
    kinds: dict[type, Any] = {bool: True, int: 20}
    return kinds.get(filter_.kind) or EXAMPLES.get(filter_.name) or datetime(2013, 1, 31, 20)


@pytest.mark.nightly(5)
@pytest.mark.parametrize("field", filters_by_field())
def test_a_filter_can_be_said_in_every_way(field: str, database: Database) -> None:
    filter_ = filters_by_field()[field]
    wanted = Filters(**{field: example_value(filter_, database)})
    ((_, words),) = option_words_by_field(wanted)
    option, *value = words

    assert option.removeprefix("--") in {filter_.name, *filter_.options}
    word = value[0] if value else next(word for word, yes in filter_.words.items() if yes)
    assert parse_address("/", f"{filter_.name}={word}".replace("+", "%2B").encode(), ()).filters() == wanted

    typed = int(word) if filter_.is_number else word if value else True
    assert read_filters(tomllib.loads(f"{option.removeprefix('--')} = {json.dumps(typed)}")) == wanted
    assert Filtering(**{field: typed}).filters() == wanted
    assert field in {parameter.name for parameter in option_parameters(Filtering)}


def variables_of(filters: Filters) -> dict[str, Any]:
    """What the SQL of filters that need no database reads."""
    with Database(":memory:") as empty:
        return query_variables(empty, None, filters)


def chances(database: Database, **filters: Any) -> int:
    """How many players of hands are counted."""
    return int(run_statistic(database, "vpip", filters=Filters(**filters))["chances"].sum())


@pytest.mark.nightly(2)
@pytest.mark.parametrize("field", OF_HANDS)
def test_each_value_of_a_filter_leaves_some_hands_and_not_all(field: str, database: Database) -> None:
    values = [value for (value,) in database.connection.execute(filters_by_field()[field].values).fetchall()]
    whole, parts = chances(database), [chances(database, **{field: value}) for value in values]
    shown = dict(zip(values, parts, strict=True))
    assert {value: part for value, part in shown.items() if not 0 < part < whole} == {}


@pytest.mark.parametrize("field", NARROW)
def test_every_other_filter_leaves_some_rows_and_not_all(field: str, database: Database) -> None:
    assert 0 < chances(database, **{field: NARROW[field]}) < chances(database)


def test_a_moment_parts_all_hands(database: Database) -> None:
    def listed(**filters: Any) -> int:
        return len(
            database.connection.execute(
                prepare_table_rows_sql(database, "hands", filters=Filters(**filters))
            ).fetchall()
        )

    of_all = "SELECT quantile_disc(played_at, 0.4), count(*) FROM hands"
    ((moment, whole),) = database.connection.execute(of_all).fetchall()
    earlier_query = "SELECT count(*) FROM hands WHERE played_at < ?"
    ((earlier,),) = database.connection.execute(earlier_query, [moment]).fetchall()
    in_tokyo = moment.replace(tzinfo=UTC).astimezone(ZoneInfo("Asia/Tokyo"))
    for time in (moment, in_tokyo):
        assert (listed(until=time), listed(since=time)) == (earlier, whole - earlier)


def test_no_hands_are_listed_where_nobody_has_so_many(database: Database) -> None:
    for table in ("hands", "seats", "draws"):
        query = prepare_table_rows_sql(database, table, filters=Filters(min_hands=100_000))
        assert database.connection.execute(query).fetchall() == []


def test_words_that_are_in_no_note_are_refused(database: Database) -> None:
    with pytest.raises(StatisticsError, match="no note and no tag of a hand has `nowhere` in it"):
        run_statistic(database, "vpip", filters=Filters(note="nowhere"))


def test_words_of_a_note_choose_the_hands_that_have_them(tmp_path: Path) -> None:
    """In its note or in one of its tags, whatever their case; other tagged hands are left out."""
    dealt, file = deal_hands(Settings(hands=4)), tmp_path / "tagged.duckdb"
    (tmp_path / "dealt.txt").write_text(write_all(dealt), encoding="utf-8")
    with Database(file) as database:
        fill(database, [tmp_path / "dealt.txt"])
        first, second, third, _ = database.connection.sql("SELECT site, hand_id FROM hands ORDER BY ALL").fetchall()
    add_tags(
        TagFile(str(file)),
        {
            first: Tagged(note="A thin Value bet"),
            second: Tagged(tags=("value", "cold-call")),
            third: Tagged(note="a snow"),
        },
    )
    with Database(file, read_only=True) as tagged:
        for words, chosen in (("VALUE", {first, second}), ("snow", {third}), ("cold", {second})):
            query = prepare_table_rows_sql(tagged, "hands", filters=Filters(note=words))
            assert {*tagged.connection.sql(query).project("site, hand_id").fetchall()} == chosen
        assert {"value", "cold-call"} <= {*(filters_by_field()["tag"].known_values(tagged) or ())}


def test_a_day_of_python_begins_in_its_time_zone() -> None:
    of_day = variables_of(Filters(since=date(2013, 1, 31), until=date(2013, 2, 1), zone="Asia/Tokyo"))
    assert (of_day["since"], of_day["until"]) == (datetime(2013, 1, 30, 15), datetime(2013, 1, 31, 15))


@pytest.mark.nightly(4)
@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
@pytest.mark.parametrize("day", [date(2013, 1, 31), datetime(2013, 1, 31, 20), datetime(2013, 1, 31, 20, tzinfo=TOKYO)])
def test_times_said_as_options_are_read_as_the_same_time(day: date, zone: str) -> None:
    filters = Filters(since=day, zone=zone)
    word = next(words[1] for field, words in option_words_by_field(filters) if field == "since")
    assert word[-6] in "+-", "with its offset"
    read = read_filters({"from": word})
    assert variables_of(read)["since"] == variables_of(filters)["since"]


def test_a_word_of_a_yes_or_no_filter_is_either() -> None:
    assert read_filters({"cash": True}) == read_filters({"tournaments": False}) == read_filters({"game": "cash"})
    assert read_filters({"cash": False}).tournament is True
    assert [list(option_words_by_field(Filters(tournament=yes))) for yes in (True, False)] == [
        [("tournament", ["--tournaments"])],
        [("tournament", ["--cash"])],
    ]


def test_a_day_and_a_time_are_in_the_same_clock() -> None:
    read = read_filters({"from": "2013-02-01", "to": "2013-02-03T10:00", "tz": "Asia/Tokyo"})
    assert (read.since, read.until) == (datetime(2013, 1, 31, 15), datetime(2013, 2, 3, 1))
    assert read_filters({"to": "2013-02-03"}).until == datetime(2013, 2, 4)
    assert read_filters({"from": "2013-02"}).since == read_filters({"from": "2013-02-01"}).since
    assert read_filters({"to": "2012-02"}).until == read_filters({"to": "2012-02-29"}).until
    assert read_filters({"from": 2013}).since == datetime(2013, 1, 1)  # as histparse.toml may have it
    assert read_filters({"to": "2013", "tz": "Asia/Tokyo"}).until == datetime(2013, 12, 31, 15)
    with pytest.raises(StatisticsError, match="the first is the later one"):
        read_filters({"from": "2013-02-03T10:00", "to": "2013-02-02"})


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"sit": "x"}, "there is no filter `sit`: did you mean `site`"),
        ({"players": "many"}, "players is a number from 1 on, not `many`"),
        ({"min-hands": "1234567890"}, "min-hands is a number from 1 on, not `1234567890`"),
        ({"game": "chess"}, "there is no game `chess`: there is `tournaments` or `cash`"),
        ({"tz": "Berlin"}, "there is no time zone `Berlin`: did you mean `Europe/Berlin`"),
        ({"from": "monday"}, "`monday` is not a day"),
        ({"from": "2024-13"}, "`2024-13` is no month: write it like 2024-03"),
        ({"to": "0000"}, "`0000` is no year: write it like 2024"),
        ({"from": "0001", "tz": "Asia/Tokyo"}, "`0001` is at the end of the calendar"),
        ({"last": "20"}, "`20` is no period: write it like 7d, 2w or 3m (days, weeks, months), or session"),
        ({"last": "0d"}, "`0d` is no period"),
        ({"last": "99999d"}, "`99999d` is no period"),
    ],
)
def test_what_is_no_filter_is_refused_in_a_sentence(words: dict[str, object], sentence: str) -> None:
    with pytest.raises(StatisticsError) as refused:
        read_filters(words)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("last", "zone", "start"),
    [
        ("1d", "UTC", datetime(2024, 3, 31)),
        ("7D", "UTC", datetime(2024, 3, 25)),
        ("2w", "UTC", datetime(2024, 3, 18)),
        ("1m", "UTC", datetime(2024, 3, 1)),
        ("3m", "UTC", datetime(2024, 1, 1)),
        ("9999m", "UTC", datetime(1191, 1, 1)),
        ("1d", "Asia/Tokyo", datetime(2024, 3, 31, 15)),
        ("session", "UTC", datetime(2024, 3, 31, 20)),
    ],
)
def test_the_last_days_end_with_that_of_the_last_hand(last: str, zone: str, start: datetime) -> None:
    """In whatever zone; the last session goes back to a break of 30 minutes."""
    filters = Filters(last=last, zone=zone)
    with Database(":memory:") as database:
        assert query_variables(database, None, filters)["last"] is None
        database.connection.execute("CREATE TEMP TABLE hands AS SELECT * FROM (VALUES "
            "(TIMESTAMP '2024-03-31 19:30', 'Ann'), ('2024-03-31 20:00', 'Ann'), ('2024-03-31 20:29', 'Ann'), "
            "('2024-03-31 20:40', NULL), (NULL, 'Ann')) AS hands(played_at, hero)")  # fmt: skip
        assert query_variables(database, None, filters)["last"] == start


def test_the_last_days_begin_with_the_calendar_at_the_earliest() -> None:
    with Database(":memory:") as database:
        database.connection.execute("CREATE TEMP TABLE hands AS SELECT TIMESTAMP '0001-02-01' AS played_at")
        starts = [query_variables(database, None, Filters(last=last))["last"] for last in ("31d", "32d", "40w", "3m")]
    assert starts == [datetime(1, 1, 2), datetime.min, datetime.min, datetime.min]


def test_a_period_is_read_in_any_case() -> None:
    assert read_filters({"last": " 7D "}).last == "7d"


@pytest.mark.parametrize(
    ("filters", "wording"),
    [
        (Filters(tournament=True), "tournaments"),
        (Filters(tournament=False), "cash games"),
        (Filters(last="7d"), "last 7 days"),
        (Filters(last="1m"), "last month"),
        (Filters(last="session", since=datetime(2024, 1, 1)), "from 2024-01-01 UTC, last session"),
    ],
)
def test_a_heading_says_it_in_words(filters: Filters, wording: str) -> None:
    assert filters.in_words == tuple(wording.split(", "))


# -- made in Python --------------------------------------------------------------------------------------------


def test_days_and_times_may_be_texts() -> None:
    filters = Filters(since="2013-01-01", until="2013-02-01T20:00+00:00")  # type: ignore[arg-type] # what is tested
    assert filters.since == date(2013, 1, 1)
    assert filters.until == datetime(2013, 2, 1, 20, tzinfo=UTC)
    assert Filters(since="2013-02", until="2014") == Filters(since=date(2013, 2, 1), until=date(2014, 1, 1))  # type: ignore[arg-type] # as above
    assert filters == Filters(since=date(2013, 1, 1), until=datetime(2013, 2, 1, 20, tzinfo=UTC))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"since": "2013-13-01"}, "since= is a day like 2024-01-31, or a time like 2024-01-31T20:00, not `2013-13-01`"),
        ({"until": "soon"}, "until= is a day like"),
        ({"since": "2013-13"}, "`2013-13` is no month"),
        ({"last": "soon"}, "`soon` is no period"),
        ({"last": 7}, "last= is a text, not `7`"),
        ({"players": "6"}, "players= is a number, not `6`"),
        ({"players": True}, "players= is a number, not `True`"),
        ({"site": 7}, "site= is a text, not `7`"),
        ({"tournament": "yes"}, "tournament= is True or False, not `yes`"),
        ({"since": 2013}, "since= is a day or a time, not `2013`"),
    ],
)
def test_what_cannot_be_a_value_is_refused_at_once(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(StatisticsError) as refused:
        Filters(**arguments)
    assert str(refused.value).startswith(sentence)
