"""The matcher that counts finds what `re` finds, and takes the steps that can be counted by hand."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from histparse.parsing.dialects.base import dialects
from tests.fuzz.patterns import Use, modules, of_code, of_grammar
from tests.fuzz.pumps import ways
from tests.fuzz.steps import Matcher, TooManyStepsError

PARTS = st.sampled_from(
    ["a", "b", "[ab]", "[^a]", ".", r"\d", "(a)", "(?:ab|a)", "(?:a|b|)", r"\b", "^", "$", "(?=a)", "(?!b)", "(?<=a)"]
)
REPEATS = st.sampled_from(["", "*", "+", "?", "{2,3}", "*?", "+?", "??", "*+", "++", "{1,2}+"])


def repeated(pattern: str, repeat: str) -> str:
    return f"(?:{pattern}){repeat}" if repeat else pattern


PIECES = st.builds(repeated, PARTS, REPEATS)
GROUPS = st.builds(repeated, st.builds("".join, st.lists(PIECES, min_size=1, max_size=3)), REPEATS)
PATTERNS = st.builds("".join, st.lists(st.one_of(PIECES, GROUPS), min_size=1, max_size=3))


def matches(pattern: str, text: str, way: str, flags: int = 0) -> list[tuple[int, int]]:
    match = getattr(re.compile(pattern, flags), way)(text)
    return [match.span()] if match else []


@example("(?:(?:a)*?)*", "a", "match")  # a round that takes no letter is the last
@given(PATTERNS, st.text("ab1 ", max_size=12), st.sampled_from(["match", "fullmatch", "search"]))
def test_it_matches_as_re_does(pattern: str, text: str, way: str) -> None:
    assert Matcher(pattern).spans(text, way) == matches(pattern, text, way)


def uses() -> list[Use]:
    grammars = [use for site in dialects() for use in of_grammar(site)]
    return [*grammars, *(use for module in modules() for use in of_code(module))]


@pytest.mark.nightly
def test_it_matches_as_re_does_with_all_patterns_of_the_program() -> None:
    for use in uses():
        for way in ways(use.pattern, use.flags)[:6]:
            text = "".join(way)
            for cut in (text, f"{text}!", text[: len(text) // 2]):
                expected = matches(use.pattern, cut, "fullmatch", use.flags)
                assert Matcher(use.pattern, use.flags).spans(cut, "fullmatch") == expected, (use, cut)


@pytest.mark.parametrize(
    ("pattern", "text", "steps"),
    [
        ("abc", "abc", 2),  # a way that begins, and a text compared
        ("a*b", "aaa", 12),  # a way that begins, a run and its three letters, a text; again for each shorter run
    ],
)
def test_steps_can_be_counted_by_hand(pattern: str, text: str, steps: int) -> None:
    assert Matcher(pattern).count(text, "fullmatch", limit=100) == steps


def test_a_square_is_counted_as_one() -> None:
    matcher = Matcher("a*a*b")
    counts = [matcher.count("a" * length, "fullmatch", limit=0) for length in (100, 400)]
    assert 14 < counts[1] / counts[0] < 16


def test_it_stops_at_the_limit() -> None:
    with pytest.raises(TooManyStepsError):
        Matcher("(?:a|a)*b").count("a" * 60, "fullmatch", limit=10_000)
