"""The catalogue is complete, whatever was loaded before it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from histparse.rules.registry import catalogue


@pytest.mark.parametrize(
    "before",
    ["histparse.rules.tables", "histparse.flow"],
)
def test_the_catalogue_is_whole_however_it_is_imported(before: str) -> None:
    program = f"import {before}; from histparse.rules.registry import catalogue; print(*catalogue())"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert printed.stdout.split() == list(catalogue())
