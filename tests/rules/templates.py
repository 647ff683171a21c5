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

TAKERS = ast.FunctionDef, ast.ClassDef
SOURCES = {file: file.read_text("utf-8") for file in Path(histparse.__file__).parent.rglob("*.py")}


@cache
def template_places() -> dict[str, int]:
    """The functions and classes that take a template, and its place among their arguments."""
    declaring = (ast.parse(text) for text in SOURCES.values() if "template: str" in text)
    nodes = [node for node in chain.from_iterable(map(ast.walk, declaring)) if isinstance(node, TAKERS)]
    arguments = {node.name: _argument_names(node) for node in nodes if node.name != "__init__"}
    return {name: names.index("template") for name, names in arguments.items() if "template" in names}


def _argument_names(node: ast.FunctionDef | ast.ClassDef) -> list[str]:
    if isinstance(node, ast.FunctionDef):
        return [argument.arg for argument in node.args.args if argument.arg != "self"]
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and item.name == "__init__":
            return _argument_names(item)
    targets = [item.target for item in node.body if isinstance(item, ast.AnnAssign)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


@cache
def trees() -> dict[Path, ast.Module]:
    """The modules that say something of hands or their texts."""
    taker = re.compile(rf"\b({'|'.join(template_places())})\(")
    return {
        file: ast.parse(text)
        for file, text in SOURCES.items()
        if taker.search(text) or {"model", "parsing", "rules"} & {*file.parts}
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
