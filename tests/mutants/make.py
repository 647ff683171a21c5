"""Mutants: a module with one small mistake each, made from its source as it is.

A test suite is worth what it notices: see `python -m tests.mutants.run`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

BOUNDS: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.In: ast.NotIn,
}
OPPOSITES |= {opposite: operator for operator, opposite in OPPOSITES.items()}
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add}
CONFUSED = {"min": "max", "max": "min", "any": "all", "all": "any"}
"""Functions that are taken for each other."""
UNSEEN = {"annotation", "returns", "decorator_list"}
"""Fields whose mistakes the type checker sees, or nobody."""


class Mutant(Struct, frozen=True):
    """One mistake: what stands in a field of a node, or at that place of a list in it, instead of what was there."""

    path: Path
    """Of the module, from the top of the tree."""
    line: int
    kind: str
    tree: ast.Module
    parent: ast.AST
    field: str
    place: int | None
    instead: Any
    """A node, an operator or a name; None: a part less."""

    @property
    def text(self) -> str:
        """`histparse/replay/table.py:30 bound: a < b => a <= b`."""
        original, changed = ("; ".join(ast.unparse(part).splitlines()[:3]) for part in self._original_and_changed())
        return f"{self.path}:{self.line} {self.kind}: {original[:160]} => {changed[:160]}"

    @property
    def source(self) -> str:
        """The whole module with the mistake."""
        with self._made():
            return ast.unparse(self.tree)

    def _original_and_changed(self) -> Iterator[ast.AST]:
        """The part that shows the change, before and after; the same node, altered in between."""
        if isinstance(self.parent, ast.Match):
            yield from (self._part(), ast.Module([], []))
            return
        whole = isinstance(self.parent, ast.expr | ast.comprehension | ast.match_case | ast.AugAssign)
        yield self.parent if whole else self._part()
        with self._made():
            yield self.parent if whole else self._part()

    def _part(self) -> ast.AST:
        content: Any = getattr(self.parent, self.field)
        part: ast.AST = content if self.place is None else content[self.place]
        return part

    @contextmanager
    def _made(self) -> Iterator[None]:
        """The mistake stands in the tree, and is taken back afterwards."""
        original = getattr(self.parent, self.field)
        changed = self.instead
        if self.place is not None:
            part = [self.instead] if self.instead is not None else []
            changed = [*original[: self.place], *part, *original[self.place + 1 :]]
        setattr(self.parent, self.field, changed)
        yield
        setattr(self.parent, self.field, original)


def mutants(path: Path, source: str) -> Iterator[Mutant]:
    """All mutants of a module, in the order of its lines."""
    tree = ast.parse(source)
    for parent, field, place, node, line in _parts(tree, 1):
        for kind, instead in _mistakes(parent, field, node):
            yield Mutant(path, line, kind, tree, parent, field, place, instead)


Part = tuple[ast.AST, str, int | None, Any, int]
"""A parent, a field of it, the place in the field's list, what is there, its line."""


def _parts(parent: ast.AST, line: int) -> Iterator[Part]:
    for field, value in ast.iter_fields(parent):
        if field in UNSEEN and not (field == "decorator_list" and isinstance(parent, ast.FunctionDef)):
            continue
        if isinstance(parent, ast.ClassDef) and field == "keywords":
            continue
        for place, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            line_of_node = getattr(node, "lineno", line)
            yield parent, field, place, node, line_of_node
            if isinstance(node, ast.AST):
                yield from _parts(node, line_of_node)


def _mistakes(parent: ast.AST, field: str, node: Any) -> Iterator[tuple[str, Any]]:
    """The kinds of mistakes that this part can be, each with what stands there instead."""
    match node:
        case ast.cmpop():
            yield "opposite", OPPOSITES[type(node)]()
            if type(node) in BOUNDS:
                yield "bound", BOUNDS[type(node)]()
        case ast.And() | ast.Or() | ast.Add() | ast.Sub():
            yield SWAPPED[type(node)].__name__, SWAPPED[type(node)]()
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not left out", operand
        case ast.IfExp():
            yield "condition turned", ast.IfExp(node.test, node.orelse, node.body)
        case ast.Constant(value=bool() | int() as value):
            yield "constant", ast.Constant(not value if isinstance(value, bool) else value + 1)
        case ast.stmt() if _can_go(parent, node):
            yield "statement left out", ast.Pass()
        case _:
            yield from _left_out(parent, field, node)


def _left_out(parent: ast.AST, field: str, node: Any) -> Iterator[tuple[str, Any]]:
    """Of an expression or a choice, a part less, or another function."""
    match parent, field, node:
        case ast.Call(), "func", ast.Name(id=name) if name in CONFUSED:
            yield "function", ast.Name(CONFUSED[name])
        case (ast.Call(), "keywords", ast.keyword(arg=str())) | (ast.Match(cases=[_, _, *_]), "cases", _):
            yield "argument or case left out", None
        case (ast.comprehension(), "ifs", _) | (ast.match_case(), "guard", ast.expr()):
            yield "condition left out", None


def _can_go(parent: ast.AST, statement: ast.stmt) -> bool:
    """Whether the module still makes sense without it: nothing that names something, which would be missed at once."""
    match statement:
        case ast.Expr(value=value):
            return not isinstance(value, ast.Constant)
        case ast.Assign(targets=[target]):
            return isinstance(target, ast.Attribute | ast.Subscript)
        case ast.Return():
            return not isinstance(parent, ast.FunctionDef)
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return False
    return isinstance(statement, ast.AugAssign | ast.If | ast.Continue | ast.Break)
