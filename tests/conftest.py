"""Settings all tests share: how hard Hypothesis tries, and the material that is not part of the project."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SHARED = Path(__file__).parent.parent.parent / "shared"

# The fast lane has tests of its own; others need not wait for its compiler, and coverage sees no compiled function.
os.environ["HISTPARSE_ONE_LANE"] = "1"
os.environ["NUMBA_DISABLE_JIT"] = "1"

# Two busy cores make single examples slow now and then; a slow example is no fault.
settings.register_profile("quick", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("quick"), max_examples=5000)
settings.load_profile("soak" if os.environ.get("HISTPARSE_SOAK") else "quick")


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
