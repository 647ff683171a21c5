"""Hands of every kind, for tests of statistics: several sites, stakes, currencies, tournaments and sizes of tables."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from histparse.model.hand import Hand
from histparse.model.house import house
from histparse.simulate import Settings, Stakes, Style, deal_hands
from histparse.simulate.settings import Level
from histparse.store import Database
from histparse.store.database.aliases import Player, join_players
from tests.dealer.writing import write_all, writer
from tests.stats.recount import Story, story_of
from tests.store.filling import fill

SIZE = 10 if os.environ.get("HISTPARSE_SOAK") else 1
STAKES = (Stakes(10, 20, 5), Stakes(100, 200, 50))
LEVELS = (Level("I", Stakes(1000, 2000, 500), 8), Level("II", Stakes(4000, 8000, 2000), 100))
RAISERS = dict.fromkeys(("Hero", "Anna"), Style(loose=1.0, bold=1.5))
"""Two who come to the sixth bet where the house permits it; else nobody would be counted in `cap`."""
VARIED = (
    Settings(hands=SIZE * 90, seed=89, stakes=STAKES, stacks=(2, 20)),
    Settings(hands=SIZE * 40, seed=78, currency="EUR", players=(2, 3)),
    Settings(hands=SIZE * 50, seed=79, stacks=(1, 4), callers=0.8),
    Settings(hands=SIZE * 40, seed=80, levels=LEVELS, stacks=(3, 5)),
    Settings(hands=SIZE * 25, seed=81, currency="play", stakes=(Stakes(1000, 2000, 500),), players=(6, 6)),
    Settings(hands=SIZE * 25, seed=82, writer=writer("fulltilt"), house=house("fulltilt"), stacks=(1, 6)),
    Settings(hands=SIZE * 25, seed=83, writer=writer("merge"), house=house("merge"), players=(2, 2), regulars=RAISERS),
    Settings(
        hands=SIZE * 25, seed=84, writer=writer("kingsclub"), house=house("kingsclub"), players=(7, 7), stacks=(2, 9)
    ),
)
"""300 hands at one size, 3,000 at ten."""


def deal_stories() -> list[Story]:
    """The hands, as they were dealt."""
    parts = [replace(settings, start=datetime(2010 + n, 12, 31, 22, tzinfo=UTC)) for n, settings in enumerate(VARIED)]
    return [story_of(hand) for part in parts for hand in deal_hands(part)]


def store(database: Database, stories: list[Story], folder: Path) -> None:
    """Import them from a file for each site; a name is one player everywhere."""
    by_site: dict[str, list[Hand]] = {}
    for story in stories:
        by_site.setdefault(story.hand.header.site, []).append(story.hand)
    for site, hands in by_site.items():
        (folder / f"{site}.txt").write_text(write_all(hands), encoding="utf-8")
    assert fill(database, [folder]).stored == len(stories)
    one_at_all_sites(database)


def one_at_all_sites(database: Database) -> None:
    """The recount knows players by their names alone."""
    names = database.connection.execute(
        "SELECT name, list(site) FROM players GROUP BY name HAVING count(*) > 1"
    ).fetchall()
    for name, sites in names:
        join_players(database, name, [Player(site, name) for site in sites])
