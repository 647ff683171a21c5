"""The program that makes mutants: what it makes, and that a mistake which tests know of is caught."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants.make import mutants
from tests.mutants.run import ROOT, Copy, draw

SOURCE = '''
def least(numbers: list[int], limit: int = 3) -> int | None:
    """The least."""
    if not numbers or len(numbers) > limit:
        return None
    total = sum(number for number in numbers if number)
    total += 1
    match limit:
        case 1 if total:
            total = 0
        case _:
            pass
    return min(numbers, key=abs) if total else 0
'''
TABLE = Path("histparse/replay/table.py")


def test_each_mistake_is_made_once_and_is_all_that_differs() -> None:
    made = [mutant.text.removeprefix("x.py:") for mutant in mutants(Path("x.py"), SOURCE)]
    assert made == [
        "2 constant: 3 => 4",
        "4 statement left out: if not numbers or len(numbers) > limit:;     return None => pass",
        "4 And: not numbers or len(numbers) > limit => not numbers and len(numbers) > limit",
        "4 not left out: not numbers or len(numbers) > limit => numbers or len(numbers) > limit",
        "4 opposite: len(numbers) > limit => len(numbers) <= limit",
        "4 bound: len(numbers) > limit => len(numbers) >= limit",
        "5 statement left out: return None => pass",
        "6 condition left out:  for number in numbers if number =>  for number in numbers",
        "7 statement left out: total += 1 => pass",
        "7 Sub: total += 1 => total -= 1",
        "7 constant: total += 1 => total += 2",
        "8 argument or case left out: case 1 if total:;     total = 0 => ",
        "9 constant: 1 => 2",
        "9 condition left out: case 1 if total:;     total = 0 => case 1:;     total = 0",
        "10 constant: 0 => 1",
        "8 argument or case left out: case _:;     pass => ",
        "13 condition turned: min(numbers, key=abs) if total else 0 => 0 if total else min(numbers, key=abs)",
        "13 function: min(numbers, key=abs) => max(numbers, key=abs)",
        "13 argument or case left out: min(numbers, key=abs) => min(numbers)",
        "13 constant: min(numbers, key=abs) if total else 0 => min(numbers, key=abs) if total else 1",
    ]


@pytest.mark.nightly
def test_every_mutant_of_the_source_is_python_and_differs() -> None:
    drawn = draw(40, seed=5)
    assert [mutant.text for mutant in drawn] == [mutant.text for mutant in draw(40, seed=5)]
    for mutant in drawn:
        original = ast.unparse(ast.parse((ROOT / mutant.path).read_text(encoding="utf-8")))
        assert compile(mutant.source, str(mutant.path), "exec")
        assert mutant.source != original == ast.unparse(mutant.tree)
    assert {mutant.path.parts[1] for mutant in drawn} == {"replay", "rules", "stats"}


@pytest.mark.nightly
def test_a_mutant_is_caught_and_the_source_stays(tmp_path: Path) -> None:
    source = (ROOT / TABLE).read_bytes()
    copy = Copy(tmp_path)
    (mutant,) = [mutant for mutant in mutants(TABLE, source.decode()) if "level and p.folded" in mutant.text]
    outcome = copy.try_out(mutant, mutant.source, [["tests/replay/test_pots.py"]], 100)
    assert "tests/replay/test_pots.py::test_" in outcome.caught_by
    assert copy.fails(["tests/replay/test_pots.py"], 100) == ""
    assert (tmp_path / TABLE).read_bytes() == (ROOT / TABLE).read_bytes() == source
