"""Forty hands and their database; and reports that take less long, for tests of where they go.

HISTPARSE_SOAK=1: whole ones, gathered each time.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from histparse import stats
from histparse.report import Report, gather, gathering
from histparse.simulate import Settings
from histparse.stats import Filters, find_player
from histparse.store import Database
from tests.cli.commands import Printed, PrintedJson, Refusal, import_by_command, write_session
from tests.conftest import SOAK
from tests.report.reporting import emptied
from tests.running import Run, remembering


@pytest.fixture
def printed(run: Run) -> Printed:
    """Runs a command line that succeeds: what it prints."""

    def call(*words: str | Path) -> str:
        code, output, message = run(*words)
        assert code == 0, message
        return output

    return call


@pytest.fixture
def printed_json(printed: Printed) -> PrintedJson:
    """The same with `--format json`: what is printed, as Python has it."""
    return lambda *words: json.loads(printed(*words, "--format", "json"))


@pytest.fixture
def refusal(run: Run) -> Refusal:
    """Runs a command line that is refused in one sentence, with nothing printed: the sentence."""

    def call(*words: str | Path) -> str:
        code, output, message = run(*words)
        assert (code, output, message[-1:]) == (2, "", "\n")
        (sentence,) = message.splitlines()
        assert sentence.startswith("histparse: ")
        return sentence.removeprefix("histparse: ")

    return call


@pytest.fixture(scope="session")
def forty_hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of forty legal hands, only to be read."""
    return write_session(tmp_path_factory.mktemp("session") / "session.txt", Settings(hands=40, seed=8))


@pytest.fixture
def session(forty_hands: Path) -> Path:
    """The same; a module may put a copy in its place that it writes to."""
    return forty_hands


@pytest.fixture(scope="session")
def filled(forty_hands: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of them, only to be read, in a folder of its own."""
    file = tmp_path_factory.mktemp("filled") / "poker.duckdb"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("histparse.store.schema.run_comment_statements", lambda *_: None)
        return import_by_command(file, forty_hands)


@pytest.fixture(scope="module")
def gathered() -> dict[tuple[str, Filters], Report]:
    """Reports by player and zone: all are of the module's one database, and counting takes seconds."""
    return {}


@pytest.fixture(scope="module")
def remembered() -> dict[str, Callable[..., pl.DataFrame]]:
    """All rates of one player and of two: counting them takes seconds too."""
    return {name: remembering(getattr(stats, name)) for name in ("rates_overview", "compare_players")}


@pytest.fixture
def counted_once(
    gathered: dict[tuple[str, Filters], Report],
    remembered: dict[str, Callable[..., pl.DataFrame]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who it is about is looked up each time; figures and lists are counted the first time only, all of them."""

    def gather_once(
        database: Database, player: str | None, zone: str | None, filters: Filters, **_extent: object
    ) -> Report:
        question = find_player(database, player), filters
        if question not in gathered:
            gathered[question] = gather(database, player, zone, filters)
        return gathered[question]

    if not SOAK:
        monkeypatch.setattr("histparse.report.gathering.gather", gather_once)
        for name, count in remembered.items():
            monkeypatch.setattr(stats, name, count)


@pytest.fixture
def of_one_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports with the rows of one rate, for tests that make files of them again and again: tables take long to set."""
    gather_all = gathering.gather
    if not SOAK:
        monkeypatch.setattr(
            gathering,
            "gather",
            lambda *arguments, **extent: emptied(gather_all(*arguments, **extent), but={"pat_rate"}),
        )
