"""Texts of hands damaged in one place: a line that is not theirs put anywhere, or a line of theirs made another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

from histparse.model.cards import DECK
from tests.rules.altering import CARD

HUGE = (
    *("0", "00", "007", "10", "100", "999", "2147483647", "2147483648", "9007199254740993"),
    *("9223372036854775807", "9223372036854775808", "18446744073709551616", "92233720368547758.08", "1" * 40),
    *("0.5", ".5", "1.005", "1,000", "1,0,0", "-1", "0" * 30 + "5", "٣", "1e9", "0x10", "2 2"),
)
"""What may stand where a number stood."""
NAMES = (
    "",
    "Seat 4",
    "x [2c 3c]",
    "$5",
    "n" * 120,
    "Dealt to",
    "7",
    "a: b",
    "é\u00a0",
    "*** SUMMARY ***",
    "Total pot $1",
)
"""What may stand where a name stood."""
ALIEN = (
    *("", " ", "\u00a0", "\ufeff", "-", ".", "0", '"', "[]", "\x00", "\t\t", "\u2028", "half a pair: \ud800", "牌"),
    *(
        "an unknown line",
        "Unknown 5 words 7",
        "and 2147483647 more [2c 3c]",
        "xyzzy: $5",
        "*** UNKNOWN ***",
        "<event/>",
    ),
    *("Hand cancelled", "Hand #1 has been canceled", "The deck is reshuffled", "Seat 2147483647: X is sitting out"),
    *("Seat 9: Nobody ($5)", "Seat 3: Nobody is sitting out", "x" * 3000, "word " * 800, "9" * 400, "$1" * 40),
)
"""Lines that no hand has, or not there."""
BEHIND = (
    " frobs",
    " folds",
    ": frobs",
    " frobs $5",
    " [2c 3c]",
    " is feeling 5",
    "'s 2147483647th",
    " sits out",
    ": $9",
)
"""What may follow a name."""
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_WORD = re.compile(r"\w+")

Change = Callable[[str, Random], str]


def _swapped(pattern: re.Pattern[str], others: Sequence[str]) -> Change:
    """A change of one place of a line where the pattern matches, to one of the others."""

    def change(line: str, random: Random) -> str:
        found = list(pattern.finditer(line))
        if not found:
            return line
        one = random.choice(found)
        return line[: one.start()] + random.choice(others) + line[one.end() :]

    return change


CHANGES: tuple[Change, ...] = (
    _swapped(_NUMBER, HUGE),
    _swapped(_NUMBER, HUGE),
    _swapped(CARD, (*DECK, "XX", "X", "10c", "7c 7c")),
    _swapped(_WORD, ("", "word", "Seat", "x x", "1st", "(button)", "all in", "0")),
    lambda line, random: line[: random.randrange(len(line) + 1)],
    lambda line, random: line[random.randrange(len(line) + 1) :],
    lambda line, random: (
        line + random.choice((" ", "\u00a0", ".", " 5", " [2c]", ": hello", " (partial)", "\x0b", line))
    ),
    lambda line, _: line.swapcase(),
)


def altered(line: str, names: Sequence[str], random: Random) -> str:
    """The line with a number made huge, a card or a name changed, a word lost or added."""
    called = [name for name in names if name in line]
    if called and random.random() < 0.2:
        return line.replace(random.choice(called), random.choice((*names, *NAMES)), 1)
    return random.choice(CHANGES)(line, random)


def alien(others: Sequence[str], names: Sequence[str], random: Random) -> str:
    """A line that is not there in any hand: words, one of another kind, or one that begins with a player's name."""
    name = random.choice((*names, "Nobody"))
    return random.choice((random.choice(ALIEN), random.choice(others), name + random.choice(BEHIND)))


def names_in(text: str) -> list[str]:
    """Whom the seat lines name, roughly."""
    return re.findall(r"^Seat #?\d+: (.+?) \(", text, re.MULTILINE) or re.findall(r'name="([^"]+)"', text)


def damaged(text: str, others: Sequence[str], random: Random) -> str:
    """The text with one line altered, or with one more, in any place."""
    lines, names = text.split("\n"), names_in(text)
    at = random.randrange(len(lines) + 1)
    if at == len(lines) or random.random() < 0.5:
        return "\n".join([*lines[:at], alien(others, names, random), *lines[at:]])
    return "\n".join([*lines[:at], altered(lines[at], names, random), *lines[at + 1 :]])


def everywhere(text: str, others: Sequence[str], random: Random) -> Iterator[str]:
    """The text with a line that is not its own in each place, and with each of its lines altered."""
    lines, names = text.split("\n"), names_in(text)
    for at in range(len(lines) + 1):
        for each in (*ALIEN, alien(others, names, random)):
            yield "\n".join([*lines[:at], each, *lines[at:]])
    for at, line in enumerate(lines):
        for change in CHANGES:
            yield "\n".join([*lines[:at], change(line, random), *lines[at + 1 :]])
