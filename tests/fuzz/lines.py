"""Damage of lines and words: what a text still says afterwards is wrong, too much, too large, or in a hostile name."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

EXTREMES = (
    "", "0", "-1", "3", "7", "127", "128", "200", "255", "256", "32767", "32768", "65536", "2147483647", "2147483648",
    "9223372036854775807", "9223372036854775808", "92233720368547758.07", "92233720368547758.08", "1" + "0" * 40,
    "0.001", "0.00", "1e400", "1.2.3", "1,000,000,000", "1.000.000,00", "\N{ARABIC-INDIC DIGIT THREE}",
    "\N{VULGAR FRACTION ONE HALF}", "\N{SUPERSCRIPT TWO}", "inf", "nan", "9999-12-31", "0001-01-01", "24:60:61",
)  # fmt: skip
"""Numbers at the edge of a type, of a calendar or of what a number is."""
HOSTILE = (
    "", " ", "'", '"', "\\", "%", "{}", "[", "]", "((((((((((", "$1", "a.*b", "-", "--db", "../../x", "=1+1",
    "<b>", "&amp;", "&", "]]>", "</game>", "'; DROP TABLE hands; --", "a: folds", "Seat 1: x ($5 in chips)",
    "*** SUMMARY ***", "Hero", "\x1b[2J\x1b[31m", "\x07", "\x00", "\x85", "\N{RIGHT-TO-LEFT OVERRIDE}txt",
    "\N{LINE SEPARATOR}", "\N{ZERO WIDTH SPACE}", "\N{COMBINING ACUTE ACCENT}" * 50, "\N{GRINNING FACE}",
    "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}", "n" * 3000, "a b " * 60,
)  # fmt: skip
"""Names that mean something to a site, a terminal, a shell, a page, a query or an expression."""
REPETITIONS = (2, 30, 127, 128, 300)

Mutation = Callable[[list[str], Random], None]
_NUMBER = re.compile(r"\d[\d.,]*")
_WORD = re.compile(r"[A-Za-z_]\w{2,}")


def damaged(text: str, donor: str, random: Random) -> str:
    """That text, damaged a few times; some lines may come from the donor."""
    lines = text.splitlines(keepends=True) or [""]
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        if random.random() < 0.1:
            lines.insert(random.randrange(len(lines) + 1), random.choice(donor.splitlines(keepends=True)))
        random.choice(MUTATIONS)(lines, random)
    return "".join(lines)


def _swap(lines: list[str], random: Random) -> None:
    first, second = random.choices(range(len(lines)), k=2)
    lines[first], lines[second] = lines[second], lines[first]


def _lose(lines: list[str], random: Random) -> None:
    begin, end = _part(lines, random)
    lines[begin:end] = [""]


def _repeat(lines: list[str], random: Random) -> None:
    """A raise, a player, a reshuffle or a whole round far more often than any game allows."""
    begin, end = _part(lines, random)
    lines[begin:end] = lines[begin:end] * max(2, random.choice(REPETITIONS) // (end - begin))


def _move(lines: list[str], random: Random) -> None:
    line = lines.pop(random.randrange(len(lines)))
    lines.insert(random.randrange(len(lines) + 1), line)


def _number(lines: list[str], random: Random) -> None:
    """One number of a line becomes an extreme one."""
    place = random.randrange(len(lines))
    line = lines[place]
    if numbers := [*_NUMBER.finditer(line)]:
        begin, end = random.choice(numbers).span()
        lines[place] = line[:begin] + random.choice(EXTREMES) + line[end:]


def _amount(lines: list[str], random: Random) -> None:
    """One number becomes an extreme one wherever it stands: a hand that may still add up."""
    _everywhere(lines, _NUMBER, random.choice(EXTREMES), random)


def _name(lines: list[str], random: Random) -> None:
    """One word, often a player's name, becomes a hostile one wherever it stands."""
    _everywhere(lines, _WORD, random.choice(HOSTILE), random)


MUTATIONS: tuple[Mutation, ...] = (_swap, _lose, _move, *(_repeat, _number, _amount, _name) * 2)
"""What happens twice as often stands twice."""


def _everywhere(lines: list[str], kind: re.Pattern[str], new: str, random: Random) -> None:
    if matches := kind.findall(random.choice(lines)):
        whole = re.compile(rf"(?<!\w){re.escape(random.choice(matches))}(?!\w)")
        lines[:] = [whole.sub(lambda _: new, line) for line in lines]


def _part(lines: list[str], random: Random) -> tuple[int, int]:
    begin = random.randrange(len(lines))
    return begin, begin + random.choice((1, 1, 1, 2, 5, 20))
