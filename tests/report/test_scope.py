"""Only what is shown is counted, and it is shown as if everything had been."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from rich.console import Console

from histparse.cli import app
from histparse.report import Report, gather, gathering, is_in_summary, print_sections, print_summary, scope_of_sections
from histparse.report.model import Estimates
from histparse.simulate import Settings, deal_hands
from histparse.stats import Statistic, catalogue
from histparse.stats.catalogue import SECTIONS
from histparse.stats.shrinking import ESTIMATE
from histparse.stats.significance import SMALL
from histparse.store import Database
from tests.dealer.writing import write_all
from tests.store.filling import fill

SOME = (["river"], ["luck", "entry"])


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    folder = tmp_path_factory.mktemp("scope")
    (folder / "session.txt").write_text(write_all(deal_hands(Settings(hands=120, seed=4))), encoding="utf-8")
    with Database(folder / "poker.duckdb") as made:
        fill(made, [folder / "session.txt"])
    with Database(folder / "poker.duckdb", read_only=True) as made:
        yield made


@pytest.fixture(scope="module")
def everything(database: Database) -> Report:
    return gather(database, "Hero", lists=False)


def printed(show: Callable[[Console], None]) -> str:
    """What that shows on a wide screen."""
    out = StringIO()
    show(Console(file=out, width=116))
    return out.getvalue()


@pytest.mark.nightly
def test_small_samples_alone_are_estimated_as_if_all_were(database: Database, everything: Report) -> None:
    some = gather(database, "Hero", lists=False, scope=scope_of_sections(["draws"]), estimates=Estimates.SMALL_SAMPLES)
    small, estimated = pl.col("chances") < SMALL, 0
    for name, figures in some.figures.items():
        every = everything.figures[name].own
        if set(ESTIMATE) <= set(figures.own.columns):
            expected = every.with_columns(pl.when(small).then(pl.col(column)).alias(column) for column in ESTIMATE)
            assert_frame_equal(figures.own, expected)
            estimated += figures.own["estimate"].count()
    assert estimated > 20


@pytest.mark.nightly
def test_a_summary_is_the_same(database: Database, everything: Report) -> None:
    some = gather(database, "Hero", lists=False, scope=is_in_summary)
    assert len(some.figures) < len(everything.figures)
    assert printed(lambda screen: print_summary(some, screen)) == printed(
        lambda screen: print_summary(everything, screen)
    )


@pytest.mark.nightly
@pytest.mark.parametrize("names", SOME, ids=", ".join)
def test_sections_are_the_same(database: Database, everything: Report, names: list[str]) -> None:
    some = gather(database, "Hero", lists=False, scope=scope_of_sections(names))
    assert {one.statistic.section for one in some.figures.values()} == set(names)
    assert printed(lambda screen: print_sections(some, names, screen)) == printed(
        lambda screen: print_sections(everything, names, screen)
    )


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
        counted.update(one.section for _, statistics, _ in batches for one in statistics)
        return []

    monkeypatch.setattr(gathering, "_count_batches", noting)
    monkeypatch.chdir(tmp_path)
    app.run_command_line(["report", *words, "--db", database.path])
    there = [*catalogue().values(), *(statistic for statistic, _ in gathering.COMPUTED)]
    assert counted == {*sections} & {one.section for one in there}
