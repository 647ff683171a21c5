"""The layers hold: an import against the data flow is refused wherever it is, and so is a module outside the steps."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINT = Path(sys.executable).with_name("lint-imports")
AGAINST = {
    "model/cards.py": "histparse.stats",
    "odds/draw_odds.py": "histparse.replay.table",
    "reader/text.py": "histparse.parsing.dialects",
    "cli/commands/players.py": "histparse.replay.table",
    "serve/pages/players.py": "histparse.store.importing.importer",
    "replay/table.py": "histparse.rules.registry",
    "replay/implied.py": "histparse.judging.engine",
    "model/text_codes.py": "histparse.rules.registry",
    "parsing/dialects/base.py": "histparse.parsing.grammar",
    "judging/duplicates.py": "histparse.simulate",
    "simulate/tables.py": "histparse.parsing.parser",
    "store/observe/recorder.py": "histparse.store.rows.batch",
    "store/settle/verdict.py": "histparse.store.importing.importer",
}
"""Modules, and what each may not import; all together, because one run shows them all."""


ANSWERS = {"report", "view", "web", "stats", "coach", "audit", "odds"}
"""What commands and pages may ask and draw with: it reads a database and changes nothing."""
READ_ONLY = {"database", "upkeep.info", "upkeep.integrity"}
"""The same within the store."""
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = SETTINGS["tool"]["importlinter"]["contracts"]


def test_commands_and_pages_write_read_and_judge_through_the_interface() -> None:
    """The contract names every other step: a new folder is one, unless it is said here what else it is."""
    tree, front = CONTRACTS[:2]
    forbidden = {name.removeprefix("histparse.") for name in front["forbidden_modules"]}
    steps = {layer for layers in tree["layers"] for layer in layers.split(" | ")}
    besides = {"__main__", "cli", "serve", "api", "model", "system", "store"}
    store = {
        ".".join(file.with_suffix("").relative_to(ROOT / "histparse").parts)
        for folder in ("store", "store/upkeep")
        for file in (ROOT / "histparse" / folder).iterdir()
        if file.name not in {"__init__.py", "__init__.pyi", "__pycache__", "upkeep"}
    }
    assert forbidden == (steps - besides - ANSWERS) | (store - {f"store.{name}" for name in READ_ONLY})


def test_the_dealer_of_tests_shares_nothing_with_the_judge_either() -> None:
    dealer = ["histparse.simulate", "histparse.export"]
    (contract,) = (contract for contract in CONTRACTS if contract.get("source_modules") == dealer)
    forbidden = tuple(f"{name}." for name in contract["forbidden_modules"])
    files = sorted((ROOT / "tests" / "dealer").rglob("*.py"))
    imported = {(file.name, name) for file in files for name in imports(file.read_text(encoding="utf-8"))}
    assert [pair for pair in sorted(imported) if f"{pair[1]}.".startswith(forbidden)] == []
    assert any(name.startswith("histparse.simulate") for _, name in imported)


def imports(source: str) -> Iterator[str]:
    """The modules that a module imports, and what it imports from them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def lint(folder: Path) -> str:
    """What import-linter says of the package in that folder; empty when all contracts are kept."""
    linted = subprocess.run([LINT, "--no-cache", "--no-logo"], cwd=folder, capture_output=True, text=True, check=False)
    return linted.stdout + linted.stderr if linted.returncode else ""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the package with its contracts."""
    shutil.copytree(ROOT / "histparse", tmp_path / "histparse", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_an_import_against_the_stream_is_refused_wherever_it_is_put(checkout: Path) -> None:
    for module, forbidden in AGAINST.items():
        with (checkout / "histparse" / module).open("a", encoding="utf-8") as file:
            file.write(f"\nimport {forbidden}\n")
    complaints = lint(checkout)
    for module, forbidden in AGAINST.items():
        importer = "histparse." + module.removesuffix(".py").replace("/", ".")
        assert f"{importer} -> {forbidden} (l." in complaints


def test_a_module_in_no_layer_is_refused(checkout: Path) -> None:
    modules = {f"loose{number}": step for number, step in enumerate(("", "store", "parsing", "model"))}
    for name, step in modules.items():
        (checkout / "histparse" / step / f"{name}.py").write_text('"""In no step."""\n', encoding="utf-8")
    complaints = lint(checkout)
    assert [name for name in modules if name not in complaints] == []
