"""A site's grammar, ready to read hands, and its own words for what it expects."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import cache

from lark import Lark

from histparse.dialects import dialects
from histparse.dialects.base import Dialect
from histparse.lexer import lexer_of
from histparse.resources import folder

_TERMINAL = re.compile(r"^// (.+)\n([A-Z_]+):", re.MULTILINE)
_SECTION = re.compile(r"^// --- (.+?) ---$", re.MULTILINE)
_MANY = 3


class Grammar:
    """The grammar `grammars/<site>.lark` with the dialect of that name."""

    def __init__(self, dialect: type[Dialect]) -> None:
        file = folder("grammars") / f"{dialect.site}.lark"
        self._lark = Lark.open(str(file), parser="lalr", lexer=lexer_of(dialect))
        text = file.read_text(encoding="utf-8")
        self._words = {name: words for words, name in _TERMINAL.findall(text)}
        parts = _SECTION.split(text)
        bodies = zip(parts[1::2], parts[2::2], strict=True)
        self._part = {name: part for part, body in bodies for _, name in _TERMINAL.findall(body)}

    def read(self, hand: Dialect) -> None:
        """Fill the hand from its lines. Raises lark's UnexpectedToken where their order is not the grammar's."""
        self._lark.parse(hand)

    def words_for(self, expected: Set[str]) -> str:
        """Those terminals in human words: each by the comment above it, or by their part of the text if many."""
        words = [words for name, words in self._words.items() if name in expected]
        if len(words) > _MANY:
            parts = dict.fromkeys(part for name, part in self._part.items() if name in expected)
            return f"a line of {' or of '.join(parts)}"
        return " or ".join(words)


@cache
def grammar(site: str) -> Grammar:
    """The grammar of that site, built on first use."""
    return Grammar(dialects()[site])
