"""Names that nobody asks for are left as the text has them: no figure may depend on it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from histparse.stats import (
    Filters,
    Statistic,
    catalogue,
    compare_with_others,
    filter_views,
    find_player,
    run_statistics,
)
from histparse.stats.players import define_identities
from histparse.store import Database
from histparse.store.database.aliases import Player, join_players, split_alias
from tests.stats import varied
from tests.stats.recount import Story

EACH = 1 if os.environ.get("HISTPARSE_SOAK") else 6
"""Of so many statistics one is counted."""
ASKED: tuple[tuple[str | None, Filters], ...] = (
    ("Hero of two", Filters()),
    ("Hero of two", Filters(opponent="pokerstars:Mira River")),
    ("Hero of two", Filters(by="hour")),
    ("Hero of two", Filters(by="opponent")),
    ("merge:Hero", Filters(by="session")),
    (None, Filters(but="Hero of two")),
    (None, Filters(but="pokerstars:Mira River", by="stack")),
    (None, Filters(but="Hero of two", by="player")),
    (None, Filters(min_hands=30)),
)
"""Players of two sites, one of several with the same name, and all others."""


@pytest.fixture(scope="module")
def two_sites(stories: list[Story], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """Most names occur at several sites; only the hero of two of them is known to be one person."""
    with Database(":memory:") as made:
        varied.store(made, stories, tmp_path_factory.mktemp("names"))
        for (alias,) in made.connection.execute("SELECT DISTINCT alias FROM aliases").fetchall():
            split_alias(made, alias)
        join_players(made, "Hero of two", [Player(site, "Hero") for site in ("pokerstars", "fulltilt")])
        yield made


def _figures(database: Database) -> list[pl.DataFrame]:
    counted = [one for asked in ASKED for one in run_statistics(database, _possible(asked[1])[::EACH], *asked)]
    pairs = compare_with_others(database, catalogue().values(), "Hero of two")
    return [*counted, *(side for pair in pairs.values() for side in (pair.own, pair.others))]


def _possible(filters: Filters) -> list[Statistic]:
    """Not what is told apart by that group already."""
    return [one for one in catalogue().values() if filters.by != "session" or one.name not in {"sessions", "hourly"}]


@pytest.fixture(scope="module")
def as_asked(two_sites: Database) -> list[pl.DataFrame]:
    """Before anything is patched."""
    return _figures(two_sites)


@pytest.mark.nightly
def test_no_figure_depends_on_names_not_asked_for(
    two_sites: Database, as_asked: list[pl.DataFrame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filter_views, "define_identities", lambda connection, **_: define_identities(connection))
    with_all = _figures(two_sites)
    assert len(with_all) == len(as_asked) > 400 / EACH
    for found, expected in zip(as_asked, with_all, strict=True):
        assert_frame_equal(found, expected)


@pytest.mark.nightly
def test_names_of_two_people_are_two(two_sites: Database) -> None:
    assert find_player(two_sites, "fulltilt:Hero") == "Hero of two"
    names = two_sites.connection.execute("SELECT count(*), count(DISTINCT player) FROM identities").fetchall()
    assert names[0][0] == names[0][1] + 1 > 20
