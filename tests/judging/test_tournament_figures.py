"""Summaries of tournaments with one figure altered: what contradicts the rest is said, once."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from histparse.flow import cut_bytes_into_hand_texts, judge_texts
from tests.conftest import SHARED
from tests.parsing.reading import read_file
from tests.samples import summaries_of

SITES = ("pokerstars", "fulltilt", "winamax")
REAL = [file for file in sorted((SHARED / "real_summaries").glob("*/*.txt")) if not file.read_bytes().startswith(b"<")]
"""Without a page."""
FILES = [*REAL, *(file for site in SITES for file in summaries_of(site))]

Edit = Callable[[re.Match[str]], str]


def times(factor: int) -> Edit:
    """The number in the pattern's group `n` that many times as large."""
    return number(lambda value: value * factor)


def number(change: Callable[[int], int]) -> Edit:
    """The number in the pattern's group `n`, changed."""

    def edit(match: re.Match[str]) -> str:
        begin, end = (place - match.start() for place in match.span("n"))
        return match[0][:begin] + str(change(int(match["n"].replace(",", "")))) + match[0][end:]

    return edit


def _ten_thousand(match: re.Match[str]) -> str:
    return re.sub(r"\d+", "100000", match[0])


OWN_PLACE = r"(?m)^(?:You finished (?:the tournament )?in |.{1,40} finished in )(?P<n>\d+)(?:st|nd|rd|th)"
LISTED = r"(?m)^ *(?P<n>\d+): (?!\[Player)"
PRIZE_POOL = r"(?:Total Prize Pool: |Prizepool : )(?:[$€£₹]|Rs\. )?(?P<n>[1-9][\d,]*)"
BUY_IN = r"(?m)^Buy-In ?: (?:[$€£₹]|Rs\. )?(?P<n>[1-9][\d,]*)(?=[\s\S]*Pri?ze ?[Pp]ool ?: \D{0,4}\d)"
PLAYERS = r"(?m)^(?P<n>[\d,]+) (?:players|Entries)$(?=[\s\S]*^ *\d+: )"
EDITS: dict[str, tuple[str, str, Edit]] = {
    "own place is 0": ("TRN11", OWN_PLACE, number(lambda _: 0)),
    "own place is beyond the entries": ("TRN11", OWN_PLACE, number(lambda _: 1_000_000)),
    "a place is 0": ("TRN11", LISTED, number(lambda _: 0)),
    "a place is beyond the entries": ("TRN11", LISTED, number(lambda place: place + 1_000_000)),
    "fewer players than are listed": ("TRN10", PLAYERS, number(lambda _: 1)),
    "the buy-in is ten times as high": ("TRN13", BUY_IN, times(10)),
    "the prize pool is a tenth": ("TRN01|TRN02|TRN13", PRIZE_POOL, number(lambda pool: pool // 10)),
    "own rebuys": ("TRN14", r"Your rebuys : (?P<n>\d+)|performed \d+ Rebuys?", _ten_thousand),
    "own time": ("TRN04", r"You played (?P<n>\d+)(?:min|h)", lambda _: "You played 9999d"),
    "ends before it begins": ("TRN04", r"(?<=Tournament finished)(?: -|:)? (?P<n>\d{4})", number(lambda y: y - 1)),
    "two currencies": ("TRN15", r"(?m)^(?P<buy>Buy-In ?: )[$€](?P<n>\d[\d.]*)(?P<next>/| \+ )[$€]?(?P<fee>\d[\d.]*)€?",
                       lambda match: f"{match['buy']}${match['n']}{match['next']}€{match['fee']}"),
    "further entries": ("TRN13", r"re-entries for a total of (?:USD |\$)(?P<n>\d+)", times(3)),
}  # fmt: skip
"""What is altered: the code, a pattern for the line, how it is changed there."""


def find_codes(text: str, name: str) -> str:
    results = judge_texts(cut_bytes_into_hand_texts(text.encode("utf-8", "surrogateescape"), name))
    codes = (finding.code for result in results for finding in result.findings)
    return " ".join(code for code in codes if code.startswith("TRN"))


@pytest.mark.parametrize("kind", EDITS)
def test_an_altered_figure(kind: str) -> None:
    """Of several figures that the pattern finds the last is altered."""
    code, pattern, edit = EDITS[kind]
    codes_by_file = {}
    for file in FILES:
        text = read_file(file)
        if matches := list(re.finditer(pattern, text)):
            figure = matches[-1]
            codes_by_file[file] = find_codes(text[: figure.start()] + edit(figure) + text[figure.end() :], file.name)
    assert codes_by_file
    assert {file: codes for file, codes in codes_by_file.items() if not re.fullmatch(code, codes)} == {}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_as_it_is_nothing_is_said(file: Path) -> None:
    assert find_codes(read_file(file), file.name) == ""
