"""Lines to tokens and events: a lark lexer whose terminals are whole lines.

A line is read with the name of a seated player taken out, the longest name first. What is left is one of few shapes
(`<name>: calls $1`), so most are found in a memo, and a name can hold anything, even an act. Only lines without a
known name are read as they stand; there a harmless reading comes before an act by a stranger.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, Token

from histparse.dialects.base import Dialect
from histparse.events import Event

LONGEST = 2000
"""Characters; no site writes longer lines, and no pattern is tried on them."""
_MEMO = 1 << 15
"""Shapes remembered; beyond that they are lines that hardly come again."""
_NAME = "\0"
"""Stands for the name taken out."""
_PLAYER = "(?P<player>.+?)"
"""The piece PLAYER of `grammars/pieces.lark`."""


class _Kind(NamedTuple):
    """A terminal. Notes have no method; their kind is the terminal's name."""

    token: Token
    note: str | None
    method: Callable[..., Event | None]


class _Line(NamedTuple):
    """A line understood. `player` is None where there is none, or where his name was taken out."""

    kind: _Kind
    player: str | None
    pieces: tuple[str | None, ...]


class LineLexer(Lexer):
    """Lines of one dialect. Lark itself builds it from a class, so each dialect has its own: see `lexer_of`."""

    __future_interface__ = 2  # tells lark that `lex` takes states
    dialect: ClassVar[type[Dialect]]

    def __init__(self, conf: LexerConf) -> None:
        patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in conf.terminals}
        kinds = {name: _kind(self.dialect, name, name in conf.ignore) for name in patterns}
        named = [name for name in patterns if _PLAYER in patterns[name]]
        plain = [name for name in patterns if name not in named]
        harmless_first = sorted(named, key=lambda name: name not in conf.ignore)
        self._known = _Shapes({name: patterns[name].replace(_PLAYER, _NAME) for name in named}, kinds)
        self._other = _Shapes({name: patterns[name] for name in plain + harmless_first}, kinds)
        openings = {patterns[name].split(_PLAYER)[0] for name in named} - {""}
        self._opening = re.compile("|".join(sorted(openings)) or "(?!)")

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # noqa: ARG002  lark's signature
        """A token for each line of play. What the line says goes to the hand at once."""
        hand: Any = lexer_state.text  # a Dialect: lark hands through whatever is to be read
        for number, text in enumerate(hand.lines, hand.first):
            if not text:
                continue
            line, player = self._read(text, hand.names)
            if line is None:
                hand.unknown.append(number)
                continue
            (token, note, method), _, pieces = line
            if note is not None:
                hand.note(note, number, player)
                continue
            event = method(hand, number, *pieces) if player is None else method(hand, number, player, *pieces)
            if event is not None:
                hand.events.append(event)
            hand.read.append(number)
            yield token

    def _read(self, text: str, names: Mapping[str, list[str]]) -> tuple[_Line | None, str | None]:
        """The line and its player."""
        found = self._read_known(text, 0, names)
        if found is None and (opening := self._opening.match(text)):
            found = self._read_known(text, opening.end(), names)
        if found is None:
            line = self._other.read(text)
            return line, line and line.player
        return found

    def _read_known(self, text: str, at: int, names: Mapping[str, list[str]]) -> tuple[_Line, str] | None:
        """The line as one about a seated player whose name stands at that place."""
        for name in names.get(text[at : at + 1], ()):
            if text.startswith(name, at):
                line = self._known.read(text[:at] + _NAME + text[at + len(name) :])
                if line is not None:
                    return line, name
        return None


class _Shapes:
    """Patterns of terminals as one alternation, tried in their order, with a memo."""

    def __init__(self, patterns: Mapping[str, str], kinds: Mapping[str, _Kind]) -> None:
        self._memo: dict[str, _Line | None] = {}
        self._kinds = kinds
        self._places: dict[str, tuple[int | None, range | list[int]]] = {}
        group = 1
        for name, pattern in patterns.items():
            alone = re.compile(pattern)
            player = alone.groupindex.get("player")
            places = [group + place for place in range(1, alone.groups + 1) if place != player]
            self._places[name] = (None if player is None else group + player, places)
            group += 1 + alone.groups
        named = (f"(?P<{name}>{pattern.replace(_PLAYER, '(.+?)')})" for name, pattern in patterns.items())
        self._match = re.compile("|".join(named)).fullmatch

    def read(self, text: str) -> _Line | None:
        """What the text says; None when nothing fits."""
        try:
            return self._memo[text]
        except KeyError:
            line = self._find(text) if len(text) <= LONGEST else None
            if len(self._memo) >= _MEMO:
                self._memo.clear()
            self._memo[text] = line
            return line

    def _find(self, text: str) -> _Line | None:
        match = self._match(text)
        if match is None or match.lastgroup is None:
            return None
        player, places = self._places[match.lastgroup]
        pieces = tuple([match[place] for place in places])
        return _Line(self._kinds[match.lastgroup], None if player is None else match[player], pieces)


def _kind(dialect: type[Dialect], name: str, ignored: bool) -> _Kind:
    """A terminal with its method. Raises AttributeError when the dialect has none: the package is broken then."""
    if ignored:
        return _Kind(Token(name, name), name.lower().replace("_", " "), _nothing)
    return _Kind(Token(name, name), None, getattr(dialect, f"read_{name.lower()}"))


def _nothing(*_: object) -> None:
    """Notes make no event."""


def lexer_of(dialect: type[Dialect]) -> type[LineLexer]:
    """The class of lexer for a dialect."""
    return type(f"{dialect.__name__}Lexer", (LineLexer,), {"dialect": dialect})
