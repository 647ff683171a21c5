"""The lanes compared once for all tests: by compiled code, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache

import msgspec
import pytest

from tests.columnar.agreement import Comparison

HANDS = 10_000 if os.environ.get("HISTPARSE_SOAK") else 20
"""Of each game."""


@pytest.fixture(scope="session", autouse=True)
def _compiled(compiled: dict[str, str]) -> None:
    """All these tests use compiled code."""


@pytest.fixture(scope="session")
def comparisons(compiled: dict[str, str]) -> Callable[[str], dict[str, Comparison]]:
    """By site, what came of comparing the lanes."""

    @cache
    def compare(site: str) -> dict[str, Comparison]:
        command = [sys.executable, "-m", "tests.columnar.agreement", site, str(HANDS)]
        made = subprocess.run(command, env=compiled, check=True, stdout=subprocess.PIPE)
        return msgspec.json.decode(made.stdout, type=dict[str, Comparison])

    return compare
