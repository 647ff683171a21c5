"""The ten tasks of a researcher in docs/python.md: each does alone what it shows, after the lines all begin with."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest

import histparse
from tests.samples import FOLDER

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8")
BEGIN, *TASKS = PAGE.partition("\n## Ten tasks of a researcher\n")[2].split("\n### ")


def code(text: str) -> str:
    """Its examples."""
    return "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database that the page has made by then."""
    file = tmp_path_factory.mktemp("tasks") / "poker.duckdb"
    with histparse.Store(file) as store:
        store.import_files([FOLDER / "pokerstars" / "session_cash_six_handed.txt", FOLDER / "kingsclub"])
        store.join("Katja", ["pokerstars:Katja72", "kingsclub:Katja72"])
    return file


@pytest.mark.nightly
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.partition("\n")[0])
def test_a_task_can_be_copied_alone(task: str, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(made, tmp_path)
    monkeypatch.chdir(tmp_path)
    output: list[str] = []
    examples = doctest.DocTestParser().get_doctest(f"{code(BEGIN)}\n{code(task)}", {}, task, None, None)
    results = doctest.DocTestRunner(verbose=False).run(examples, out=output.append, clear_globs=False)
    examples.globs["store"].close()
    assert (results.failed, "".join(output)) == (0, "")
    assert any(example.want for example in examples.examples)
