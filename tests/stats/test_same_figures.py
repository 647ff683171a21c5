"""Figures depend neither on names that nobody asks for, nor on the order of hands, nor on what is asked at once."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from histparse.simulate import deal_hands
from histparse.stats import (
    Filters,
    catalogue,
    filter_views,
    run_statistic,
    run_statistics,
)
from histparse.stats.players import define_identities
from histparse.store import Database
from histparse.store.database.aliases import Player, join_players
from tests.dealer.writing import write_all
from tests.samples import of_site
from tests.simulate.games import game
from tests.store.filling import fill

EVERY_NTH = 1 if os.environ.get("HISTPARSE_SOAK") else 12
"""Of so many statistics one is counted, beside those that tell names apart."""
QUESTIONS: tuple[tuple[str | None, Filters], ...] = (
    ("Hero of two", Filters()),
    ("Hero of two", Filters(opponent="pokerstars:WimFisch")),
    ("Hero of two", Filters(by="opponent")),
    ("merge:Hero", Filters(by="hour")),
    (None, Filters(but="pokerstars:WimFisch", by="stack")),
    (None, Filters(but="Hero of two", by="player")),
    (None, Filters(min_hands=30)),
)
"""Players of two sites, one of several with the same name, and all others."""


@pytest.fixture(scope="module")
def two_sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """Most names occur at several sites; only the hero of two of them is known to be one person."""
    folder = tmp_path_factory.mktemp("names")
    for site in ("pokerstars", "fulltilt", "merge"):
        (folder / f"{site}.txt").write_text(write_all(deal_hands(game("ring", 40, 77, site))), encoding="utf-8")
    with Database(":memory:") as made:
        fill(made, [folder])
        join_players(made, "Hero of two", [Player(site, "Hero") for site in ("pokerstars", "fulltilt")])
        yield made


def figures(database: Database) -> list[pl.DataFrame]:
    chosen = [
        statistic
        for number, statistic in enumerate(catalogue().values())
        if number % EVERY_NTH == 0 or statistic.needs_names
    ]
    return [statistic for question in QUESTIONS for statistic in run_statistics(database, chosen, *question)]


def test_no_figure_depends_on_names_not_asked_for(two_sites: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    answered = figures(two_sites)
    monkeypatch.setattr(filter_views, "define_identities", lambda connection, **_: define_identities(connection))
    for frame, expected in zip(answered, figures(two_sites), strict=True):
        assert_frame_equal(frame, expected)


# -- in whatever order hands are stored, to the last digit -----------------------------------------------------

FILES = [file for file in of_site("pokerstars") if "session" in file.name]


def figures_of_files(files: Sequence[Path]) -> dict[str, pl.DataFrame]:
    """What every statistic says of every player."""
    with Database(":memory:") as database:
        for file in files:
            fill(database, [file])
        return dict(zip(catalogue(), run_statistics(database, catalogue().values()), strict=True))


@pytest.mark.nightly
def test_every_figure_is_the_same_in_whatever_order_hands_come() -> None:
    forwards, backwards = figures_of_files(FILES), figures_of_files(FILES[::-1])
    assert [name for name, rows in forwards.items() if not rows.equals(backwards[name])] == []


# -- many statistics asked at once -----------------------------------------------------------------------------

ALL = list(catalogue().values())
STATISTICS = (
    ALL if os.environ.get("HISTPARSE_SOAK") else list({statistic.section: statistic for statistic in ALL}.values())
)
"""The statistics that are asked: every one, or one of each section."""


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("few_seats", [filter_views.FEW_SEATS, 0])
def test_all_at_once_are_as_each_alone(few_seats: int, by_hand: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filter_views, "FEW_SEATS", few_seats)
    for player, filters in (
        ("Katja72", Filters()),
        (None, Filters()),
        ("Katja72", Filters(by="position")),
        ("Katja72", Filters(by="site")),
    ):
        together_counted = run_statistics(by_hand, STATISTICS, player, filters)
        for statistic, frame in zip(STATISTICS, together_counted, strict=True):
            assert frame.equals(run_statistic(by_hand, statistic.name, player, filters=filters)), statistic.name
