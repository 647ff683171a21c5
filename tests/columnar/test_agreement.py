"""The two lanes agree: whatever hand is called plain has no finding, and every cell of its rows is the same."""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec
import pytest
from coverage import Coverage

from tests.columnar.agreement import SITES, Comparison, compare_all

LEAST, LEAST_OF_A_GAME = 0.95, 0.9
"""The share of legal hands that must be plain: of all games together, and of each."""
HANDS = 10_000 if os.environ.get("HISTPARSE_SOAK") else 20
"""Of each game."""


@pytest.mark.untraced
@pytest.mark.parametrize("site", SITES)
def test_compiled_code_agrees_with_the_reference_lane(site: str) -> None:
    compared = compare_all(site, HANDS)
    for kind, comparison in compared.items():
        assert comparison.hands > 0, kind
        assert not comparison.wrong, "\n\n".join(comparison.wrong)
        assert not comparison.different, "\n".join(comparison.different)
        assert not comparison.failed, "\n".join(comparison.failed)
    dealt = [comparison for kind, comparison in compared.items() if kind.startswith("dealt")]
    assert all(comparison.plain >= LEAST_OF_A_GAME * comparison.hands for comparison in dealt), dealt
    assert sum(each.plain for each in dealt) >= LEAST * sum(each.hands for each in dealt)
    assert compared["broken"].plain == 0


def test_so_do_the_functions_that_are_compiled() -> None:
    """Run as they are written, a hundred times as slowly, which is the one way to see what of them is covered."""
    compared = msgspec.json.decode(_uncompiled(), type=dict[str, Comparison])
    assert [*compared] == SITES
    for site, comparison in compared.items():
        assert comparison.plain >= comparison.hands / 2 > 0, site
        assert not comparison.wrong, site
        assert not comparison.different, site


def _uncompiled() -> bytes:
    traced = ["-m", "coverage", "run", "--parallel-mode"] if Coverage.current() else []
    command = [sys.executable, *traced, "-m", "tests.columnar.agreement", *SITES]
    own = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(command, env=own, check=True, stdout=subprocess.PIPE).stdout
