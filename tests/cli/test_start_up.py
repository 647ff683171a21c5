"""What a command loads before it does anything, which is most of what it takes: only what it needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from histparse.cli import app

HEAVY = {"duckdb", "jinja2", "lark", "matplotlib", "numpy", "polars", "pyarrow", "pydantic", "rich"}
"""Each takes longer to load than `--version` should take."""


def loaded(*words: str) -> set[str]:
    """The packages and modules that are there when the command is done."""
    program = (
        f"import sys; from histparse.cli.app import run; run({list(words)!r}); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


def test_the_version_loads_no_command_and_nothing_heavy() -> None:
    modules = loaded("--version")
    assert HEAVY & modules == set()
    assert [module for module in modules if module.startswith("histparse.cli.commands.")] == []


def test_only_the_command_asked_for_is_loaded() -> None:
    modules = loaded("check", "--help")
    assert [module for module in modules if module.startswith("histparse.cli.commands.")] == [
        "histparse.cli.commands.check"
    ]
    assert {"duckdb", "matplotlib", "polars"} & modules == set()


def test_help_lists_all_commands_whatever_follows(capsys: pytest.CaptureFixture[str]) -> None:
    pages = []
    for line in (["--help"], ["--help", "check"]):
        assert app.run(line) == 0
        pages.append(capsys.readouterr().out)
    assert pages[0] == pages[1]
