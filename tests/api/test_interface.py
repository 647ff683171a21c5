"""The package's public interface: small, typed, documented, and lazily loaded."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import assert_type

import polars as pl
import pytest

import histparse
from histparse import store
from histparse.report import gathering
from histparse.report.model import Estimates
from tests.conftest import SOAK

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "histparse"
PAGE = (ROOT / "docs" / "python.md").read_text("utf-8")
HEAVY = {"duckdb", "jinja2", "lark", "matplotlib", "msgspec", "numpy", "polars", "rich", "typer"}


def python(code: str, *arguments: str | Path) -> str:
    """What a fresh interpreter prints that runs this."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def test_importing_the_package_loads_nothing() -> None:
    loaded = set(python("import sys, histparse; print(*sys.modules)").split())
    assert loaded & HEAVY == set()
    assert [name for name in loaded if name.startswith("histparse.")] == []


def test_reading_and_judging_load_no_database() -> None:
    text = "next(histparse.simulate_hands(1)).text"
    used = f"import sys, histparse; list(map(histparse.judge, histparse.read_text({text}))); print(*sys.modules)"
    assert set(python(used).split()) & {"duckdb", "matplotlib", "polars", "typer"} == set()


@pytest.mark.parametrize("package", [histparse, store])
def test_what_is_imported_for_type_checkers_is_what_is_loaded(package: ModuleType) -> None:
    """Names by the modules they come from, as a type checker reads them."""
    tree = ast.parse(Path(f"{package.__file__}i").read_text("utf-8"))
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    typed = [(str(node.module), alias.asname or alias.name) for node in imports for alias in node.names]
    for module, name in typed:
        assert getattr(package, name) is getattr(__import__(module, fromlist=[name]), name)
    assert sorted(name for _, name in typed) == sorted(package.__all__)


def test_an_unknown_name_is_reported() -> None:
    with pytest.raises(AttributeError, match="module 'histparse' has no attribute 'tell'"):
        histparse.tell  # type: ignore[attr-defined]  # noqa: B018 - type checkers must know it too


def test_every_name_is_in_the_docs_and_has_a_docstring() -> None:
    assert [name for name in histparse.__all__ if not re.search(rf"`(?:histparse\.)?{name}\b", PAGE)] == []
    exported = {name: getattr(histparse, name) for name in histparse.__all__}
    assert [name for name, member in exported.items() if not inspect.getdoc(member)] == []
    classes = [
        member for member in exported.values() if inspect.isclass(member) and member.__module__.startswith("histparse.")
    ]
    assert [kind.__name__ for kind in classes if "__doc__" not in vars(kind) or not kind.__doc__] == []


def test_every_method_of_a_store_is_in_the_docs() -> None:
    methods = [name for name, _ in inspect.getmembers(histparse.Store, inspect.isfunction) if not name.startswith("_")]
    assert [name for name in methods if not re.search(rf"`{name}`|\bstore\.{name}\(", PAGE)] == []


@pytest.fixture
def short_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists and estimates of a report take seconds to count, and no example shows any."""
    if not SOAK:
        fast = partial(gathering.gather, lists=False, estimates=Estimates.NONE)
        monkeypatch.setattr(gathering, "gather", lambda *arguments, **_extent: fast(*arguments))


@pytest.mark.nightly
@pytest.mark.usefixtures("few_charts", "short_report")
def test_the_examples_of_the_docs_do_what_they_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sample_histories").symlink_to(ROOT / "sample_histories")
    monkeypatch.chdir(tmp_path)
    before_the_tasks, _, _ = PAGE.partition("\n## Ten tasks of a researcher\n")  # which are run one by one
    blocks = "\n\n".join(re.findall(r"```python\n(.*?)```", before_the_tasks, re.DOTALL))
    examples = doctest.DocTestParser().get_doctest(blocks, {}, "docs/python.md", None, None)
    output: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(examples, out=output.append)
    assert (results.failed, "".join(output)) == (0, "")
    assert results.attempted > 80


@pytest.mark.nightly
def test_steps_do_not_go_through_the_front_door() -> None:
    """They take the version alone from the package: import-linter does not look behind its names.

    Commands and pages are users of the Python interface, as any program is.
    """
    rooms = {path.stem for path in PACKAGE.iterdir()}
    users = {*PACKAGE.glob("cli/**/*.py"), *PACKAGE.glob("serve/**/*.py")}
    for file in {*PACKAGE.rglob("*.py")} - users:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "histparse":
                assert {alias.name for alias in node.names} <= {*rooms, "__version__"}, file


def test_types_are_precise() -> None:
    """For `make lint`: a type checker sees what each name is; here it is seen that they are right."""
    dealt = histparse.simulate_hands(2, seed=3)
    assert_type(dealt, Iterator[histparse.SimulatedHand])
    text = "".join(simulated.text for simulated in dealt)
    result = next(histparse.read_text(text))
    assert_type(result, histparse.HandResult)
    assert_type(result.hand, histparse.Hand | None)
    assert_type(histparse.check([result]), Iterator[histparse.Finding])
    assert_type(histparse.rulebook(), dict[str, histparse.Rule])
    assert_type(histparse.statistics(), dict[str, histparse.Statistic])
    assert_type(histparse.groups(), dict[str, histparse.Group])
    assert_type(histparse.events.Discard(1, "Ann", 2).count, int)
    with histparse.Store() as store:
        assert_type(store, histparse.Store)
        summary = store.import_text(text)
        frame = store.statistic("vpip", by="position")
        assert_type(frame, pl.DataFrame)
    assert_type(summary, histparse.Summary)
    assert (summary.stored, frame.is_empty()) == (2, False)
    assert isinstance(histparse.events, ModuleType)
