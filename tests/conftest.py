"""Settings all tests share: how hard Hypothesis tries, what is left to soak, and material from beside the project."""

from __future__ import annotations

import gc
import os
import signal
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings

from histparse.cli import app
from histparse.system.processes import COLLECTING
from tests.running import Run

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
NIGHTLY = SOAK or bool(os.environ.get("HISTPARSE_NIGHTLY"))
SHARED = Path(__file__).parent.parent.parent / "shared"

os.environ["HISTPARSE_CACHE"] = str(Path(__file__).parent.parent / "build" / "cache")

# Nothing goes on behind a test.
os.environ["HISTPARSE_AHEAD"] = "no"

# Nor do the settings and the database of whoever runs them matter.
os.environ["HISTPARSE_CONFIG"] = os.devnull
os.environ["HISTPARSE_DB"] = str(Path("no such folder", "poker.duckdb"))

# Two workers are at work already: threads of linear algebra would wait for each other, and burn processors meanwhile.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

gc.set_threshold(*COLLECTING)  # a twelfth of the time of all tests

# Two busy cores make single examples slow now and then; a slow example is no fault.
settings.register_profile("quick", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("quick"), max_examples=1000)
settings.load_profile("soak" if SOAK else "quick")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is marked so is left to `make nightly` or `make soak`, but for as many parameters as the mark says."""
    for mark, is_run in (("nightly", NIGHTLY), ("soak", SOAK)):
        if not is_run:
            left_out = {*_items_left_to(mark, items)}
            items[:] = [item for item in items if item not in left_out]


def _items_left_to(mark: str, items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Drawn by the name of the test: the same in every run, and other sites and commands for other tests."""
    by_test = defaultdict[tuple[str, int], list[pytest.Item]](list)
    for item in items:
        if marker := item.get_closest_marker(mark):
            by_test[item.nodeid.partition("[")[0], sum(marker.args)].append(item)
    for (name, stay), marked_items in by_test.items():
        left_out = max(0, len(marked_items) - stay)
        yield from Random(name).sample(marked_items, left_out)  # noqa: S311 - nothing is kept secret by it


@pytest.fixture(autouse=True)
def listening() -> Iterator[None]:
    """Ctrl-C is heard in every test, whatever process it runs in and whatever ran there before."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, handler)


@pytest.fixture(scope="module", autouse=True)
def _uncommented(request: pytest.FixtureRequest) -> Iterator[None]:
    """Comments take most of the time of a new database, and no test reads them but where the module is marked so."""
    with pytest.MonkeyPatch.context() as patch:
        if not (SOAK or request.node.get_closest_marker("commented")):
            patch.setattr("histparse.store.schema.run_comment_statements", lambda *_: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _cheap_pseudonyms() -> Iterator[None]:
    """A pseudonym takes memory and time on purpose, so that nobody can try all names; the play is the same."""
    with pytest.MonkeyPatch.context() as patch:
        if not SOAK:
            patch.setattr("histparse.privacy.pseudonyms.COST", 2)
        yield


@pytest.fixture
def few_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the charts, which take seconds to draw, one is enough to see where they go."""
    from histparse.report import charts  # noqa: PLC0415 - most tests draw nothing

    generate_all = charts._generate_charts
    if not SOAK:
        monkeypatch.setattr(charts, "_generate_charts", lambda *arguments: islice(generate_all(*arguments), 1))


@pytest.fixture(scope="session")
def real_histories() -> Path:
    """The folder of real hand histories, which may not be passed on with the project."""
    folder = SHARED / "real_histories"
    if not folder.is_dir():
        pytest.skip("the real hand histories are not beside this checkout")
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process."""

    def call(*words: str | Path) -> tuple[int, str, str]:
        capsys.readouterr()
        code = app.run_command_line([*map(str, words)])
        return code, *capsys.readouterr()

    return call
