"""The table of supported lines agrees with grammars, dialects and real hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from histparse import flow
from histparse.parsing import coverage
from histparse.parsing.coverage import KnownLine, Proof
from histparse.parsing.dialects.base import dialects
from histparse.parsing.grammar import grammar_source, hand_grammar, load_grammar
from histparse.parsing.summaries.base import summaries
from histparse.reader import HandText
from tests.parsing.reading import hand_texts


def test_every_line_of_every_grammar_is_listed_once() -> None:
    listed = [(line.site, line.event.replace(" ", "_").upper()) for line in coverage.list_known_lines()]
    kinds = (*dialects().values(), *summaries().values())
    assert sorted(listed) == sorted(
        (kind.site, line.name) for kind in kinds for line in load_grammar(kind.grammar_name()).terminals
    )


def test_the_parts_are_those_of_a_hand() -> None:
    parts = {line.event: line.part for line in coverage.list_known_lines() if line.site == "pokerstars"}
    assert parts["cash header"] == "the header"
    assert parts["stand pat"] == "the play"
    assert parts["total"] == "the summary"
    assert parts["chat"].startswith("lines that may stand anywhere")


def test_what_is_only_documented_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = grammar_source("pokerstars").replace('": mucks hand"', '": mucks hand"  // only documented')
    monkeypatch.setattr(coverage, "grammar_source", lambda _: changed)
    proofs = {line.event: line.proof for line in coverage._list_whole_lines_of_grammar("pokerstars", "pokerstars")}
    assert (proofs["muck"], proofs["show"]) == (Proof.DOCUMENTED, Proof.SEEN)


def test_a_new_grammar_is_only_documented_until_it_says_that_its_lines_were_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unproved = "\n".join(line for line in grammar_source("winamax").split("\n") if "seen in real hands" not in line)
    assert unproved != grammar_source("winamax")
    monkeypatch.setattr(coverage, "grammar_source", lambda _: unproved)
    assert {line.proof for line in coverage._list_whole_lines_of_grammar("winamax", "winamax")} == {Proof.DOCUMENTED}


def test_the_table_is_by_part_event_and_site() -> None:
    lines = [KnownLine("a", "play", "fold", Proof.SEEN), KnownLine("b", "play", "fold", Proof.DOCUMENTED)]
    assert coverage.group_proofs_by_part_event_site(lines) == {
        "play": {"fold": {"a": Proof.SEEN, "b": Proof.DOCUMENTED}}
    }


def lines_of(text: HandText) -> Iterator[tuple[str, str]]:
    """Site and event of each line that the grammar reads."""
    hand = dialects()[text.site](text.text.split("\n"), text.line)
    hand_grammar(text.site).read_into(hand)
    lexer = hand_grammar(text.site).lexer
    for line in (text for _, text in hand.numbered_lines_to_parse() if text.strip()):
        if reading := lexer.read(line.rstrip(), hand.names):
            yield text.site, reading[0].terminal.lower().replace("_", " ")


def test_what_stands_in_a_real_hand_is_not_called_documented(real_histories: Path) -> None:
    real = {line for file in flow.list_files([real_histories]) for text in hand_texts(file) for line in lines_of(text)}
    documented = {(line.site, line.event) for line in coverage.list_known_lines() if line.proof is Proof.DOCUMENTED}
    assert real
    assert real & documented == set()
