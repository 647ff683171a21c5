"""Every pattern of the program, found in its code, its grammars and its dialects, with the way it is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from inspect import getsource
from pkgutil import walk_packages
from types import BuiltinMethodType, ModuleType
from typing import NamedTuple

import histparse
from histparse.parsing.dialects.base import NO_MATCH, Dialect
from histparse.parsing.grammar import load_grammar

WAYS = ("fullmatch", "match", "search", "sub", "findall", "finditer", "split")
MADE = {
    "histparse.report.listings",
    "histparse.view.masked",
    "histparse.api.hand_formats",
    "histparse.export.writer",
    "histparse.privacy.in_place",
    "histparse.privacy.pseudonyms",
    "histparse.serve.masking",
    "histparse.parsing.line_lexer",
    "histparse.parsing.cutting",
}
"""Modules that make patterns: of names, each as it is; the others of those of grammars and dialects, which are found
there."""


class Use(NamedTuple):
    """A pattern and what is asked of it."""

    where: str
    pattern: str
    flags: int
    way: str
    """`search` if the code does not show it: that is the hardest case."""

    def run(self) -> Callable[[str], object]:
        """The pattern at work."""
        compiled = re.compile(self.pattern, self.flags)
        if self.way in {"sub", "finditer"}:
            return lambda text: compiled.sub("", text)
        return getattr(compiled, self.way)  # type: ignore[no-any-return]  # a method by its name


def of_grammar(site: str) -> Iterator[Use]:
    """The terminals: each is asked whether it is the whole line."""
    for terminal in load_grammar(site).terminals:
        yield Use(f"{site} {terminal.name}", terminal.pattern.to_regexp(), 0, "fullmatch")


def of_dialect(kind: type[Dialect]) -> Iterator[Use]:
    """What its texts begin with, looked for at every line; it is a string of the class, as they all are."""
    for name, text in _strings(vars(kind)):
        if name not in {"site", "__module__", "__doc__"} and text != NO_MATCH:
            yield Use(f"{kind.site} {name}", f"\n(?:{text})", 0, "finditer")
            yield Use(f"{kind.site} {name} in lines", f"^(?:{text})", re.MULTILINE, "search")


def _strings(values: object, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(values, str):
        yield name, values
    elif hasattr(values, "items"):
        for key, value in values.items():
            yield from _strings(value, name or key)


@cache
def modules() -> list[ModuleType]:
    """All code of the program."""
    names = (module.name for module in walk_packages(histparse.__path__, "histparse."))
    return [import_module(name) for name in names if not name.endswith("__main__")]


def of_code(module: ModuleType) -> Iterator[Use]:
    """The patterns that are bound to names of the module, and those that stand where they are used."""
    code = getsource(module)
    for name, value in vars(module).items():
        for pattern, way in _compiled(value):
            ways = {way} if way else set(re.findall(rf"\b{name}\.({'|'.join(WAYS)})\b", code)) or {"search"}
            text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
            yield from (Use(f"{module.__name__} {name}", text, pattern.flags, way) for way in ways)
    for call in _calls(ast.parse(code)):
        if isinstance(call.pattern, ast.Constant):
            yield Use(f"{module.__name__}:{call.line}", str(call.pattern.value), 0, call.way)


def _compiled(value: object) -> Iterator[tuple[re.Pattern[str] | re.Pattern[bytes], str]]:
    """The patterns in a value, and the way of use where it is fixed."""
    if isinstance(value, re.Pattern):
        yield value, ""
    elif isinstance(value, BuiltinMethodType) and isinstance(value.__self__, re.Pattern):
        yield value.__self__, value.__name__
    elif isinstance(value, (tuple, list, set, frozenset, dict)):
        for part in [*value.values()] if isinstance(value, dict) else value:
            yield from _compiled(part)


def made_in_functions(module: ModuleType) -> bool:
    """Whether it makes patterns anew with each call, where nobody can find them."""
    functions = (node for node in ast.walk(ast.parse(getsource(module))) if isinstance(node, ast.FunctionDef))
    inside = (call for function in functions for call in _calls(function, "compile"))
    return any(call.way == "compile" or not isinstance(call.pattern, ast.Constant) for call in inside)


class _Call(NamedTuple):
    way: str
    pattern: ast.expr
    line: int


def _calls(tree: ast.AST, *functions: str) -> Iterator[_Call]:
    """Calls of `re.search` and the like."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Name("re"), way), [pattern, *_]) if way in {*WAYS, *functions}:
                yield _Call(way, pattern, node.lineno)
