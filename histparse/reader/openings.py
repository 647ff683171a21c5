"""Which lines begin what: the patterns of all dialects as one."""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from typing import NamedTuple

from histparse.dialects import dialects
from histparse.dialects.base import NEVER, Dialect


class Role(Enum):
    """What begins with a line."""

    HAND = 1
    HEADING = 2
    APART = 3


class Opening(NamedTuple):
    """What begins there, of which site; `apart` names it when it is no hand."""

    site: str
    role: Role
    apart: str = ""


class Openings:
    """A search for the beginnings of everything that these sites write."""

    def __init__(self, patterns: list[tuple[Opening, str]]) -> None:
        self._openings = [opening for opening, _ in patterns]
        # The line end before the line is quick to find, and so is the letter that a pattern begins with: the group
        # that tells which one it was is empty and comes last.
        marked = [f"{pattern}(?P<g{number}>)" for number, (_, pattern) in enumerate(patterns)]
        self.finditer = re.compile(f"\n(?:{'|'.join(marked)})").finditer

    def which(self, found: re.Match[str]) -> Opening:
        """What begins there."""
        return self._openings[int((found.lastgroup or "")[1:])]


@cache
def openings(site: str | None = None) -> Openings:
    """Everything that can begin in a file of hands, of all sites or of that one."""
    asked = [kind for name, kind in dialects().items() if site in {None, name}]
    return Openings([each for kind in asked for each in _of(kind, kind.whole == NEVER)])


@cache
def inside(site: str) -> Openings:
    """What can begin in a file that is wholly of that site."""
    return Openings(_of(dialects()[site], True))


def owner(head: str, site: str | None = None) -> str | None:
    """The site that a file with such a beginning is wholly of, where there is one."""
    asked = [kind for name, kind in dialects().items() if site in {None, name} and kind.whole != NEVER]
    return next((kind.site for kind in asked if re.search(f"(?m)^(?:{kind.whole})", head)), None)


def _of(kind: type[Dialect], hands: bool) -> list[tuple[Opening, str]]:
    found = [(Opening(kind.site, Role.HAND), kind.opening)] if hands else []
    found += [(Opening(kind.site, Role.HEADING), kind.heading)]
    return found + [(Opening(kind.site, Role.APART, name), pattern) for name, pattern in kind.apart.items()]
