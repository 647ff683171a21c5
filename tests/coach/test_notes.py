"""Notes on a player: words that their hands bear out, and no others. HISTPARSE_SOAK=1: on each player."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import polars as pl
import pytest

from histparse.coach.notes import HABITS, Notes, take_notes
from histparse.report import gather
from histparse.report.differences import prove_differences
from histparse.report.model import Estimates
from histparse.simulate import Settings, Style, deal_hands
from histparse.stats import Filters, catalogue, rates_overview, run_statistic
from histparse.store import Database
from tests.running import Run
from tests.stats.dealing import fill_with_hands

STYLES = {
    "Loose": Style(loose=1.0, pats=(250, 1278, 2000), snows=0),
    "Tight": Style(loose=0.0, pats=(20, 40, 60), snows=0),
    **{f"Middle {number}": Style(snows=0) for number in range(4)},
}


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of six, two of whom play unlike the others."""
    path = tmp_path_factory.mktemp("notes") / "a.duckdb"
    settings = Settings(hands=250, seed=4, hero=None, players=(6, 6), chatter=0, regulars=STYLES, table="A")
    with Database(path) as database:
        fill_with_hands(database, deal_hands(settings))
    return path


@pytest.fixture(scope="module")
def store(db: Path) -> Iterator[Database]:
    with Database(db, read_only=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def notes_on(store: Database) -> Callable[[str], Notes]:
    """The notes on a player, which take seconds."""
    return cache(partial(take_notes, store, filters=Filters()))


def words(notes: Notes) -> set[str]:
    return {word.word for word in notes.words}


@pytest.mark.nightly
def test_how_somebody_plays_is_said(notes_on: Callable[[str], Notes]) -> None:
    assert {"loose before the draw", "pat-happy in the last draw"} <= words(notes_on("Loose"))
    assert "tight before the draw" in words(notes_on("Tight"))
    assert "loose before the draw" not in words(notes_on("Middle 1"))


@pytest.mark.nightly
def test_each_word_rests_on_its_estimate(store: Database, notes_on: Callable[[str], Notes]) -> None:
    rates, notes = rates_overview(store, "Loose"), notes_on("Loose")
    opponent_rate = run_statistic(store, "vpip", filters=Filters(but="Loose"))["rate"][0]
    (word,) = (word for word in notes.words if word.statistic == "vpip")
    row = rates.row(by_predicate=pl.col("statistic") == "vpip", named=True)
    assert (word.estimate, word.low, word.high) == (row["estimate"], row["estimate_low"], row["estimate_high"])
    assert (word.done, word.chances, word.others) == (row["done"], row["chances"], opponent_rate)
    assert all(not word.low <= word.others <= word.high for word in notes.words)
    assert notes.hands == 250


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("player", STYLES if os.environ.get("HISTPARSE_SOAK") else ["Loose", "Middle 0"])
def test_notes_and_report_say_the_same(store: Database, notes_on: Callable[[str], Notes], player: str) -> None:
    """Every difference that a report may claim is in the notes, in the same direction, and nothing else is."""
    words = {(word.statistic, *word.of.items()): word for word in notes_on(player).words}
    claims = prove_differences(gather(store, player, lists=False, estimates=Estimates.NONE).figures.values())
    assert len(words) >= len(claims)
    for claim in claims:
        rates = {(rate.statistic.name, *rate.key.items()): rate for rate in (*claim.equal, *claim.slices)}
        claimed = [(words.pop(key), rate) for key, rate in rates.items() if key in words]
        assert claimed
        assert all((word.done / word.chances > word.others) == (rate.pair.h > 0) for word, rate in claimed)
        assert all(word.advice or word.word == claim.main_rate.claim for word, _ in claimed)
    assert not words


@pytest.mark.nightly
def test_of_a_few_hands_nothing_is_said(store: Database) -> None:
    (fourth_hand,) = store.connection.execute("SELECT played_at FROM hands ORDER BY ALL OFFSET 3 LIMIT 1").fetchall()[0]
    notes = take_notes(store, "Middle 1", Filters(until=fourth_hand))
    assert (notes.hands, notes.words) == (3, ())


@pytest.mark.nightly
def test_words_name_rates_that_there_are(store: Database) -> None:
    for habit in HABITS:
        rows = run_statistic(store, habit.statistic)
        assert habit.statistic in catalogue()
        assert len(rows.filter(*(pl.col(name) == value for name, value in habit.of.items()))) <= 1
        assert set(rows.columns) - {"label", "done", "chances", "rate", "low", "high"} == habit.of.keys()


@pytest.mark.nightly
def test_the_screen_and_the_data(run: Run, db: Path) -> None:
    code, screen, _ = run("notes", "Loose", "--db", db)
    assert code == 0
    assert screen.startswith("Loose: 250 hands; loose, aggressive\n")
    assert "Loose before the draw\n  vpip: " in screen
    assert len(screen.splitlines()) < 50
    code, data, _ = run("notes", "Loose", "--db", db, "--format", "json")
    assert code == 0
    assert json.loads(data)["words"][0].keys() >= {"word", "advice", "estimate", "low", "high"}
