"""The catalogue is complete, whatever was loaded before it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from histparse.cli.commands import catalogues
from histparse.model.findings import Rule, Severity
from histparse.rules.registry import catalogue


@pytest.mark.parametrize(
    "module",
    ["histparse.rules", "histparse.rules.tables", "histparse.model.text_codes", "histparse.flow", "histparse.reader"],
)
def test_the_catalogue_is_whole_however_it_is_imported(module: str) -> None:
    program = f"import {module}; from histparse.rules.registry import catalogue; print(*catalogue())"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert printed.stdout.split() == list(catalogue())


def test_the_command_lists_every_family(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    strange = Rule("ZZZ01", "something nobody thought of", Severity.ERROR, "")
    monkeypatch.setattr(catalogues, "rulebook", lambda: catalogue() | {"ZZZ01": strange})
    catalogues.run_rules()
    printed = capsys.readouterr().out
    assert all(code in printed for code in (*catalogue(), "ZZZ01"))
