"""A site whose texts print a hero's cards only when they stand pat: what that biases is left out, and said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from histparse.coach.observed import fetch_with_opponents_or_refuse
from histparse.model import events as ev
from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters, StatisticsError, catalogue, describe_hands_with_untold_draws, run_statistic
from histparse.store import Database
from tests.dealer.writing import writer
from tests.stats.dealing import database_of_hands

DEALT = Settings(hands=200, seed=612, callers=0.6)
"""The same seed deals the same cards at every site."""


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    with database_of_hands(deal_hands(replace(DEALT, writer=writer("winamax")))) as database:
        yield database


def test_every_pat_hand_of_the_hero_is_looked_at(database: Database) -> None:
    """As many as they had: those dealt and those drawn to."""
    events = (event for hand in deal_hands(DEALT) for event in hand.events)
    pats = sum(isinstance(event, ev.StandPat) and event.player == "Hero" for event in events)
    snows = run_statistic(database, "snow", "Hero")
    assert snows.filter(cards="heroes")["chances"].sum() == pats > 50


def test_what_needs_the_cards_drawn_has_no_row_of_heroes(database: Database) -> None:
    assert {statistic.name for statistic in catalogue().values() if statistic.needs_draws} == {
        "draw_luck",
        "value_to_bluff",
    }
    assert set(run_statistic(database, "value_to_bluff")["cards"]) == {"shown hands"}
    assert run_statistic(database, "draw_luck").is_empty()
    with pytest.raises(StatisticsError, match="no hand shows the cards of `Hero`"):
        fetch_with_opponents_or_refuse(database, "Hero", Filters())


def test_it_is_said_of_whom_it_concerns(database: Database) -> None:
    [(drawn,)] = database.connection.execute("SELECT count(*) FROM seats WHERE hero AND drawn1 IS NOT NULL").fetchall()
    sentence = f"Value to bluff, Draw luck and leaks leave out {drawn} hands of winamax: "
    assert describe_hands_with_untold_draws(database, "Hero").startswith(sentence)
    assert describe_hands_with_untold_draws(database).startswith(sentence)
    opponent = database.connection.execute("SELECT any_value(player) FROM seats WHERE NOT hero").fetchall()[0][0]
    assert describe_hands_with_untold_draws(database, opponent) == ""
