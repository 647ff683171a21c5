"""Step 2, parsing: diagnoses how files are read, so that a user can see what goes wrong, and counts what they have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from os import PathLike

from msgspec import Struct, field
from msgspec.structs import replace

from histparse.model.findings import Finding
from histparse.parsing.coverage import has_real_hands
from histparse.parsing.cutting import read_hand_texts, read_text
from histparse.parsing.dialects.base import SEATS
from histparse.parsing.parser import SUMMARY, Parsed, parse_hand
from histparse.reader import HandText, Text, texts

MOST_PATTERNS = 500
"""How many patterns of unknown lines are distinguished in one text; the rest is counted together."""
REST = "(more patterns)"
LENGTH = 200
"""How many characters of a line its pattern is made from."""

_NAME = "NAME"
_IN_WORD = re.compile(r"\w").match
_PLACEHOLDERS = (
    (re.compile(r"\[(?:(?:[2-9TJQKA][cdhs]|[Xx?])[ ,]*+)++\]"), "[CARDS]"),
    (re.compile(r"\b(?:[2-9TJQKA][cdhs])++\b"), "CARDS"),
)
_FIGURE = re.compile(r"((?:[$€£¥₹]|Rs\. ?)?+)\d[\d,]*+((?:\.\d++)?+€?+)")


class Kind(Struct):
    """A kind of problem: how many there are, and where the first is."""

    count: int = 0
    line: int = 0
    message: str = ""
    """The message for the first."""


class Diagnosis(Struct):
    """The result of reading one text."""

    path: str
    encoding: str | None
    """None: it is not text."""
    recognised: str | None
    """How the encoding was recognised."""
    hands: dict[str, dict[str, int]] = field(default_factory=dict)
    """Hands read, by site and game, and tournament summaries."""
    skipped: dict[str, dict[str, int]] = field(default_factory=dict)
    """Hands of other games and other texts, by site and name."""
    findings: dict[str, dict[str, Kind]] = field(default_factory=dict)
    """Findings of reader and parser, by severity and code; nothing is judged here."""
    unknown: dict[str, Kind] = field(default_factory=dict)
    """Unknown lines by pattern: names, cards, amounts and numbers are replaced."""
    supposed: list[str] = field(default_factory=list)
    """The sites of these hands of which no real hand has been seen."""


def diagnose_file(path: str | PathLike[str], site: str | None = None) -> Iterator[Diagnosis]:
    """A diagnosis for the file, or for each one in an archive. Raises FileError."""
    for text in texts(path):
        yield _diagnose_text(text, site)


def line_pattern(line: str, names: Iterable[str]) -> str:
    """The pattern of a line: names, cards, amounts and numbers are replaced."""
    line = line[:LENGTH]
    for name in sorted(names, key=len, reverse=True):
        line = _replace_name(line, name) if name in line else line
    for pattern, word in _PLACEHOLDERS:
        line = pattern.sub(word, line)
    return _FIGURE.sub(lambda figure: "AMOUNT" if figure[1] or figure[2] else "NUMBER", line)


def _replace_name(line: str, name: str) -> str:
    """The line with that name replaced, unless it is part of a word."""
    head, *parts = line.split(name)
    for part in parts:
        stands_alone = not _IN_WORD(head[-1:]) and not _IN_WORD(part[:1])
        head += (_NAME if stands_alone else name) + part
    return head


def _diagnose_text(text: Text, site: str | None) -> Diagnosis:
    encoding = text.encoding
    diagnosis = Diagnosis(text.path, encoding and encoding.codec, encoding and encoding.reason)
    for piece in read_text(text, site):
        if isinstance(piece, Finding):
            _note_finding(diagnosis, piece)
        else:
            _add_text_to_diagnosis(diagnosis, piece, parse_hand(piece))
    diagnosis.supposed = [site for site in diagnosis.hands if not has_real_hands(site)]
    return diagnosis


def _add_text_to_diagnosis(diagnosis: Diagnosis, text: HandText, parsed: Parsed) -> None:
    if parsed.hand is not None:
        _count_in_site(diagnosis.hands, text.site, f"2-7 Triple Draw {parsed.hand.header.limit}")
    elif parsed.summary is not None:
        _count_in_site(diagnosis.hands, text.site, "tournament summaries")
    elif parsed.skipped is not None:
        _count_in_site(diagnosis.skipped, text.site, parsed.skipped)
    for finding in parsed.findings:
        _note_finding(diagnosis, finding)
    names = [seat.player for seat in parsed.hand.seats[:SEATS]] if parsed.unknown and parsed.hand else []
    patterns: dict[str, str] = {}
    for number, line in parsed.unknown:
        words = patterns.get(line) or patterns.setdefault(line, line_pattern(line, names))
        is_listed = words in diagnosis.unknown or len(diagnosis.unknown) < MOST_PATTERNS
        _count_occurrence(diagnosis.unknown, words if is_listed else REST, number)


def _count_in_site(counts: dict[str, dict[str, int]], site: str, name: str) -> None:
    counts.setdefault(site, Counter())[name] += 1


def _note_finding(diagnosis: Diagnosis, finding: Finding) -> None:
    _count_occurrence(diagnosis.findings.setdefault(finding.severity, {}), finding.code, finding.line, finding.message)


def _count_occurrence(kinds: dict[str, Kind], name: str, line: int, message: str = "") -> None:
    kind = kinds.setdefault(name, Kind(0, line, message))
    kind.count += 1


# --- how many hands of which games files have, by their first lines --------------------------------------------------

_LINES = 4
"""How many lines of a hand are looked at: every site names the game in the first two."""


class Games(Struct):
    """The number of games in some files."""

    hands: Counter[str] = field(default_factory=Counter)
    """Hands of 2-7 Triple Draw, by site, also those that cannot be read to their end."""
    tournaments: int = 0
    """Tournament summaries, of any game."""
    others: int = 0
    """Hands of other games, and other texts of a site."""

    def add_file(self, path: str | PathLike[str]) -> None:
        """Count the hands of a file. Raises FileError."""
        for text in read_hand_texts(path):
            if not isinstance(text, HandText):
                continue
            if text.other_text == SUMMARY:
                self.tournaments += 1
            elif parse_hand(_first_lines_of_text(text)).skipped is None:
                self.hands[text.site] += 1
            else:
                self.others += 1


def _first_lines_of_text(text: HandText) -> HandText:
    return replace(text, text="\n".join(text.text.split("\n", _LINES)[:_LINES]))
