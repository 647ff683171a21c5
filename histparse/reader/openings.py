"""Which lines begin what: the patterns of all dialects as one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from typing import NamedTuple

from histparse.parsing.dialects import dialects
from histparse.parsing.dialects.base import NEVER, Dialect


class Role(Enum):
    """What begins with a line."""

    HAND = 1
    HEADING = 2
    APART = 3
    FOREIGN = 4


class Opening(NamedTuple):
    """What begins there, of which site; `apart` names it when it is no hand, and the language of a foreign one."""

    site: str
    role: Role
    apart: str = ""


class Openings:
    """A search for the beginnings of everything that these sites write."""

    def __init__(self, patterns: Iterable[tuple[Opening, str]]) -> None:
        named = {f"g{number}": each for number, each in enumerate(patterns) if each[1] != NEVER}
        self._openings = {name: opening for name, (opening, _) in named.items()}
        # The line end before the line is quick to find (a blank may stand behind it, in some downloads), and so is the
        # letter that a pattern begins with: the group that tells which one it was is empty and comes last.
        marked = "|".join(f"(?:{pattern})(?P<{name}>)" for name, (_, pattern) in named.items()) or NEVER
        self.finditer = re.compile(f"\n ?(?:{marked})").finditer

    def which(self, found: re.Match[str]) -> Opening:
        """What begins there."""
        return self._openings[found.lastgroup or ""]


def foreign(opening: Opening) -> str:
    """The sentence for a hand in another language: which it is, and what to do about it."""
    return f"a hand in {opening.apart}; only English ones can be read. {dialects()[opening.site].english}"


@cache
def openings(site: str | None = None) -> Openings:
    """Everything that can begin in a file of hands, of all sites or of that one."""
    kinds = [kind for kind in _kinds(site) if not _whole(kind)]
    return Openings(each for kind in kinds for each in _of(kind))


@cache
def inside(site: str) -> Openings:
    """What can begin in a file that is wholly of that site."""
    return Openings(_of(dialects()[site]))


def owner(beginning: str, site: str | None = None) -> str | None:
    """The site that a file with such a beginning is wholly of, where there is one."""
    wholes = [kind for kind in _kinds(site) if _whole(kind)]
    return next((kind.site for kind in wholes if re.search(f"(?m)^(?:{kind.whole})", beginning)), None)


@cache
def opens_anywhere(site: str) -> bool:
    """Whether what this site writes is known by its lines wherever they stand, and not by how the file begins."""
    return not _whole(dialects()[site])


def _kinds(site: str | None) -> list[type[Dialect]]:
    return [kind for name, kind in dialects().items() if site in {None, name}]


def _whole(kind: type[Dialect]) -> bool:
    return kind.whole != NEVER


def _of(kind: type[Dialect]) -> Iterator[tuple[Opening, str]]:
    yield Opening(kind.site, Role.HAND), kind.opening
    yield Opening(kind.site, Role.HEADING), kind.heading
    for name, pattern in kind.apart.items():
        yield Opening(kind.site, Role.APART, name), pattern
    for language, pattern in kind.foreign.items():
        yield Opening(kind.site, Role.FOREIGN, language), pattern
