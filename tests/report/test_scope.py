"""Only what is shown is counted, and it is shown as if everything had been."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import StringIO
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from rich.console import Console

from histparse.cli import app
from histparse.report import Report, gather, gathering, is_in_summary, print_sections, print_summary, scope_of_sections
from histparse.report.model import Estimates
from histparse.simulate import Settings
from histparse.stats import Statistic, catalogue
from histparse.stats.catalogue import SECTIONS
from histparse.stats.shrinking import ESTIMATE
from histparse.stats.significance import SMALL
from histparse.store import Database
from tests.serve.databases import deal_into


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    file = deal_into(tmp_path_factory.mktemp("scope") / "poker.duckdb", Settings(hands=120, seed=4))
    with Database(file, read_only=True) as database:
        yield database


@pytest.fixture(scope="module")
def everything(database: Database) -> Report:
    return gather(database, "Hero", lists=False)


def printed(show: Callable[[Console], None]) -> str:
    """What that shows on a wide screen."""
    screen = StringIO()
    show(Console(file=screen, width=116))
    return screen.getvalue()


@pytest.mark.nightly
def test_small_samples_alone_are_estimated_as_if_all_were(database: Database, everything: Report) -> None:
    scope = scope_of_sections(["draws"])
    draws = gather(database, "Hero", lists=False, scope=scope, estimates=Estimates.SMALL_SAMPLES)
    estimates = [pl.when(pl.col("chances") < SMALL).then(pl.col(column)).alias(column) for column in ESTIMATE]
    estimated = 0
    for name, figures in draws.figures.items():
        if set(ESTIMATE) <= set(figures.own.columns):
            assert_frame_equal(figures.own, everything.figures[name].own.with_columns(estimates))
            estimated += figures.own["estimate"].count()
    assert estimated > 20


@pytest.mark.nightly
def test_a_summary_is_the_same(database: Database, everything: Report) -> None:
    summary = gather(database, "Hero", lists=False, scope=is_in_summary)
    assert len(summary.figures) < len(everything.figures)
    assert printed(partial(print_summary, summary)) == printed(partial(print_summary, everything))


@pytest.mark.nightly
@pytest.mark.parametrize("names", [["river"], ["luck", "entry"]], ids=", ".join)
def test_sections_are_the_same(database: Database, everything: Report, names: list[str]) -> None:
    sections = gather(database, "Hero", lists=False, scope=scope_of_sections(names))
    assert {figures.statistic.section for figures in sections.figures.values()} == set(names)
    assert printed(partial(print_sections, sections, names)) == printed(partial(print_sections, everything, names))


@pytest.mark.parametrize(
    ("words", "sections"),
    [
        (["--section", "river"], ["river"]),
        (["--section", "luck", "--section", "river"], ["luck", "river"]),
        (["--full"], SECTIONS),
        (["--section", "river", "--html", "page.html"], SECTIONS),
    ],
    ids=" ".join,  # of lists: the order of a set differs between processes
)
def test_the_command_counts_what_it_shows(
    database: Database,
    words: list[str],
    sections: Sequence[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    counted: set[str] = set()

    def noting(_database: object, _player: str, batches: Iterable[tuple[object, list[Statistic], str]]) -> list[object]:
        counted.update(statistic.section for _, statistics, _ in batches for statistic in statistics)
        return []

    monkeypatch.setattr(gathering, "_count_batches", noting)
    monkeypatch.chdir(tmp_path)
    app.run_command_line(["report", *words, "--db", database.path])
    statistics = [*catalogue().values(), *(statistic for statistic, _ in gathering.COMPUTED)]
    assert counted == {*sections} & {statistic.section for statistic in statistics}
