"""Settings all tests share: how hard Hypothesis tries, what is traced, and the material that is not in the project."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings

SHARED = Path(__file__).parent.parent.parent / "shared"

# Two busy cores make single examples slow now and then; a slow example is no fault.
settings.register_profile("quick", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("quick"), max_examples=5000)
settings.load_profile("soak" if os.environ.get("HISTPARSE_SOAK") else "quick")


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(request: pytest.FixtureRequest) -> Generator[None, object, object]:
    """Tracing for coverage triples the time of Python code, so tests that go the ways of others again are `no_cover`.

    pytest-cov does not trace such tests, and here the same is done with their fixtures.
    """
    tracing = Coverage.current() if request.node.get_closest_marker("no_cover") else None
    if tracing is None:
        return (yield)
    tracing.stop()
    try:
        return (yield)
    finally:
        tracing.start()


@pytest.fixture(autouse=True)
def listening() -> Iterator[None]:
    """Ctrl-C is heard in every test, whatever process it runs in and whatever ran there before."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def real_histories() -> Path:
    """The folder of real hand histories, which may not be passed on with the project."""
    folder = SHARED / "real_histories"
    if not folder.is_dir():
        pytest.skip("the real hand histories are not beside this checkout")
    return folder
