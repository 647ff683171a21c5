"""Lines to terminals: every line of a hand is one terminal of the grammar, with its pieces and its player.

A line is read with the name of a seated player taken out, the longest name first. What is left is one of few shapes
(`<name>: calls $1`), so most are found in a memo, and a name can hold anything, even an act. Only lines without a
known name are read as they stand; there a harmless reading comes before an act by a stranger.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from lark.lexer import TerminalDef

LONGEST = 2000
"""Characters; no site writes longer lines, and no pattern is tried on them."""
_MEMO = 1 << 15
"""Shapes remembered; beyond that they are lines that hardly come again."""
_NAME = "\0"
"""Stands for the name taken out."""
_PLAYER = "(?P<player>.+?)"
"""The piece PLAYER of `grammars/pieces.lark`."""


class Line(NamedTuple):
    """A line understood: its terminal, the player it names, and the pieces of its text (None where one is absent)."""

    terminal: str
    player: str | None
    pieces: tuple[str | None, ...]


class LineLexer:
    """The lexer of one grammar. `harmless` are the terminals that may stand anywhere."""

    def __init__(self, terminals: Iterable[TerminalDef], harmless: Iterable[str]) -> None:
        patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in terminals}
        named = {name: pattern for name, pattern in patterns.items() if _PLAYER in pattern}
        others = {name: pattern for name, pattern in patterns.items() if name not in named}
        first = {name: named[name] for name in harmless if name in named}
        self._known = _Shapes({name: pattern.replace(_PLAYER, _NAME) for name, pattern in named.items()})
        self._plain = _Shapes(others | first | named)
        openings = {pattern.split(_PLAYER)[0] for pattern in named.values()} - {""}
        self._opening = re.compile("|".join(sorted(openings)) or "(?!)")

    def read(self, text: str, names: Mapping[str, Iterable[str]]) -> Line | None:
        """What the line says; None when nothing fits. `names`: the seated players by first letter, longest first."""
        line = self._read_known(text, 0, names)
        if line is None and (opening := self._opening.match(text)):
            line = self._read_known(text, opening.end(), names)
        return line or self._plain.read(text)

    def _read_known(self, text: str, at: int, names: Mapping[str, Iterable[str]]) -> Line | None:
        """The line as one about a seated player whose name stands at that place."""
        for name in names.get(text[at : at + 1], ()):
            if text.startswith(name, at):
                line = self._known.read(text[:at] + _NAME + text[at + len(name) :])
                if line is not None:
                    return Line(line.terminal, name, line.pieces)
        return None


class _Shapes:
    """Patterns of terminals as one alternation, tried in their order, with a memo."""

    def __init__(self, patterns: Mapping[str, str]) -> None:
        self._memo: dict[str, Line | None] = {}
        self._groups: dict[str, tuple[int | None, list[int]]] = {}
        before = 0
        for name, pattern in patterns.items():
            alone = re.compile(pattern)
            start, player = before + 1, alone.groupindex.get("player")
            pieces = [start + group for group in range(1, alone.groups + 1) if group != player]
            self._groups[name] = (None if player is None else start + player, pieces)
            before = start + alone.groups
        unnamed = {name: pattern.replace(_PLAYER, "(.+?)") for name, pattern in patterns.items()}
        self._match = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in unnamed.items())).fullmatch

    def read(self, text: str) -> Line | None:
        """What the text says; None when nothing fits."""
        try:
            return self._memo[text]
        except KeyError:
            line = self._find(text) if len(text) <= LONGEST else None
            if len(self._memo) >= _MEMO:
                self._memo.clear()
            self._memo[text] = line
            return line

    def _find(self, text: str) -> Line | None:
        match = self._match(text)
        if match is None or match.lastgroup is None:
            return None
        player, pieces = self._groups[match.lastgroup]
        return Line(match.lastgroup, None if player is None else match[player], tuple([match[one] for one in pieces]))
