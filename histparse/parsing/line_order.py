"""Step 2, parsing: the order of lines - lark's LALR automaton, with each transition remembered.

The rules of a grammar of lines are mere lists, so the same few states recur in every hand. A known transition costs one
table look-up, and lark's own parsing is not run again for each hand.
"""

from __future__ import annotations

from functools import cached_property

from lark import Lark, Token, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

END = "$END"
"""Lark's name for the end of the text."""


class State(dict[str, "State | None"]):
    """A state of the automaton: maps each terminal to the next state, None if the terminal is not allowed here."""

    def __init__(self, parser: InteractiveParser, known: dict[tuple[int, ...], State]) -> None:
        super().__init__()
        self._parser = parser
        self._known = known

    @cached_property
    def expected(self) -> frozenset[str]:
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
