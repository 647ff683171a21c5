"""Patterns as programs of few kinds of instructions, for the matcher in `steps.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum, auto
from itertools import groupby
from re import _constants as ops
from re import _parser as parser
from typing import Any, NamedTuple

from tests.fuzz.char_sets import char_set

MANY = 1 << 30
"""As often as one likes."""


class Kind(Enum):
    """What an instruction does."""

    LETTERS = auto()
    TEXT = auto()
    SPLIT = auto()
    GO = auto()
    BEGIN = auto()
    END = auto()
    LEAVE_IF_EMPTY = auto()
    """Goes on behind a repetition whose last round took no letter: it would never end."""
    SAME = auto()
    BOUNDARY = auto()
    ATOMIC = auto()
    IF = auto()
    UNLESS = auto()
    """A look ahead, or as many letters behind as `least` says."""


class Instruction(NamedTuple):
    """One step of a program."""

    kind: Kind
    letters: re.Pattern[str] | None = None
    """Of `LETTERS`: what a run of them matches."""
    text: str = ""
    least: int = 0
    most: int = 0
    is_greedy: bool = True
    address: int = 0
    otherwise: int = 0
    """Of `SPLIT`: where to go on if all from `address` on fails."""
    group: int = 0
    place: Any = None
    """Of `BOUNDARY`: what `re` calls it."""
    program: tuple[Instruction, ...] = ()
    """Of `ATOMIC`, `IF` and `UNLESS`: what is matched for itself."""


Program = tuple[Instruction, ...]


def compiled(pattern: str, flags: int) -> tuple[Program, int]:
    """The program of a pattern, and all its flags."""
    tree = parser.parse(pattern, flags)
    compiler = _Compiler(tree.state.flags)
    return compiler.compile(tree), tree.state.flags


class _Compiler:
    def __init__(self, flags: int, loops: int = 1000) -> None:
        """`loops` are numbered as groups are, but beyond them."""
        self._flags, self._loops = flags, loops
        self._program: list[Instruction] = []

    def compile(self, nodes: Iterable[Any]) -> Program:
        for is_text, run in groupby(nodes, self._is_text):
            if is_text:
                self._add(Kind.TEXT, text="".join(chr(code) for _, code in run))
            else:
                for kind, what in run:
                    self._add_node(kind, what)
        return tuple(self._program)

    def _is_text(self, node: Any) -> bool:
        return node[0] is ops.LITERAL and not self._flags & re.IGNORECASE

    def _add(self, kind: Kind, **fields: Any) -> int:
        self._program.append(Instruction(kind, **fields))
        return len(self._program) - 1

    def _apart(self, nodes: Iterable[Any]) -> Program:
        return _Compiler(self._flags, self._loops + 1000).compile(nodes)

    def _add_node(self, kind: Any, what: Any) -> None:
        letters = char_set(kind, what)
        if letters is not None:
            self._add_letters(letters, 1, 1, is_greedy=True)
        elif kind is ops.BRANCH:
            self._add_branches(what[1])
        elif kind is ops.SUBPATTERN:
            self._add_group(*what)
        elif kind in {ops.MAX_REPEAT, ops.MIN_REPEAT}:
            self._add_repeat(*what, is_greedy=kind is ops.MAX_REPEAT)
        elif kind is ops.POSSESSIVE_REPEAT:
            self._add(Kind.ATOMIC, program=self._apart([(ops.MAX_REPEAT, what)]))
        elif kind is ops.ATOMIC_GROUP:
            self._add(Kind.ATOMIC, program=self._apart(what))
        elif kind in {ops.ASSERT, ops.ASSERT_NOT}:
            direction, body = what
            behind = body.getwidth()[0] if direction < 0 else 0
            looks = Kind.IF if kind is ops.ASSERT else Kind.UNLESS
            self._add(looks, least=behind, program=self._apart(body))
        elif kind is ops.AT:
            self._add(Kind.BOUNDARY, place=what)
        elif kind is ops.GROUPREF:
            self._add(Kind.SAME, group=what)
        else:
            raise NotImplementedError(f"no pattern had {kind} so far")

    def _add_letters(self, letters: str, least: int, most: int, *, is_greedy: bool) -> None:
        run = re.compile(f"{letters}*", self._flags & (re.IGNORECASE | re.ASCII | re.DOTALL))
        self._add(Kind.LETTERS, letters=run, least=least, most=most, is_greedy=is_greedy)

    def _add_branches(self, branches: list[Any]) -> None:
        ends = []
        for branch in branches[:-1]:
            split = self._add(Kind.SPLIT)
            self.compile(branch)
            ends.append(self._add(Kind.GO))
            self._set_split(split, is_greedy=True)
        self.compile(branches[-1])
        for end in ends:
            self._program[end] = Instruction(Kind.GO, address=len(self._program))

    def _add_group(self, group: int | None, add: int, remove: int, body: Any) -> None:
        outside, self._flags = self._flags, (self._flags | add) & ~remove
        if group is not None:
            self._add(Kind.BEGIN, group=group)
        self.compile(body)
        self._flags = outside
        if group is not None:
            self._add(Kind.END, group=group)

    def _add_repeat(self, least: int, most: Any, body: Any, *, is_greedy: bool) -> None:
        letters = char_set(*body[0]) if len(body) == 1 else None
        if letters is not None:
            self._add_letters(letters, least, MANY if most is ops.MAXREPEAT else most, is_greedy=is_greedy)
            return
        for _ in range(least):
            self.compile(body)
        is_endless = most is ops.MAXREPEAT
        rounds = [self._add_round(body) for _ in range(1 if is_endless else most - least)]
        if is_endless:
            self._add(Kind.GO, address=rounds[0][0])
        for split, check in rounds:
            self._set_split(split, is_greedy=is_greedy)
            self._program[check] = self._program[check]._replace(address=len(self._program))

    def _add_round(self, body: Any) -> tuple[int, int]:
        """The addresses of the choice before a round of a repetition, and of the check behind it."""
        self._loops += 1
        group = self._loops
        split = self._add(Kind.SPLIT)
        self._add(Kind.BEGIN, group=group)
        self.compile(body)
        return split, self._add(Kind.LEAVE_IF_EMPTY, group=group)

    def _set_split(self, split: int, *, is_greedy: bool) -> None:
        inside, beyond = split + 1, len(self._program)
        address, otherwise = (inside, beyond) if is_greedy else (beyond, inside)
        self._program[split] = Instruction(Kind.SPLIT, address=address, otherwise=otherwise)
