"""Texts read in one call, and the codes of what is found in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.parsing.cutting import read_hand_texts
from histparse.parsing.parser import Parsed, parse_hand
from histparse.reader import HandText, texts


def parse(text: str, site: str, heading: str = "", first: int = 1) -> Parsed:
    """The hand of a text that begins on line `first`, below that heading."""
    return parse_hand(HandText("", first, text, site, heading))


def expect_hand(parsed: Parsed, *expected: str) -> Hand:
    """The hand of a text in which just the findings of these codes are made."""
    assert codes(parsed.findings) == [*expected], parsed.findings
    assert parsed.hand is not None
    return parsed.hand


def codes(findings: Iterable[Finding]) -> list[str]:
    return [finding.code for finding in findings]


def read_hand(text: str, site: str, heading: str = "") -> Hand:
    """The hand in a text, whatever the findings."""
    hand = parse(text, site, heading).hand
    assert hand is not None
    return hand


def rename_players(text: str, names: Mapping[str, str]) -> str:
    """All at once: a new name that looks like an old one stays as it is."""
    return re.sub("|".join(map(re.escape, names)), lambda name: names[name[0]], text)


def read_file(file: Path) -> str:
    """The text of a file, or of all files of an archive."""
    return "".join(block for text in texts(file) for block in text.blocks())


def hand_texts(file: Path) -> list[HandText]:
    """The texts in a file, which has nothing else."""
    texts = []
    for text in read_hand_texts(file):
        assert isinstance(text, HandText), text
        texts.append(text)
    return texts


def hand_texts_among_findings(file: Path) -> list[HandText]:
    """The texts in a file; what is found between or in them is left out."""
    return [text for text in read_hand_texts(file) if isinstance(text, HandText)]
