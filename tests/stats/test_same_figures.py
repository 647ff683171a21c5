"""Names that nobody asks for are left as the text has them: no figure may depend on it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from histparse.simulate import deal_hands
from histparse.stats import (
    Filters,
    catalogue,
    filter_views,
    run_statistics,
)
from histparse.stats.players import define_identities
from histparse.store import Database
from histparse.store.database.aliases import Player, join_players
from tests.dealer.writing import write_all
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
