"""Texts of legal hands altered in one place, at every site: a line lost, doubled, moved, or one word changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from histparse.judging.engine import Judged, judge
from histparse.model.cards import DECK
from histparse.model.findings import Finding, Severity
from histparse.model.hand import Hand
from histparse.model.house import house_of_site_or_lenient_default
from histparse.parsing.parser import Parsed
from tests.dealer.writing import heading, write
from tests.parsing.reading import codes, parse
from tests.simulate.dealt_once import hands_of
from tests.simulate.games import game

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
AMOUNT = re.compile(r"(?<=[\s$€(\"])\d[\d,]*(?:\.\d\d)?(?=[€)\s.\"]|$)")
BUTTON = re.compile(r"(Seat #?|in seat #|dealer=\")(\d)((?: is the button)|\"|$)")
WORDS = (
    ("folds", "checks"),
    ("checks", "folds"),
    ("calls", "bets"),
    ("is sitting out", "folded before the Draw"),
    ("mucked", "lost"),
    ("FIRST", "SECOND"),
    ("SECOND", "THIRD"),
)


class AlteredText(NamedTuple):
    """A text with one change, the kind of change, and the number of the line."""

    change: str
    line: int
    text: str


def texts(site: str, name: str, hands: int, seed: int) -> Iterator[tuple[str, str]]:
    """Legal hands of that game: what stands above each, and its text."""
    for hand in hands_of(game(name, hands, seed, site)):
        yield heading(hand), write(hand).rstrip("\n")


def alterations(text: str, random: Random) -> Iterator[AlteredText]:
    """Every line changed in every way that fits it, once."""
    lines = text.split("\n")
    for number, line in enumerate(lines[1:], start=2):
        for change, replacing in _replacements(line, lines[number : number + 1], random):
            following = lines[number + (change == "moved") :]
            yield AlteredText(change, number, "\n".join([*lines[: number - 1], *replacing, *following]))


def _replacements(line: str, following: list[str], random: Random) -> Iterator[tuple[str, list[str]]]:
    yield "lost", []
    yield "doubled", [line, line]
    if following:
        yield "moved", [*following, line]
    yield from (("amount", [changed]) for changed in _change_match(AMOUNT, line, _raise_amount, random))
    yield from (("card", [changed]) for changed in _change_match(CARD, line, lambda _: random.choice(DECK), random))
    yield from (("button", [changed]) for changed in _change_match(BUTTON, line, _next_seat, random))
    yield from ((f"{old} -> {new}", [line.replace(old, new, 1)]) for old, new in WORDS if old in line)


def _change_match(
    pattern: re.Pattern[str], line: str, change: Callable[[re.Match[str]], str], random: Random
) -> Iterator[str]:
    """The line with one of the matches changed, if there is any."""
    matches = list(pattern.finditer(line))
    if matches:
        match = random.choice(matches)
        changed = line[: match.start()] + change(match) + line[match.end() :]
        if changed != line:
            yield changed


def _raise_amount(amount: re.Match[str]) -> str:
    whole, _, cents = amount[0].replace(",", "").partition(".")
    return f"{whole}.{int(cents) + 1:02}" if cents and cents != "99" else str(int(whole) + 1)


def _next_seat(button: re.Match[str]) -> str:
    return f"{button[1]}{int(button[2]) % 6 + 1}{button[3]}"


def findings_in(parsed: Parsed) -> list[Finding]:
    """All findings in a hand and its text."""
    return [*parsed.findings, *(judge_as_site(parsed.hand).findings if parsed.hand else ())]


def find_with_notes(text: str, site: str, heading: str = "") -> list[Finding]:
    """All findings in one hand."""
    return findings_in(parse(text, site, heading))


def find_without_notes(text: str, site: str, heading: str = "") -> list[Finding]:
    """All findings in one hand, notes apart."""
    return [finding for finding in find_with_notes(text, site, heading) if finding.severity is not Severity.NOTE]


def find_codes(text: str, site: str, heading: str = "") -> list[str]:
    return codes(find_without_notes(text, site, heading))


def judge_as_site(hand: Hand) -> Judged:
    """The hand judged by the rules of its site."""
    return judge(hand, house_of_site_or_lenient_default(hand.header.site))
