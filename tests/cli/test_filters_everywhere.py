"""Filters are the same in every command that counts, and in reports; they can be saved under a name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from histparse import stats
from histparse.cli import app
from histparse.cli.command_group import CommandGroup, option_parameters
from histparse.cli.filter_options import Filtering
from histparse.cli.settings import load_settings
from histparse.report import gather
from histparse.report.model import Estimates
from histparse.stats import Filters
from histparse.store import Database
from tests.cli.commands import Printed, Refusal
from tests.running import Run
from tests.store.filling import fill, rows

SAMPLES = Path(__file__).parents[2] / "sample_histories"
COUNTING = ("compare", "players", "report", "sessions", "stats")
SETTINGS = """
[filters.cash]
site = "pokerstars"
cash = true
from = "2013-03-09"
"""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples of two sites, in cash games and tournaments."""
    file = tmp_path_factory.mktemp("filters") / "poker.duckdb"
    with Database(file) as database:
        fill(database, [SAMPLES / "pokerstars", SAMPLES / "winamax"])
    return file


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file of settings in this folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HISTPARSE_CONFIG")
    load_settings.cache_clear()
    yield tmp_path / "histparse.toml"
    load_settings.cache_clear()


def played(file: Path, **filters: Any) -> int:
    """Hands that Katja72 of PokerStars was dealt."""
    with Database(file, read_only=True) as database:
        counts = stats.run_statistic(database, "vpip", "pokerstars:Katja72", filters=Filters(**filters))
        return int(counts["chances"].sum())


@pytest.mark.parametrize("command", COUNTING)
def test_every_command_that_counts_has_every_filter(command: str) -> None:
    group = typer.main.get_command(app.build_app())
    assert isinstance(group, CommandGroup)
    names = {parameter.name for parameter in group.commands[command].params}
    assert {parameter.name for parameter in option_parameters(Filtering)} <= names


@pytest.mark.nightly(2)
@pytest.mark.parametrize(
    ("filters", "where"),
    [
        ({"tournament": True, "seats": 6}, "tournament_id IS NOT NULL AND table_seats = 6"),
        ({"start": "pat"}, "dealt_seen AND dealt_number <= 52"),
        ({"start": "234"}, "dealt_seen AND keep = '234'"),
        ({"start": "eight"}, "dealt_seen AND dealt_number BETWEEN 5 AND 18"),
        (
            {"start": "two cards", "opponent": "pokerstars:LimpLena", "tournament": False},
            "dealt_seen AND length(keep) = 3 AND dealt_number > 52 AND tournament_id IS NULL"
            " AND hand_key IN (SELECT hand_key FROM seats WHERE player = 'LimpLena' AND dealt_in)",
        ),
    ],
)
def test_a_filter_leaves_exactly_these_hands(filled: Path, filters: dict[str, Any], where: str) -> None:
    query = f"""
        SELECT count(*) FROM seats JOIN hands USING (hand_key)
        WHERE player = 'Katja72' AND site = 'pokerstars' AND dealt_in AND NOT cancelled AND {where}
            AND EXISTS (FROM decisions WHERE (hand_key, seat, round) = (seats.hand_key, seats.seat, 0))
    """  # noqa: S608 - our own words
    with Database(filled, read_only=True) as database:
        expected = rows(database, query)[0][0]
    assert played(filled, **filters) == expected > 0


@pytest.mark.nightly
def test_a_report_counts_what_the_filters_leave(filled: Path) -> None:
    filters = Filters(site="pokerstars", tournament=False, opponent="pokerstars:LimpLena")
    with Database(filled, read_only=True) as database:
        report = gather(database, "pokerstars:Katja72", filters=filters, lists=False, estimates=Estimates.NONE)
        expected = stats.run_statistic(database, "vpip", "pokerstars:Katja72", filters=filters)
    assert report.figures["vpip"].own.select(expected.columns).rows() == expected.rows()
    assert report.only == ("site pokerstars", "cash games", "with pokerstars:LimpLena")
    assert report.sites == ("pokerstars",)


@pytest.mark.nightly
def test_filters_are_saved_under_a_name(
    printed: Printed, refusal: Refusal, run: Run, filled: Path, own_settings: Path
) -> None:
    own_settings.write_text(SETTINGS, "utf-8")
    words = ("players", "--db", filled, "--format", "json")
    written = ("--site", "pokerstars", "--cash", "--from", "2013-03-09")
    saved = run(*words, "--filter", "cash")
    assert saved[0] == 0
    assert saved == run(*words, *written)
    rows_of_saved, rows_of_written = (
        json.loads(printed(*words, *way, "--tournaments")) for way in (("--filter", "cash"), written)
    )
    # Only the names: sums of floats differ at the end.
    assert [row["player"] for row in rows_of_saved] == [row["player"] for row in rows_of_written] != []
    assert saved != run(*words)
    assert "`cash`" in refusal(*words, "--filter", "cahs")


def test_settings_that_are_no_text_are_refused_in_one_sentence(run: Run, filled: Path, own_settings: Path) -> None:
    own_settings.write_bytes(b"\xff")
    code, output, err = run("players", "--db", filled)
    assert (code, output, err.count("\n")) == (2, "", 1)
    assert err.startswith("histparse: histparse.toml: ")


def test_the_zone_of_the_settings_is_the_default(printed: Printed, filled: Path, own_settings: Path) -> None:
    own_settings.write_text("zone = 'Asia/Tokyo'\n", "utf-8")
    words = ("sessions", "--db", filled)
    assert "Times: Asia/Tokyo\n" in printed(*words)
    assert "Times: Europe/Berlin\n" in printed(*words, "--tz", "Europe/Berlin")
