"""Step 2, parsing: lines to terminals - every line is one terminal of the grammar, with its parts and its player.

A line is read with the name of a seated player taken out, the longest name first. The rest is often the same (`<name>:
calls $1`), so most lines are found in a memo, and a name can contain anything, even an act. Only lines without a known
name are read as they are; for these a harmless reading is tried before an act by a stranger.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from lark.lexer import TerminalDef
from msgspec import Struct

LONGEST = 2000
"""In characters; no site writes longer lines, and no pattern is tried on them."""
_MEMO = 1 << 15
"""How many lines are remembered; further ones hardly recur."""
_LONG = 200
"""In characters; longer lines hardly recur, and many would fill the memory."""
_NAME = "\0"
"""Stands for the name taken out."""
_PLAYER = "(?P<player>.{1,100}?)"
"""The piece PLAYER of `grammars/pieces.lark`."""
_PLAYER_GROUP = "player_of_{}"
"""The name of that group in an expression of several terminals."""

Place = tuple[int, int]
"""Where a part of a line begins, and where it has ended."""


class Line(Struct, frozen=True, gc=False):
    """A recognised line: its terminal and the parts of its text (None if absent).

    `player` is None if the terminal has none, or if a known name was taken out.
    """

    terminal: str
    player: str | None
    pieces: tuple[str | None, ...]


class Places(Struct, frozen=True, gc=False):
    """Where the parts of a line stand (None if absent)."""

    player: Place | None
    pieces: tuple[Place | None, ...]


class LineLexer:
    """The lexer of one grammar. `harmless` are the terminals that may occur anywhere."""

    def __init__(self, terminals: Iterable[TerminalDef], harmless: Iterable[str]) -> None:
        self._patterns = patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in terminals}
        named = {name: pattern for name, pattern in patterns.items() if _PLAYER in pattern}
        unnamed = {name: pattern for name, pattern in patterns.items() if name not in named}
        # Patterns that begin with literal characters fail at once if they do not match.
        quick = {name: pattern for name, pattern in unnamed.items() if pattern[0].isalpha()}
        opened = {name: pattern for name, pattern in named.items() if not pattern.startswith(_PLAYER)}
        first = {name: named[name] for name in harmless if name in named}
        self._harmless = frozenset(harmless)
        # By memos: lark's own lexer would read each hand from scratch.
        self._known = _Memo({name: pattern.replace(_PLAYER, _NAME) for name, pattern in named.items()})
        self._site_lines = _Memo(quick | unnamed | opened)
        self._strange = _Memo(first | named)
        openings = {pattern.split(_PLAYER)[0] for pattern in named.values()} - {""}
        self._opening = re.compile("|".join(sorted(openings)) or "(?!)")

    def read(self, text: str, names_by_first_letter: Mapping[str, Sequence[str]]) -> tuple[Line, str | None] | None:
        """The line as a terminal with its parts, and the player it names; None if nothing matches.

        `text` is not empty. `names_by_first_letter` are the seated players by the first letter, the longest name first.
        """
        reading: tuple[Line, str | None] | None = None
        if text[0] in names_by_first_letter:
            reading = self._read_line_with_name(text, 0, names_by_first_letter[text[0]])
        if reading is None:
            reading = self.read_site_line(text, names_by_first_letter)
        if (
            reading is None
            and (line := self._strange[text])
            and not self._is_player_with_trailing_words(line, names_by_first_letter)
        ):
            return line, line.player
        return reading

    def read_site_line(
        self, text: str, names_by_first_letter: Mapping[str, Sequence[str]]
    ) -> tuple[Line, str | None] | None:
        """Read a line that begins with words of the site, even if a player has that name."""
        reading: tuple[Line, str | None] | None = None
        if opening := self._opening.match(text):
            start = opening.end()
            reading = self._read_line_with_name(text, start, names_by_first_letter.get(text[start : start + 1], ()))
        if (
            reading is None
            and (line := self._site_lines[text])
            and not self._is_player_with_trailing_words(line, names_by_first_letter)
        ):
            return line, line.player
        return reading

    def _is_player_with_trailing_words(self, line: Line, names_by_first_letter: Mapping[str, Sequence[str]]) -> bool:
        """Whether its stranger is a seated player with further words behind the name, which nobody knows."""
        if not line.player or line.terminal in self._harmless:
            return False
        known = names_by_first_letter.get(line.player[0], ())
        return any(line.player.startswith(name) and not line.player[len(name) :][:1].isalnum() for name in known)

    def names_player(self, terminal: str) -> bool:
        """Whether such a line names a player who should have a seat."""
        return _PLAYER in self._patterns[terminal]

    def find_places(self, text: str, terminal: str, player: str | None) -> Places | None:
        """Where the parts of a line stand that was read as that terminal, of that player; None if it is none.

        Nothing is remembered, and reading does not ask for it: only who changes a text does.
        """
        pattern = self._patterns[terminal]
        if player and self.names_player(terminal):
            opening = self._opening.match(text)
            for start in (0, opening.end() if opening else 0):
                rest = text[start + len(player) :]
                match = re.fullmatch(pattern.replace(_PLAYER, _NAME), text[:start] + _NAME + rest)
                if match is not None and text.startswith(player, start):
                    return _line_places(match, (start, start + len(player)))
        match = re.fullmatch(pattern, text)
        return match and _line_places(match)

    def _read_line_with_name(self, text: str, name_start: int, names: Sequence[str]) -> tuple[Line, str | None] | None:
        """The line as one about a seated player whose name is at that position."""
        for name in names:
            if text.startswith(name, name_start):
                line = self._known[text[:name_start] + _NAME + text[name_start + len(name) :]]
                if line is not None:
                    return line, name
        return None


class _Memo(dict[str, Line | None]):
    """A memo from texts to terminals that fills itself by trying the patterns in order."""

    def __init__(self, patterns: Mapping[str, str]) -> None:
        super().__init__()
        self._patterns = patterns

    @cached_property
    def _combined_pattern_and_groups(self) -> tuple[re.Pattern[str], Mapping[str, tuple[int | None, tuple[int, ...]]]]:
        """The patterns as one regular expression, and the groups of the player and of the pieces of each terminal.

        Compiled for the first text: that takes longer than reading a hand, and few files need every pattern.
        """
        # The terminal's name is an empty group after its pattern: before it, it would hide the first character, by
        # which most patterns are skipped.
        # Each player's group has a name that no other terminal has.
        patterns = {
            name: pattern.replace("(?P<player>", f"(?P<{_PLAYER_GROUP.format(name)}>")
            for name, pattern in self._patterns.items()
        }
        whole = re.compile("|".join(f"(?:{pattern})(?P<{name}>)" for name, pattern in patterns.items()))
        groups: dict[str, tuple[int | None, tuple[int, ...]]] = {}
        last_group = 0
        for name in self._patterns:
            end, player = whole.groupindex[name], whole.groupindex.get(_PLAYER_GROUP.format(name))
            pieces = [group for group in range(last_group + 1, end) if group != player]
            # Twice the whole match before them: `group` returns a tuple only for two or more.
            groups[name] = (player, (0, 0, *pieces))
            last_group = end
        return whole, groups

    def _match_line(self, text: str) -> Line | None:
        """The terminal that matches the whole text, with its pieces."""
        whole, groups = self._combined_pattern_and_groups
        match = whole.fullmatch(text)
        if match is None or match.lastgroup is None:
            return None
        player, pieces = groups[match.lastgroup]
        return Line(match.lastgroup, None if player is None else match[player], match.group(*pieces)[2:])

    def __missing__(self, text: str) -> Line | None:
        line = self._match_line(text) if len(text) <= LONGEST else None
        if "[" in text or "#" in text or len(text) > _LONG:
            return line  # with cards or a hand number it hardly recurs, and many such lines would fill the caches
        if len(self) >= _MEMO:
            self.clear()
        self[text] = line
        return line


def _line_places(match: re.Match[str], player_place: Place | None = None) -> Places:
    """The places in the line; in the text that was matched one letter stood for a name that is known."""
    named = match.re.groupindex.get("player")
    pieces = [match.span(group) for group in range(1, match.re.groups + 1) if group != named]
    if player_place is None:
        return Places(match.span(named) if named else None, tuple(map(_none_if_absent, pieces)))
    begin, end = player_place
    longer = end - begin - len(_NAME)
    moved = [(start + longer * (start > begin), stop + longer * (stop > begin)) for start, stop in pieces]
    return Places(player_place, tuple(map(_none_if_absent, moved)))


def _none_if_absent(place: Place) -> Place | None:
    """The place, unless its part is absent."""
    return None if place[0] < 0 else place
