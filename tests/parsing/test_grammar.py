"""What holds for the grammar and the dialect of every site."""

from __future__ import annotations

import re
from inspect import signature

import pytest

from histparse.parsing.dialects import dialects
from histparse.parsing.grammar import grammar, load
from histparse.system.resources import folder

SITES = sorted(dialects())


def test_dialects_are_found_by_themselves() -> None:
    assert "pokerstars" in SITES
    assert all(kind.site == site for site, kind in dialects().items())


def test_every_grammar_has_a_dialect() -> None:
    assert {file.stem for file in folder("grammars").glob("*.lark")} == {"pieces", *SITES}


@pytest.mark.parametrize("site", SITES)
def test_a_method_takes_the_pieces_of_its_line(site: str) -> None:
    lark = load(site)
    for terminal in lark.terminals:
        if terminal.name not in lark.ignore_tokens:
            method = getattr(dialects()[site], f"read_{terminal.name.lower()}")
            groups = re.compile(terminal.pattern.to_regexp()).groups
            assert len(signature(method).parameters) == len(["self", "line"]) + groups, terminal.name


@pytest.mark.parametrize("site", SITES)
def test_every_line_of_play_has_words(site: str) -> None:
    lark = load(site)
    for terminal in lark.terminals:
        if terminal.name not in lark.ignore_tokens:
            assert grammar(site).words_for({terminal.name}), terminal.name


def test_many_lines_are_named_by_their_part_of_the_text() -> None:
    words = grammar("pokerstars")
    assert words.words_for({"SEAT"}) == "a seat line (`Seat 1: name ($4 in chips)`)"
    assert words.words_for({"FOLD", "CHECK"}) == "a fold (`name: folds`) or a check (`name: checks`)"
    assert words.words_for({"FOLD", "CHECK", "CALL", "TOTAL"}) == "a line of the play or of the summary"
