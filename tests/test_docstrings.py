"""Docstrings can be read alone, as an editor shows them: none leans on its neighbour, and none is a mere label."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "histparse"
FOLDERS = sorted({str(file.parent.relative_to(PACKAGE)) for file in PACKAGE.rglob("*.py")})
FEWEST_WORDS = 3
_LEANS = re.compile(
    r"(?:The same|Of|As (?:above|before|there|in)|Likewise|Ditto|Also|Its?|They|Their|Them|Those|These|That|Such)\b"
)


def docstrings(text: str) -> Iterator[tuple[int, str]]:
    """The lines and the first paragraphs of all docstrings, those below attributes and constants included."""
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str(docstring))):
                    yield statement.lineno, docstring.strip().split("\n\n")[0]


def cannot_be_read_alone(docstring: str) -> bool:
    """Whether it begins as if something had been said before, or says next to nothing."""
    return _LEANS.match(docstring) is not None or len(re.findall(r"\w+", docstring)) < FEWEST_WORDS


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_can_be_read_alone(folder: str) -> None:
    leaning = [
        f"{file.name}:{line}: {docstring}"
        for file in sorted((PACKAGE / folder).glob("*.py"))
        for line, docstring in docstrings(file.read_text(encoding="utf-8"))
        if cannot_be_read_alone(docstring)
    ]
    assert leaning == []


@pytest.mark.parametrize(
    "docstring",
    ["The same for files.", "Of its files.", "It is.", "Bytes.", "As above.", "The heading.", "Their shares of it."],
)
def test_what_leans_on_its_neighbour_is_found(docstring: str) -> None:
    ((_, read),) = docstrings(f'class One:\n    name: str\n    """{docstring}"""\n')
    assert cannot_be_read_alone(read)
