"""A backtracking matcher that counts its steps, so that growth is measured without a clock.

It tries the same ways in the same order as `re`, whose parser reads the pattern, but takes none of its shortcuts: a
pattern that is linear here is linear there too. `re_program.py` makes its programs.
"""

from __future__ import annotations

import re
from functools import cache
from re import _constants as ops  # what `re` itself reads patterns with
from typing import Any, NamedTuple

from tests.fuzz.re_program import Instruction, Kind, Program, compiled

Groups = dict[int, tuple[int, int]]
"""Where each group begins and ends; under its negative number, where it began last."""
REPEATING = {"finditer", "findall", "sub", "split"}


class TooManyStepsError(Exception):
    """The text took more steps than were allowed."""


class Choice(NamedTuple):
    """Where to go on if all after it fails."""

    address: int
    groups: Groups
    first: int
    last: int
    """The positions left, inclusive: a run of letters can end at many."""
    is_greedy: bool = True


class Matcher:
    """A pattern whose steps can be counted."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        """Raises NotImplementedError for a construct that no pattern of the program uses so far."""
        self._program, self._flags = compiled(pattern, flags)
        self.steps = 0
        self._limit = 0

    def count(self, text: str, way: str, limit: int) -> int:
        """The steps that `way`, a method of a pattern such as `fullmatch`, takes on the text.

        Raises TooManyStepsError beyond the limit.
        """
        self.steps, self._limit = 0, limit
        self.spans(text, way)
        return self.steps

    def spans(self, text: str, way: str) -> list[tuple[int, int]]:
        """Where the pattern matches: once, or for `finditer` and the like all over the text."""
        if way in {"match", "fullmatch"}:
            end = self._end(self._program, text, 0, {}, must_end_at=len(text) if way == "fullmatch" else None)
            return [] if end is None else [(0, end)]
        matches: list[tuple[int, int]] = []
        start = 0
        while start <= len(text) and (not matches or way in REPEATING):
            end = self._end(self._program, text, start, {})
            if end is not None:
                matches.append((start, end))
            start = start + 1 if end is None or end == start else end
        return matches

    def _take_steps(self, number: int = 1) -> None:
        self.steps += number
        if self.steps > self._limit > 0:
            raise TooManyStepsError

    def _end(
        self, program: Program, text: str, start: int, groups: Groups, must_end_at: int | None = None
    ) -> int | None:
        """The end of the first match that begins at `start`, or None. Adds the groups matched."""
        choices = [Choice(0, groups, start, start)]
        while choices:
            choice = choices.pop()
            self._take_steps()
            position = _take(choice, choices)
            end, matched = self._follow(program, text, choice.address, position, choice.groups, choices)
            if end is not None and must_end_at in {None, end}:
                groups.update(matched)
                return end
        return None

    def _follow(
        self, program: Program, text: str, address: int, position: int, groups: Groups, choices: list[Choice]
    ) -> tuple[int | None, Groups]:
        """Go on from an address to the end or the first failure. Leaves behind the choices on the way."""
        while address < len(program):
            self._take_steps()
            instruction = program[address]
            address += 1
            match instruction.kind:
                case Kind.LETTERS:
                    first, last = position + instruction.least, position + self._length(instruction, text, position)
                    if first > last:
                        return None, groups
                    choice = Choice(address, groups, first, last, instruction.is_greedy)
                    position = _take(choice, choices)
                case Kind.TEXT:
                    if not text.startswith(instruction.text, position):
                        return None, groups
                    position += len(instruction.text)
                case Kind.SPLIT:
                    choices.append(Choice(instruction.otherwise, groups, position, position))
                    address = instruction.address
                case Kind.GO | Kind.LEAVE_IF_EMPTY:
                    goes = instruction.kind is Kind.GO or groups[-instruction.group][0] == position
                    address = instruction.address if goes else address
                case _:
                    after = self._test(instruction, text, position, groups)
                    if after is None:
                        return None, groups
                    position, groups = after
        return position, groups

    def _length(self, instruction: Instruction, text: str, position: int) -> int:
        """How many letters of the set follow."""
        assert instruction.letters is not None
        run = instruction.letters.match(text, position, min(position + instruction.most, len(text)))
        length = run.end() - position if run else 0
        self._take_steps(length)
        return length

    def _test(self, instruction: Instruction, text: str, position: int, groups: Groups) -> tuple[int, Groups] | None:
        """The position and groups after an instruction that leaves no choice; None if it fails."""
        match instruction.kind:
            case Kind.BEGIN:
                return position, {**groups, -instruction.group: (position, position)}
            case Kind.END:
                return position, {**groups, instruction.group: (groups[-instruction.group][0], position)}
            case Kind.SAME:
                return self._same(instruction.group, text, position, groups)
            case Kind.BOUNDARY:
                return (position, groups) if _boundary(instruction.place, self._flags).match(text, position) else None
            case _:
                return self._apart(instruction, text, position, groups)

    def _same(self, group: int, text: str, position: int, groups: Groups) -> tuple[int, Groups] | None:
        begin, end = groups.get(group, (0, -1))
        self._take_steps(max(end - begin, 0))
        is_same = begin <= end and text.startswith(text[begin:end], position)
        return (position + end - begin, groups) if is_same else None

    def _apart(self, instruction: Instruction, text: str, position: int, groups: Groups) -> tuple[int, Groups] | None:
        """What is matched for itself: an atomic group, or a look ahead or behind."""
        matched = dict(groups)
        begin = position - instruction.least
        end = self._end(instruction.program, text, begin, matched) if begin >= 0 else None
        if instruction.kind is Kind.UNLESS:
            return (position, groups) if end is None else None
        if end is None:
            return None
        return (end if instruction.kind is Kind.ATOMIC else position), matched


def _take(choice: Choice, choices: list[Choice]) -> int:
    """The first position of a choice. Leaves behind the rest of them."""
    first, last = choice.first, choice.last
    if first < last:
        rest = choice._replace(last=last - 1) if choice.is_greedy else choice._replace(first=first + 1)
        choices.append(rest)
    return last if choice.is_greedy else first


@cache
def _boundary(place: Any, flags: int) -> re.Pattern[str]:
    patterns = {
        ops.AT_BEGINNING: "^",
        ops.AT_BEGINNING_STRING: r"\A",
        ops.AT_BOUNDARY: r"\b",
        ops.AT_NON_BOUNDARY: r"\B",
        ops.AT_END: "$",
        ops.AT_END_STRING: r"\Z",
    }
    return re.compile(patterns[place], flags & (re.MULTILINE | re.ASCII))
