"""Step 2, parsing: a site's grammar, ready to read hands - lexer, order of lines, descriptions of expected lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cache, cached_property
from inspect import signature
from pathlib import Path
from typing import NamedTuple

from lark import Lark, Token, UnexpectedToken
from lark.lexer import Lexer
from lark.parsers.lalr_interactive_parser import InteractiveParser

from histparse.model.events import Event
from histparse.parsing.dialects.base import Lines, dialects
from histparse.parsing.line_lexer import Line, LineLexer
from histparse.parsing.summaries.base import summaries
from histparse.system.files import cache_folder, data_folder

_TERMINAL = re.compile(r"^// (.+)\n([A-Z_]+):", re.MULTILINE)
_SECTION = re.compile(r"^// --- (.+?) ---$", re.MULTILINE)
_MANY = 3


class GrammarError(Exception):
    """A grammar and a dialect that do not match; the message says what to write."""


class UnexpectedLine(NamedTuple):
    """The hand does not continue as the grammar requires: at this line (None: at its end) one of these was expected."""

    line: int | None
    expected: Set[str]


class LineRead(NamedTuple):
    """As what a line was read, a note included."""

    number: int
    terminal: str
    player: str | None


class Grammar:
    """A grammar of `grammars/` with the dialect that reads its lines."""

    def __init__(self, dialect: type[Lines]) -> None:
        lark = load_grammar(dialect.grammar_name())
        self._notes = {name: name.lower().replace("_", " ") for name in lark.lexer_conf.ignore}
        read_ones = (terminal.name for terminal in lark.terminals if terminal.name not in self._notes)
        self._methods = {name: _find_reading_method(dialect, name) for name in read_ones}
        self.lexer = LineLexer(lark.terminals, self._notes)
        self._first = first_state(lark)
        text = grammar_source(dialect.grammar_name())
        self._words = {name: words for words, name in _TERMINAL.findall(text)}
        parts = _SECTION.split(text)
        bodies = zip(parts[1::2], parts[2::2], strict=True)
        self._parts = {name: part for part, body in bodies for _, name in _TERMINAL.findall(body)}

    def read_into(self, hand: Lines, log: list[LineRead] | None = None) -> UnexpectedLine | None:
        """Fill in the hand from its lines, up to the first that does not fit; `log` gets each with its terminal."""
        state, notes, methods = self._first, self._notes, self._methods
        read, names, events = self.lexer.read, hand.names, hand.events
        for number, text in hand.numbered_lines_to_parse():
            if not text:
                continue
            reading = read(text, names)
            if reading is None:
                hand.unknown.append(number)
                continue
            line, player = reading
            if line.terminal in notes:
                site_line = self._read_site_line_if_expected(text, names, state) if player else None
                if site_line is None:
                    if log is not None:
                        log.append(LineRead(number, line.terminal, player))
                    hand.record_note(notes[line.terminal], number, player)
                    continue
                line, player = site_line
            terminal = line.terminal
            following = state[terminal]
            if following is None:
                return UnexpectedLine(number, state.expected_terminals)
            state = following
            if log is not None:
                log.append(LineRead(number, terminal, player))
            players = () if player is None else (player,)
            event = methods[terminal](hand, number, *players, *line.pieces)
            if event is not None:
                events.append(event)
            hand.last = number
        return None if END in state.expected_terminals else UnexpectedLine(None, state.expected_terminals)

    def is_note(self, terminal: str) -> bool:
        """Whether lines of that terminal change nothing."""
        return terminal in self._notes

    @cached_property
    def piece_names_by_terminal(self) -> Mapping[str, Sequence[str]]:
        """The names that the dialect gives the pieces of each line but notes, in their order."""
        return {name: self._parameter_names(name, method) for name, method in self._methods.items()}

    def _parameter_names(self, terminal: str, method: Callable[..., object]) -> list[str]:
        _, _, *names = (name.lstrip("_") for name in signature(method).parameters)
        return names[1:] if self.lexer.names_player(terminal) else names

    def _read_site_line_if_expected(
        self, text: str, names_by_first_letter: dict[str, list[str]], state: State
    ) -> tuple[Line, str | None] | None:
        """Read what looks like chat as a line of the site if one is expected: a player may be called `Seat 4`."""
        reading = self.lexer.read_site_line(text, names_by_first_letter)
        return reading if reading and state[reading[0].terminal] is not None else None

    def describe_terminals(self, expected: Set[str]) -> str:
        """A description of those terminals: each by the comment above it, or if many by their part of the text."""
        words = [words for name, words in self._words.items() if name in expected]
        if len(words) > _MANY:
            parts = dict.fromkeys(part for name, part in self._parts.items() if name in expected)
            return f"a line of {' or of '.join(parts)}"
        return " or ".join(words)


def _find_reading_method(dialect: type[Lines], terminal: str) -> Callable[..., Event | None]:
    """The method that reads the lines of that terminal. Raises GrammarError."""
    name = f"read_{terminal.lower()}"
    method: Callable[..., Event | None] | None = getattr(dialect, name, None)
    if method is None:
        file = f"grammars/{dialect.grammar_name()}.lark"
        raise GrammarError(f"{file} has {terminal}: {dialect.__module__} needs a method `{name}`")
    return method


class _NoLexer(Lexer):
    """Lark gives the terminals and the order of lines; the lines are read by `LineLexer`."""

    def __init__(self, conf: object) -> None:
        """The configuration is not used."""

    def lex(self, lexer_state: object, parser_state: object) -> Iterator[Token]:
        """Required by lark, and never called."""
        raise NotImplementedError


def load_grammar(name: str) -> Lark:
    """The grammar of that name as lark loads it: its terminals, which of them are ignored, and the order of the others.

    Lark keeps what it makes of a grammar in the user's cache, and takes it from there as long as the grammar and lark
    are the same: 2 ms in place of 80. Raises GrammarError when there is none.
    """
    file, cached = _grammar_file(name), cache_folder() / f"{name}.grammar"
    with suppress(OSError):  # then nothing is kept
        cached.parent.mkdir(parents=True, exist_ok=True)
    return Lark.open(str(file), parser="lalr", lexer=_NoLexer, cache=str(cached))


def grammar_source(name: str) -> str:
    """The source text of that grammar."""
    return _grammar_file(name).read_text(encoding="utf-8")


def _grammar_file(name: str) -> Path:
    file = data_folder("grammars") / f"{name}.lark"
    if not file.is_file():
        raise GrammarError(f"the dialect `{name}` has no grammar: write grammars/{name}.lark")
    return file


@cache
def hand_grammar(site: str) -> Grammar:
    """The grammar of that site's hands, built on first use."""
    return Grammar(dialects()[site])


