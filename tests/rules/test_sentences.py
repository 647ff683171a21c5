"""What a finding says: it keeps its template and its figures, and the sentence is made from them."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from itertools import chain
from string import Formatter

import pytest

from histparse.flow import judged
from histparse.judging.neighbours import Neighbours
from histparse.model.figures import Cards, Figure, Money
from histparse.model.findings import Finding, Severity
from tests.samples import FOLDER

WHOLE = {"BET", "BLD", "DCK", "DLT", "DRW", "SEQ", "SHD06", "SYN"}
"""The families and codes whose sentences all are templates."""
SAMPLES = [file for folder in ("illegal", "malformed") for file in sorted((FOLDER / folder).iterdir())]
FIGURE = re.compile(r"\d|[$€£]")


def found(name: str) -> Iterator[Finding]:
    """The findings in the samples whose names begin so."""
    for file in SAMPLES:
        if file.name.startswith(name):
            neighbours = Neighbours()
            for result in chain(neighbours.past(judged(file)), neighbours.results()):
                yield from result.findings


@pytest.mark.parametrize("family", sorted(WHOLE))
def test_no_figure_stands_in_a_template(family: str) -> None:
    findings = [finding for finding in found(family) if finding.code.startswith(family)]
    assert findings
    for finding in findings:
        words = [(text, name) for text, name, *_ in Formatter().parse(finding.template)] if finding.figures else []
        assert {name for _, name in words if name} == {*finding.figures}, finding
        bare = "".join(text for text, _ in words) if words else finding.template
        assert not FIGURE.search(bare.replace("Windows-1252", "").replace("UTF-8", "")), finding.template
        assert finding.player is None or finding.player not in bare
        assert pickle.loads(pickle.dumps(finding)) == finding  # noqa: S301 - our own


def test_a_sentence_is_made_of_template_and_figures() -> None:
    figures: dict[str, Figure] = {"name": "{x}", "to": Money(150, "USD"), "cards": Cards(("7h", "5d"))}
    finding = Finding("X", Severity.NOTE, "", 1, None, None, None, None, "{name} bets {to} with {cards}", figures)
    assert finding.message == "{x} bets $1.50 with [7h 5d]"
    assert Finding("X", Severity.NOTE, "", 1, None, None, None, None, "{x} folds").message == "{x} folds"


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        ("BET03", "Odd_Tomas bets $1.50; a bet in this round is $1"),
        ("DCK04", "nineperfect had it all the time, as they show on line 62"),
        ("SEQ01", " less than hand "),
        ("SHD06", "folded after the first draw; they folded before the first draw"),
        ("SYN04_lost_header", "the first line of the next one may be lost"),
        ("SYN04_no_hand", "these can: fulltilt, kingsclub, merge, phh, pokerstars, winamax"),
    ],
)
def test_sentences_that_were_hard_to_understand(sample: str, words: str) -> None:
    assert words in " / ".join(finding.message for finding in found(sample))
