"""Damaged files: texts by their bytes and by their lines, archives of them, under names of every kind."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.fuzz import archives, bytes_, lines
from tests.fuzz.material import SOUND, texts

NAMES = (
    b"a b.txt", b"caf\xe9.txt", b"\x1b[31mred.txt", b"a\nb.txt", b"-rf", b"--help", b"'; DROP TABLE hands; --.txt",
    b"%s{}.zip", b"\xe2\x80\xae.txt", b"n" * 240,
)  # fmt: skip
"""What a file may be called; most are called by a number."""


class Input(NamedTuple):
    """A file that is not written yet."""

    name: bytes
    data: bytes

    @property
    def path(self) -> Path:
        """Within its folder."""
        return Path(os.fsdecode(self.name))


SOUND_INPUT = Input(b"sound.txt", SOUND.read_bytes())
"""Stands among damaged files: whatever they are, it is to be read."""


def damaged_input(number: int, random: Random) -> Input:
    """One damaged file, named by that number or by something worse."""
    name = b"%d-" % number + random.choice(NAMES) if random.random() < 0.05 else b"%d.txt" % number
    return Input(name, _data(random))


def write_all(inputs: list[Input], folder: Path) -> None:
    """Write those files into a new folder."""
    folder.mkdir(parents=True)
    for file in inputs:
        (folder / file.path).write_bytes(file.data)


def _data(random: Random) -> bytes:
    if random.random() < 0.2:
        return archives.archive([_text(random) for _ in range(random.choice((1, 2, 5)))], random)
    return _text(random)


def _text(random: Random) -> bytes:
    text = random.choice(texts())
    if random.random() < 0.55:
        text = lines.damaged(_letters(text), _letters(random.choice(texts())), random).encode()
        return bytes_.recoded(text, random) if random.random() < 0.2 else text
    if random.random() < 0.1:
        text += random.choice(texts())
    return bytes_.damaged(bytes_.recoded(text, random), random)


def _letters(text: bytes) -> str:
    return text.decode("utf-8", "replace")
