"""Malicious files of growing size: the time per byte must not grow with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

SIZES = (1, 2, 4, 8)
"""Megabytes."""
FOLDER = Path("build", "bench", "hostile")

_HEADER = "PokerStars Hand #{}:  Triple Draw 2-7 Lowball Limit ($1/$2 USD) - 2026/03/01 20:00:00 ET\n"
_TABLE = "Table 'Iris V' 6-max Seat #1 is the button\n"
_HEAD = _HEADER.format(1) + _TABLE


def _names_within_names(size: int) -> str:
    """Players called a, aa, aaa, ..., and lines that begin with all of these names and fit nothing."""
    seats = "".join(f"Seat {number}: {'a' * number} ($4 in chips)\n" for number in range(1, 25))
    hand = _HEAD + seats + "".join(f"{'a' * 30}: waves {number}\n" for number in range(1000))
    return hand * (size // len(hand))


def _long_names(size: int) -> str:
    """Players whose names fill a page."""
    seats = "".join(f"Seat {number}: {str(number) * 1900} ($4 in chips)\n" for number in range(1, 7))
    hand = _HEAD + seats + "".join(f"{str(number) * 1900}: folds\n" for number in range(1, 7))
    return hand * (size // len(hand))


def _one_line(size: int) -> str:
    return _HEAD + "Seat 1: " + "(" * size


def _brackets(size: int) -> str:
    """Brackets in brackets where cards are expected, in lines just short enough to be looked at."""
    line = f"Dealt to {'[2c ' * 490}\n"
    return _HEAD + line * (size // len(line))


def _almost_headers(size: int) -> str:
    """Lines that begin as all sites' hands do and then go on with figures."""
    lines = [
        f"{begin}{'1' * 900}\n"
        for begin in ("PokerStars Hand #", "#", "Full Tilt Poker Game #", "Winamax Poker ", '<game id="', "variant ")
    ]
    return "".join(lines) * (size // sum(map(len, lines)))


def _headers(size: int) -> str:
    return "".join(map(_HEADER.format, range(size // len(_HEADER))))


def _junk_in_a_hand(size: int) -> str:
    return _HEAD + "x\n" * (size // 2)


def _figures(size: int) -> str:
    """Acts with amounts that go on and on."""
    line = f"Total pot ${'9,' * 900} | Rake ${'9.' * 50}\n"
    return (_HEAD + "Seat 1: a ($4 in chips)\n*** SUMMARY ***\n" + line * 20) * (size // (len(line) * 20))


KINDS: dict[str, Callable[[int], str]] = {
    "names in names": _names_within_names,
    "long names": _long_names,
    "one line": _one_line,
    "brackets": _brackets,
    "almost headers": _almost_headers,
    "headers only": _headers,
    "junk in a hand": _junk_in_a_hand,
    "endless figures": _figures,
}


def make(kind: str, megabytes: int) -> Path:
    """A file of that kind and size."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = FOLDER / f"{kind.replace(' ', '-')}-{megabytes}.txt"
    file.write_text(KINDS[kind](megabytes * 1_000_000), encoding="utf-8")
    return file


def table(seconds: dict[str, list[float]]) -> str:
    """Nanoseconds per byte of each kind, by the size of the file."""
    rows = ["Hostile files: nanoseconds per byte; linear when a row stays level\n"]
    rows += [f"{'':16}" + "".join(f"{size:>7} MB" for size in SIZES)]
    for kind, times in seconds.items():
        each = (time / size * 1000 for time, size in zip(times, SIZES, strict=True))
        rows.append(f"{kind:16}" + "".join(f"{time:>10,.0f}" for time in each))
    return "\n".join(rows)
