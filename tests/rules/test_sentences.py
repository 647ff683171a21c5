"""What a finding says: it keeps its template and its figures, and the sentence is made from them."""

from __future__ import annotations

import ast
import gzip
from collections.abc import Iterator
from itertools import chain

import pytest
from msgspec import json

from histparse.flow import judge_file
from histparse.judging.neighbours import Neighbours
from histparse.model.figures import Cards, Count, Figure, Made, Money, Nth, PotName, Term
from histparse.model.findings import Finding, Severity
from histparse.parsing.cutting import read_hands_in_bytes
from histparse.parsing.dialects.base import dialects
from histparse.rules.registry import catalogue
from histparse.rules.tournaments import AGAINST_HANDS
from tests.parsing.reading import codes
from tests.rules.templates import expect_template, template_places, trees
from tests.samples import FOLDER

OF_IMPORTS = {rule.code for rule in AGAINST_HANDS}
"""Codes of what only an import compares: summaries of tournaments with their hands."""


SAMPLES = [file for folder in ("illegal", "malformed") for file in sorted((FOLDER / folder).iterdir())]


BUILT = (ast.JoinedStr, ast.BinOp)
"""Texts made while running: f-strings, sums and `%`."""


def findings_of_samples(prefix: str = "") -> Iterator[Finding]:
    """The findings in the samples whose names begin so."""
    for file in SAMPLES:
        if not file.name.startswith(prefix):
            continue
        neighbours = Neighbours()
        for result in chain(neighbours.pass_on_and_note(judge_file(file)), neighbours.find_contradictions()):
            yield from result.findings


def test_every_sample_is_told_by_a_template() -> None:
    findings = list(findings_of_samples())
    assert {finding.code for finding in findings} >= catalogue().keys() - {"SYN07", "SYN09", "SYN10", *OF_IMPORTS}
    for finding in findings:
        expect_template(finding)


def test_what_is_said_of_files_is_a_template() -> None:
    packed = gzip.compress((FOLDER / "illegal" / "BET01_out_of_turn.txt").read_bytes())
    texts = {"SYN10": packed[:-40], "SYN04": "Mano n.º 1\n".encode()}
    for code, data in texts.items():
        findings = [piece for piece in read_hands_in_bytes(data, "x") if isinstance(piece, Finding)]
        assert code in codes(findings)
        for finding in findings:
            expect_template(finding)


def test_no_template_is_put_together() -> None:
    """Nor one that no sample shows: translators need whole sentences, and know all of them by reading the source."""
    for module, tree in trees().items():
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            assigned = [node for node in (*tree.body, *ast.walk(function)) if isinstance(node, ast.Assign)]
            for template in _templates(function):
                sources = [template, *(node.value for node in assigned if _names(template) & _names(*node.targets))]
                built = [node for node in chain.from_iterable(map(ast.walk, sources)) if isinstance(node, BUILT)]
                assert not built, f"{module}:{template.lineno}"


def _templates(function: ast.AST) -> Iterator[ast.expr]:
    for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        place = template_places().get(name)
        is_starred = any(isinstance(argument, ast.Starred) for argument in call.args)
        if place is not None and len(call.args) > place and not is_starred:
            yield call.args[place]


def _names(*nodes: ast.AST) -> set[str]:
    return {name.id for node in nodes for name in ast.walk(node) if isinstance(name, ast.Name)}


def test_a_sentence_is_made_of_template_and_figures() -> None:
    figures: dict[str, Figure] = {"name": "{x}", "to": Money(150, "USD"), "cards": Cards(("7h", "5d"))}
    finding = Finding("X", Severity.NOTE, "", 1, None, None, None, None, "{name} bets {to} with {cards}", figures)
    assert finding.message == "{x} bets $1.50 with [7h 5d]"
    assert Finding("X", Severity.NOTE, "", 1, None, None, None, None, "{x} folds").message == "{x} folds"


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (Count(1, "card"), "1 card"),
        (Made("87542", "eight-low"), "8-7-5-4-2"),
        (Made("55874", "pair"), "5-5-8-7-4 (pair)"),
        (Nth(1), "first"),
        (Nth(5), "fifth"),
        (Nth(24), "24th"),
        (Nth(0), "0th"),
        (PotName(0), "the main pot"),
        (PotName(2), "side pot 2"),
        (Term("small blind"), "small blind"),
    ],
    ids=str,
)
def test_figures_know_how_they_are_written(figure: Figure, words: str) -> None:
    assert str(figure) == words
    assert json.decode(json.encode(figure), type=Figure) == figure


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        ("SYN04_lost_header", "the first line of the next one may be lost"),
        ("SYN04_no_hand", f"these can: {', '.join(sorted(dialects()))}"),
    ],
)
def test_sentences_that_were_hard_to_understand(sample: str, words: str) -> None:
    assert words in " / ".join(finding.message for finding in findings_of_samples(sample))
