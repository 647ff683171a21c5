"""Texts of legal hands altered in one place, at every site: a line lost, doubled, moved, or one word changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from histparse.judging.engine import judge
from histparse.model.cards import DECK
from histparse.model.findings import Finding, Severity
from histparse.model.house import house_of_site_or_lenient_default
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from tests.dealer.writing import heading, write
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

    what: str
    line: int
    text: str


def texts(site: str, name: str, hands: int, seed: int) -> Iterator[tuple[str, str]]:
    """Legal hands of that game: what stands above each, and its text."""
    for hand in hands_of(game(name, hands, seed, site)):
        yield heading(hand), write(hand).rstrip("\n")


def alterations(text: str, random: Random) -> Iterator[AlteredText]:
    """Every line changed in every way that fits it, once."""
    lines = text.split("\n")
    for at, line in enumerate(lines[1:], start=1):
        for what, others in _instead(line, lines[at + 1 : at + 2], random):
            after = at + 1 + (what == "moved")
            yield AlteredText(what, at + 1, "\n".join([*lines[:at], *others, *lines[after:]]))


def _instead(line: str, following: list[str], random: Random) -> Iterator[tuple[str, list[str]]]:
    yield "lost", []
    yield "doubled", [line, line]
    if following:
        yield "moved", [*following, line]
    yield from (("amount", [changed]) for changed in _another(AMOUNT, line, _one_more, random))
    yield from (("card", [changed]) for changed in _another(CARD, line, lambda _: random.choice(DECK), random))
    yield from (("button", [changed]) for changed in _another(BUTTON, line, _next_seat, random))
    yield from ((f"{old} -> {new}", [line.replace(old, new, 1)]) for old, new in WORDS if old in line)


def _another(
    pattern: re.Pattern[str], line: str, change: Callable[[re.Match[str]], str], random: Random
) -> Iterator[str]:
    found = list(pattern.finditer(line))
    if found:
        one = random.choice(found)
        changed = line[: one.start()] + change(one) + line[one.end() :]
        if changed != line:
            yield changed


def _one_more(amount: re.Match[str]) -> str:
    whole, _, cents = amount[0].replace(",", "").partition(".")
    return f"{whole}.{int(cents) + 1:02}" if cents and cents != "99" else str(int(whole) + 1)


def _next_seat(button: re.Match[str]) -> str:
    return f"{button[1]}{int(button[2]) % 6 + 1}{button[3]}"


def found_in(text: str, above: str, site: str) -> list[Finding]:
    """All that is found in one hand, notes apart."""
    parsed = parse_hand(HandText("x.txt", 1, text, site, above))
    judged = judge(parsed.hand, house_of_site_or_lenient_default(site)).findings if parsed.hand else ()
    return [one for one in (*parsed.findings, *judged) if one.severity is not Severity.NOTE]
