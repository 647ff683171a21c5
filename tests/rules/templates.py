"""The templates of sentences: every one stands in the source as a whole."""

from __future__ import annotations

import ast
import pickle
import re
from functools import cache
from itertools import chain
from pathlib import Path
from string import Formatter

import histparse
from histparse.model.findings import Finding

MAKERS = {"Violation", "Doubt", "Unreadable", "Said", "seen_before", "at"}
"""What takes a template: the first argument that is no path or line."""
SAYS = re.compile(rf"\b({'|'.join(MAKERS)})\(")


@cache
def trees() -> dict[Path, ast.Module]:
    """The modules that say something of hands or their texts."""
    texts = {file: file.read_text("utf-8") for file in Path(histparse.__file__).parent.rglob("*.py")}
    return {
        file: ast.parse(text)
        for file, text in texts.items()
        if SAYS.search(text) or {"model", "parsing", "rules"} & {*file.parts}
    }


@cache
def written() -> frozenset[str]:
    """Every text that stands in the source as a whole: a template put together while running is none of them."""
    nodes = chain.from_iterable(map(ast.walk, trees().values()))
    return frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def expect_template(finding: Finding) -> None:
    """The template is written as a whole, and has the figures that it names, and no others."""
    assert finding.template in written(), finding
    names = {name for _, name, *_ in Formatter().parse(finding.template) if name}
    assert names == {*finding.figures}, finding
    assert finding.message == finding.template.format_map(finding.figures)
    assert pickle.loads(pickle.dumps(finding)) == finding  # noqa: S301 - our own
