"""A site's grammar, ready to read hands: lexer, order of lines, and its own words for what it expects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from functools import cache
from typing import NamedTuple

from lark import Lark, Token
from lark.lexer import Lexer

from histparse.dialects import dialects
from histparse.dialects.base import Dialect
from histparse.lexer import LineLexer
from histparse.order import END, first_state
from histparse.resources import folder

_TERMINAL = re.compile(r"^// (.+)\n([A-Z_]+):", re.MULTILINE)
_SECTION = re.compile(r"^// --- (.+?) ---$", re.MULTILINE)
_MANY = 3


class Misfit(NamedTuple):
    """The hand does not go on as the grammar has it: at this line (None at its end) one of these was expected."""

    line: int | None
    expected: Set[str]


class Grammar:
    """The grammar `grammars/<site>.lark` with the dialect of that name."""

    def __init__(self, dialect: type[Dialect]) -> None:
        file = folder("grammars") / f"{dialect.site}.lark"
        lark = Lark.open(str(file), parser="lalr", lexer=_NoLexer)
        self._notes = {name: name.lower().replace("_", " ") for name in lark.ignore_tokens}
        self._methods = {
            terminal.name: getattr(dialect, f"read_{terminal.name.lower()}")
            for terminal in lark.terminals
            if terminal.name not in self._notes
        }
        self._lexer = LineLexer(lark.terminals, self._notes)
        self._first = first_state(lark)
        text = file.read_text(encoding="utf-8")
        self._words = {name: words for words, name in _TERMINAL.findall(text)}
        parts = _SECTION.split(text)
        bodies = zip(parts[1::2], parts[2::2], strict=True)
        self._parts = {name: part for part, body in bodies for _, name in _TERMINAL.findall(body)}

    def read(self, hand: Dialect) -> Misfit | None:
        """Fill the hand from its lines, up to the first that does not fit."""
        state = self._first
        for number, text in enumerate(hand.lines, hand.first):
            if not text:
                continue
            found = self._lexer.read(text, hand.names)
            if found is None:
                hand.unknown.append(number)
                continue
            (terminal, _, pieces), player = found
            if terminal in self._notes:
                hand.note(self._notes[terminal], number, player)
                continue
            following = state[terminal]
            if following is None:
                return Misfit(number, state.expected)
            state = following
            method = self._methods[terminal]
            event = method(hand, number, *pieces) if player is None else method(hand, number, player, *pieces)
            if event is not None:
                hand.events.append(event)
            hand.last = number
        return None if END in state.expected else Misfit(None, state.expected)

    def words_for(self, expected: Set[str]) -> str:
        """Those terminals in human words: each by the comment above it, or by their part of the text if many."""
        words = [words for name, words in self._words.items() if name in expected]
        if len(words) > _MANY:
            parts = dict.fromkeys(part for name, part in self._parts.items() if name in expected)
            return f"a line of {' or of '.join(parts)}"
        return " or ".join(words)


class _NoLexer(Lexer):
    """Lark gives the terminals and the order of lines; the lines are read by `LineLexer`."""

    def __init__(self, conf: object) -> None:
        """Nothing of the configuration is of use."""

    def lex(self, lexer_state: object, parser_state: object) -> Iterator[Token]:
        """Never asked."""
        raise NotImplementedError


@cache
def grammar(site: str) -> Grammar:
    """The grammar of that site, built on first use."""
    return Grammar(dialects()[site])
