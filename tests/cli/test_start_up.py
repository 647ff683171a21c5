"""How a command starts: it loads only what it needs, which is most of the time that a small one takes.

HISTPARSE_SOAK=1: the time is measured, too.
"""

from __future__ import annotations

import os
import re
import resource
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from histparse.api import late as api_late
from histparse.cli import app, late
from histparse.simulate import Settings
from histparse.system import late as system_late
from tests.cli.commands import import_by_command, write_session

SAMPLE = Path(__file__).parents[2] / "sample_histories" / "pokerstars" / "by_hand_all_in_side_pot.txt"
DRAWING = {"jinja2", "matplotlib", "rich", "typst"}
STORING = {"duckdb", "numpy", "polars"}
CHECKING = {"pydantic"}
"""What typer checks values with."""


Cost = Callable[..., float]


def loaded(*words: str | Path) -> set[str]:
    """The packages and modules that are there when the process ends."""
    report_modules = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    program = (
        f"{report_modules}; from histparse.cli.app import run_command_line; run_command_line({[*map(str, words)]!r})"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(process.stderr.splitlines()[-1].split())


def commands(modules: set[str]) -> list[str]:
    """The commands among them."""
    return [module for module in modules if module.startswith("histparse.cli.commands.")]


def test_the_version_loads_no_command() -> None:
    modules = loaded("--version")
    assert commands(modules) == []
    assert (DRAWING | STORING | CHECKING | {"lark", "msgspec"}) & modules == {"msgspec"}


def test_the_help_page_and_completion_load_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    assert commands(loaded("--help")) == []
    monkeypatch.setenv(app.COMPLETING, "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "histparse re")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert commands(loaded()) == []


def test_judging_neighbours_loads_the_database_alone(tmp_path: Path) -> None:
    session = tmp_path / "session.txt"
    write_session(session, Settings(hands=2))
    modules = loaded("check", session)
    assert commands(modules) == ["histparse.cli.commands.checking"]
    assert (DRAWING | STORING | CHECKING) & modules == {"duckdb"}


@pytest.mark.nightly
def test_importing_loads_nothing_that_draws(tmp_path: Path) -> None:
    modules = loaded("import", SAMPLE, "--db", tmp_path / "x.duckdb")
    assert (DRAWING | CHECKING) & modules == set()


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of one hand."""
    file = tmp_path_factory.mktemp("one") / "one.duckdb"
    return import_by_command(file, SAMPLE)


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    ("line", "absent"),
    [
        ("hands --limit 20", {"scipy", "lark", "pydantic", "matplotlib", "histparse.coach.river"}),
        ("stats pat_rate", {"lark", "pydantic", "matplotlib", "histparse.coach.river"}),
        ("query 'SELECT 1'", {"scipy", "lark", "pydantic", "matplotlib"}),
    ],
)
def test_a_question_loads_what_it_needs(line: str, absent: set[str], db: Path) -> None:
    modules = loaded(*shlex.split(line), "--db", db)
    assert "duckdb" in modules
    assert modules & absent == set()


@pytest.mark.parametrize("late", [api_late, late, system_late], ids=lambda module: module.__name__)
def test_type_checkers_see_what_is_loaded_late(late: ModuleType) -> None:
    stub = Path(str(late.__file__)).with_suffix(".pyi").read_text("utf-8")
    typed = re.findall(r"^(?:from (\S+) )?import (\S+) as (\S+)$", stub, re.MULTILINE)
    modules = {name: ".".join(filter(None, (package, module))) for package, module, name in typed}
    renamed = dict(re.findall(r"^(\w+) = (\S+)$", stub, re.MULTILINE))  # of the name of another in the table
    assert modules | renamed == late.MODULES
    assert {name: getattr(late, name).__name__ for name in late.MODULES} == late.MODULES
    with pytest.raises(AttributeError, match="has no attribute 'chart'"):
        late.chart  # noqa: B018 - it is there when it is asked for


@pytest.fixture(scope="module")
def cost(tmp_path_factory: pytest.TempPathFactory) -> Cost:
    """What Python takes at least for these arguments, in seconds of the processor: others' work counts little in it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))}
    compiled = environment | {"PYTHONPYCACHEPREFIX": str(tmp_path_factory.mktemp("compiled"))}

    def measure(*words: str | Path) -> float:
        usage_before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *map(str, words)], env=compiled, capture_output=True, check=True)
        usage_after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage_after.ru_utime + usage_after.ru_stime - usage_before.ru_utime - usage_before.ru_stime

    def least(*words: str | Path) -> float:
        measure(*words)  # compiles the modules
        return min(measure(*words) for _ in range(3))

    return least


@pytest.mark.soak
def test_starting_takes_little_beside_what_reads_command_lines(cost: Cost) -> None:
    typer = cost("-c", "import typer")
    assert cost("-m", "histparse", "--version") < 2.5 * typer
    assert cost("-m", "histparse", "check", SAMPLE) < 6 * typer
    assert cost("-m", "histparse", "import", SAMPLE, "--db", ":memory:") < 16 * typer
