"""Garbage: a process of ours looks for it seldom; one that calls the library as often as it likes."""

from __future__ import annotations

import subprocess
import sys

SHOWN = "import gc; before = gc.get_threshold(); {}; print(before == gc.get_threshold())"


def is_left_alone(statements: str) -> bool:
    """Whether Python looks for garbage as often as before, after these statements."""
    process = subprocess.run(
        [sys.executable, "-c", SHOWN.format(statements)], capture_output=True, text=True, check=True
    )
    return process.stdout.splitlines()[-1] == "True"


def test_the_program_looks_seldom() -> None:
    assert not is_left_alone("from histparse.cli.app import run_as_process; run_as_process(['--version'])")


def test_the_library_changes_nothing() -> None:
    assert is_left_alone("import histparse; list(histparse.read('/dev/null'))")
