from __future__ import annotations

from lark import Lark

from histparse.parsing.grammar import END, first_state

GRAMMAR = """
start: "a" _more* ["c" "d"]
_more: "b" | "x"
"""


def test_steps_follow_the_grammar() -> None:
    state = first_state(Lark(GRAMMAR, parser="lalr"))
    assert state.expected_terminals == {"A"}
    after = state["A"]
    assert after is not None
    assert after.expected_terminals == {"B", "X", "C", END}
    assert after["D"] is None
    closing = after["C"]
    assert closing is not None
    assert closing.expected_terminals == {"D"}


def test_a_list_comes_back_to_the_same_state() -> None:
    state = first_state(Lark(GRAMMAR, parser="lalr"))["A"]
    for terminal in "BXB":
        assert state is not None
        state = state[terminal]
    assert state is not None
    assert state["B"] is state
    assert state["X"] is not None
    assert state["X"]["B"] is state
