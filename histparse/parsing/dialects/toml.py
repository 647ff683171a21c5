"""TOML as used for hands: keys with a value or a list of values, each with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable

_KEY = re.compile(r"""\s*(?:([\w-]+)|"([^"]*)"|'([^']*)')\s*=""")
_TOKEN = re.compile(
    r"""[\s,]*(?:(?P<comment>\#.*)|(?P<long>\"\"\"|''')|(?P<string>"(?:[^"\\]|\\.)*"|'[^']*')
    |(?P<mark>[\[\]{}=])|(?P<plain>[^\s,\[\]{}\#"'=]+))""",
    re.VERBOSE,
)
_PLAIN = re.compile(
    r"""\s*(?:'([^'\\]*)',|"([^"\\]*)",|([\w-]+)\s*=\s*(?:'([^']*)'|([\w.:+-]+)|\[([^][{}"'\#=]*)\]))"""
).fullmatch
"""The usual lines: one string of a list, or a key with a string, another value, or a list of values."""
_DEEPER = {"[": 1, "{": 1, "]": -1, "}": -1}


Value = tuple[int, str]
"""A value with its line: the content of a string, anything else as written."""


Entry = tuple[int, list[Value]]
"""A key's line and its values; nested lists are flattened."""


class Toml:
    """The first table of a text that has keys, read as far as possible. Python's tomllib does not give line numbers."""

    usual = staticmethod(_PLAIN)

    def __init__(self, lines: Iterable[str], first: int) -> None:
        self.entries: dict[str, Entry] = {}
        self.comments: list[Value] = []
        self.strange: list[int] = []
        """Lines that are not TOML, and those that repeat a key."""
        self._values: list[Value] = []
        self._depth = 0
        self._quotes = ""
        inside = False
        for number, line in enumerate(lines, first):
            plain = self.usual(line)
            if plain is None or (plain[3] is None) != inside:
                if not self._read_line_unless_new_table(number, line):
                    break
                inside = self._depth > 0 and not self._quotes
            elif inside:
                self._values.append((number, plain[plain.lastindex or 0]))
            else:
                key, string, word, listed = plain.group(3, 4, 5, 6)
                self._begin_entry(number, key)
                if listed is None:
                    self._values.append((number, word or string or ""))
                else:
                    self._values += [(number, text) for text in listed.replace(",", " ").split()]

    @property
    def ends_inside_value(self) -> bool:
        """Whether the text ends within a list or a string."""
        return self._depth > 0 or bool(self._quotes)

    def values_with_lines_of(self, key: str) -> list[Value]:
        """The values of that key, with their lines."""
        return self.entries[key][1] if key in self.entries else []

    def values_of(self, key: str) -> list[str]:
        """The values of that key."""
        return [text for _, text in self.values_with_lines_of(key)]

    def value_of(self, key: str) -> str | None:
        """The single value of that key."""
        return next(iter(self.values_of(key)), None)

    def _read_line_unless_new_table(self, number: int, line: str) -> bool:
        """Read a line; False at the next table."""
        if self._quotes or self._depth:
            self._read_values(number, line, self._keep_string_and_find_end(number, line, 0) if self._quotes else 0)
        elif line.lstrip().startswith("["):
            return not self.entries
        elif key := _KEY.match(line):
            self._begin_entry(number, key[1] or key[2] or key[3] or "")
            self._read_values(number, line, key.end())
        elif line.lstrip().startswith("#"):
            self._add_comment(number, line.strip(), 0)
        elif line.strip():
            self.strange.append(number)
        return True

    def _begin_entry(self, number: int, key: str) -> None:
        self._values = []
        if key in self.entries:
            self.strange.append(number)
        else:
            self.entries[key] = (number, self._values)

    def _read_values(self, number: int, line: str, start: int) -> None:
        """Read the values and punctuation of a line from that position on."""
        while token := _TOKEN.match(line, start):
            kind, start = token.lastgroup or "", token.end()
            text = token[kind]
            match kind:
                case "string" | "plain":
                    self._add_value(number, _decode_string(text) if kind == "string" else text, token.span(kind))
                case "comment":
                    self._add_comment(number, text, token.start(kind))
                case "mark":
                    self._depth = max(self._depth + _DEEPER.get(text, 0), 0)
                case _:
                    self._quotes = text
                    start = self._keep_string_and_find_end(number, line, start)
        if line[start:].strip(" \t,"):
            self.strange.append(number)

    def _add_value(self, number: int, text: str, _place: tuple[int, int]) -> None:
        """Keep a value, which stands at that place of its line."""
        self._values.append((number, text))

    def _add_comment(self, number: int, text: str, _start: int) -> None:
        """Keep a comment, which begins there."""
        self.comments.append((number, text))

    def _keep_string_and_find_end(self, number: int, line: str, start: int) -> int:
        """Where a triple-quoted string ends on this line; of several lines only the last is kept."""
        end = line.find(self._quotes, start)
        if end < 0:
            return len(line)
        self._quotes = ""
        self._values.append((number, line[start:end]))
        return end + 3


def _decode_string(string: str) -> str:
    """A string without its quotes, with its escapes decoded."""
    if string[0] == "'" or "\\" not in string:
        return string[1:-1]
    try:
        letters: str = tomllib.loads(f"_ = {string}")["_"]
    except tomllib.TOMLDecodeError:
        return string[1:-1]
    return letters