@cache
def summary_grammar(site: str) -> Grammar:
    """The grammar of that site's tournament summaries, built on first use."""
    return Grammar(summaries()[site])


# --- the order of lines ---------------------------------------------------------------------------------------

END = "$END"
"""Lark's name for the end of the text."""


class State(dict[str, "State | None"]):
    """A state of the automaton: maps each terminal to the next state, None if the terminal is not allowed here."""

    def __init__(self, parser: InteractiveParser, known: dict[tuple[int, ...], State]) -> None:
        super().__init__()
        self._parser = parser
        self._known = known

    @cached_property
    def expected_terminals(self) -> frozenset[str]:
        """The terminals allowed here, with END if the text may end; tried one by one, so only when needed."""
        return frozenset(self._parser.accepts())  # type: ignore[no-untyped-call]  # lark leaves it untyped

    def __missing__(self, terminal: str) -> State | None:
        parser = self._parser.copy()  # type: ignore[no-untyped-call]  # lark leaves it untyped
        try:
            parser.feed_token(Token(terminal, terminal))
        except UnexpectedToken:
            self[terminal] = None
        else:
            stack = tuple(parser.parser_state.state_stack)
            if stack not in self._known:
                self._known[stack] = State(parser, self._known)
            self[terminal] = self._known[stack]
        return self[terminal]


def first_state(lark: Lark) -> State:
    """The state in which every hand begins."""
    return State(lark.parse_interactive(), {})
