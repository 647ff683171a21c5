"""Damage of a database file: in its headers, in its blocks, cut short, and with a log beside it that is not its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

HEADERS = 3 * 4096
"""Bytes before the first block."""
BLOCK = 1 << 18

Damage = Callable[[bytearray, Random], None]


def damage(sound: Path, file: Path, random: Random) -> None:
    """Write a damaged copy of that database; now and then there is a log beside it, too."""
    data = bytearray(sound.read_bytes())
    for _ in range(random.choice((1, 1, 2, 5))):
        random.choice(DAMAGES)(data, random)
    file.write_bytes(data)
    log = file.with_name(f"{file.name}.wal")
    log.unlink(missing_ok=True)
    if random.random() < 0.15:
        begin = random.randrange(len(data) + 1)
        log.write_bytes(random.choice((random.randbytes(100), data[begin : begin + 5000])))


def _header(data: bytearray, random: Random) -> None:
    _change(data, random.randrange(HEADERS), random)


def _anywhere(data: bytearray, random: Random) -> None:
    for _ in range(random.choice((1, 1, 10))):
        _change(data, random.randrange(len(data) + 1), random)


def _zeros(data: bytearray, random: Random) -> None:
    """As a disk leaves them that lost its power."""
    begin = random.randrange(len(data) + 1)
    end = min(len(data), begin + random.choice((512, 4096, BLOCK)))
    data[begin:end] = bytes(end - begin)


def _swap_blocks(data: bytearray, random: Random) -> None:
    """Each block is sound and stands in the place of another."""
    count = (len(data) - HEADERS) // BLOCK
    if count > 1:
        first, second = (
            slice(HEADERS + BLOCK * number, HEADERS + BLOCK * (number + 1)) for number in random.sample(range(count), 2)
        )
        data[first], data[second] = data[second], data[first]


def _cut(data: bytearray, random: Random) -> None:
    """In the middle of a block, or where one ends."""
    place = random.randrange(len(data) + 1)
    del data[random.choice((place, HEADERS + max(0, place - HEADERS) // BLOCK * BLOCK)) :]


def _insert(data: bytearray, random: Random) -> None:
    place = random.randrange(len(data) + 1)
    data[place:place] = random.randbytes(random.choice((1, 8, 4096)))


DAMAGES: tuple[Damage, ...] = (_header, _header, _anywhere, _anywhere, _zeros, _swap_blocks, _cut, _insert)


def _change(data: bytearray, place: int, random: Random) -> None:
    if place < len(data):
        data[place] ^= 1 << random.randrange(8)
