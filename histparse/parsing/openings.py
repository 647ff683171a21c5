"""Step 2a, parsing: the lines that begin a hand or another text, the patterns of all dialects as one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from typing import NamedTuple

from histparse.model.figures import Sentence
from histparse.parsing.dialects import dialects
from histparse.parsing.dialects.base import NEVER, Dialect


class Role(Enum):
    """What a line begins."""

    HAND = 1
    HEADING = 2
    APART = 3
    FOREIGN = 4


class Opening(NamedTuple):
    """What begins there, and the site; `label` is the kind of another text, or the language of a foreign hand."""

    site: str
    role: Role
    label: str = ""


class Openings:
    """Finds the beginnings of everything that these sites write."""

    def __init__(self, patterns: Iterable[tuple[Opening, str]]) -> None:
        named = {f"g{number}": each for number, each in enumerate(patterns) if each[1] != NEVER}
        self._openings = {name: opening for name, (opening, _) in named.items()}
        # The line end before the line is quick to find (in some downloads a blank follows it), and so is the first
        # character of a pattern: therefore the group that identifies the pattern is empty and comes last.
        marked = "|".join(f"(?:{pattern})(?P<{name}>)" for name, (_, pattern) in named.items()) or NEVER
        self.finditer = re.compile(f"\n ?(?:{marked})").finditer

    def which(self, found: re.Match[str]) -> Opening:
        """The opening at that match."""
        return self._openings[found.lastgroup or ""]


def foreign(opening: Opening) -> Sentence:
    """The sentence for a hand in another language: which language, and what to do."""
    return dialects()[opening.site].english, {"language": opening.label}


def of_nobody(text: str) -> Sentence:
    """The sentence for a text that begins no hand: whose lines it has, or whose hands can be read."""
    there = dialects()
    if site := next((name for name, kind in there.items() if re.search(rf"(?m)^(?:{kind.marks})", text)), None):
        lost = "no hand begins here, but there are lines like those of {site}: the first line of a hand may be lost"
        return lost, {"site": site}
    return "no hand of a site that can be read begins here; these can: {sites}", {"sites": ", ".join(there)}


@cache
def openings(site: str | None = None) -> Openings:
    """The openings in a file of hands, of all sites or only that one."""
    kinds = [kind for kind in _kinds(site) if not _whole(kind)]
    return Openings(each for kind in kinds for each in _of(kind))


@cache
def inside(site: str) -> Openings:
    """The openings in a file that is wholly that site's."""
    return Openings(_of(dialects()[site]))


def owner(beginning: str, site: str | None = None) -> str | None:
    """The site to which a file with that beginning wholly belongs, if any."""
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
    for name, pattern in kind.other_texts.items():
        yield Opening(kind.site, Role.APART, name), pattern
    for language, pattern in kind.foreign.items():
        yield Opening(kind.site, Role.FOREIGN, language), pattern
