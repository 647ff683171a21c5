"""Whole files that are meant to hurt: one line or a few letters over and over, alone, in one hand, and in many."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from histparse.model.hand import Hand
from histparse.parsing.doctor import line_pattern
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from tests import samples
from tests.parsing.reading import hand_texts

SHAPE = 12
"""How many first characters distinguish lines."""
HAND = 200_000
"""Letters of a hand that is as long as one may be, nearly."""
LINE = 1_990
"""Letters of a line that is as long as one may be, nearly."""
LETTERS = (
    *("*", "[", "[XX", "[[", "\n", "x\n", " ", "\t", "\0", "\r", "\ufeff"),
    *("#", "1", "9,", "<", '"', "'", "{} ", "( ", "=", "\u20ac"),
)
STRANGE = ("x", "", "*", "[XX", "x" * LINE, "[" * LINE, "# 1 " * 400)
ENDINGS = (" x", ": x", " [2c" * 400)

Kind = Callable[[int], str]
"""The text of a file of about so many letters."""


def letters_only() -> dict[str, Kind]:
    """A few letters without end, and in lines."""
    return {f"only {letters!r}": _again(letters) for letters in LETTERS} | {
        f"lines of {letters!r}": _again(f"{_filled(letters, LINE)}\n") for letters in LETTERS
    }


def of_site(site: str) -> dict[str, Kind]:
    """Hands of the site with nothing but one line in them: one of each kind that its samples have, and strange ones."""
    text, hand = next(_hands(site))
    lines = text.text.split("\n")
    seated = "\n".join([text.heading, *lines[: max(seat.line for seat in hand.seats) - text.line + 1], ""]).lstrip()
    whole = f"{text.heading}\n{text.text}\n".lstrip()
    kinds = {"headers": _again(f"{lines[0]}\n"), "hands": _again(f"{whole}\n"), "one line": _filled_up(seated, "(")}
    for line in (*_example_lines(site), *STRANGE, *(hand.seats[0].player + ending for ending in ENDINGS)):
        kinds[f"seats, then {line[:60]!r}"] = _in_hands(seated, f"{line}\n")
        kinds[f"a hand, then {line[:60]!r}"] = _in_hands(whole, f"{line}\n")
    return kinds


def _example_lines(site: str) -> list[str]:
    """A line for each pattern that occurs in the samples."""
    examples: dict[str, str] = {}
    for text, hand in _hands(site):
        players = [seat.player for seat in hand.seats]
        for line in text.text.split("\n"):
            examples.setdefault(line_pattern(line, players)[:SHAPE], line)
    return list(examples.values())


def _hands(site: str) -> Iterator[tuple[HandText, Hand]]:
    """The first hand of each sample."""
    for file in samples.of_site(site):
        yield next((text, hand) for text in hand_texts(file) if (hand := parse_hand(text).hand))


def _filled(unit: str, size: int) -> str:
    return unit * max(size // len(unit), 1)


def _again(unit: str) -> Kind:
    return lambda size: _filled(unit, size)


def _filled_up(beginning: str, unit: str) -> Kind:
    return lambda size: beginning + _filled(unit, size)


def _in_hands(beginning: str, line: str) -> Kind:
    """As many hands as it takes."""
    return lambda size: _filled(f"{beginning}{_filled(line, min(size, HAND))}\n\n", size)
