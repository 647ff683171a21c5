"""Damage of bytes, whatever they mean: changed, lost, doubled, moved, put in, and written in another encoding."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

ENCODINGS = ("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-be", "windows-1252")
NASTY = (
    b"\0", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\r", b"\n\n", b"\t", b"[", b"]", b"(", b"\"", b"'", b"<", b"&",
    b"#", b"9" * 30, b"-1", b"0.001", b"$", "\N{EURO SIGN}".encode(), b"\xed\xa0\x80", b"%s%n", b"\x1b[31m", b" " * 300,
    b"A" * 3000, b"[[" * 200, b"\x1f\x8b\x08", b"PK\x03\x04",
)  # fmt: skip

Mutation = Callable[[bytearray, Random], None]


def recoded(text: bytes, random: Random) -> bytes:
    """That UTF-8 in some encoding."""
    return text.decode("utf-8", "replace").encode(random.choice(ENCODINGS), "replace")


def damaged(sound: bytes, random: Random) -> bytes:
    """Those bytes, damaged a few times."""
    data = bytearray(sound)
    for _ in range(random.choice((1, 1, 2, 3, 8, 30))):
        random.choice(MUTATIONS)(data, random)
    return bytes(data)


def _change(data: bytearray, random: Random) -> None:
    if data:
        data[random.randrange(len(data))] = random.randrange(256)


def _flip(data: bytearray, random: Random) -> None:
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def _lose(data: bytearray, random: Random) -> None:
    begin, end = _part(data, random)
    del data[begin:end]


def _double(data: bytearray, random: Random) -> None:
    begin, end = _part(data, random)
    data[begin:begin] = data[begin:end]


def _insert(data: bytearray, random: Random) -> None:
    place = random.randrange(len(data) + 1)
    data[place:place] = random.choice(NASTY)


def _cut(data: bytearray, random: Random) -> None:
    del data[random.randrange(len(data) + 1) :]


def _move_lines(data: bytearray, random: Random) -> None:
    lines = data.split(b"\n")
    line = lines.pop(random.randrange(len(lines)))
    lines.insert(random.randrange(len(lines) + 1), line)
    data[:] = b"\n".join(lines)


def _swap_words(data: bytearray, random: Random) -> None:
    words = data.split(b" ")
    first, second = random.choices(range(len(words)), k=2)
    words[first], words[second] = words[second], words[first]
    data[:] = b" ".join(words)


MUTATIONS: tuple[Mutation, ...] = (_change, _flip, _lose, _double, _insert, _cut, _move_lines, _move_lines, _swap_words)


def _part(data: bytearray, random: Random) -> tuple[int, int]:
    begin = random.randrange(len(data) + 1)
    return begin, min(len(data), begin + random.choice((1, 2, 20, 200)))
