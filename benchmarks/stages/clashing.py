"""Text to a database: the whole import of a file in which players chat, and some numbers stand above two texts."""

from __future__ import annotations

from itertools import count, islice
from pathlib import Path
from random import Random

from benchmarks.stages import import_
from histparse import flow

CHAT_EVERY, CLASH_EVERY = 3, 1_500
"""Of so many hands one has chat, and one comes again with other chat."""
DEAL = "*** DEALING HANDS ***\n"


def prepare(file: Path) -> Path:
    """Write it, once."""
    varied = file.with_suffix(".clashing.txt")
    if not varied.exists():
        unfinished = varied.with_suffix(".part")
        with unfinished.open("w", encoding="utf-8") as target:
            chance = Random(27)  # noqa: S311 - the same in every run
            for number, result in zip(count(), flow.cut_file_into_hand_texts(file)):
                text = result.text.text if result.text else ""
                target.write(f"{_with_chat(text, chance) if number % CHAT_EVERY == 0 else text}\n\n\n")
                if number % CLASH_EVERY == 0:
                    target.write(f"{_with_chat(text, chance)}\n\n\n")
        unfinished.rename(varied)
    return varied


def _with_chat(text: str, chance: Random) -> str:
    words = " ".join("".join(chance.choices("aeiouklmnprst", k=chance.randint(2, 9))) for _ in range(8))
    name = next((line.split(": ")[1].split(" (")[0] for line in islice(text.split("\n"), 2, 3)), "Hero")
    return text.replace(DEAL, f'{DEAL}{name} said, "{words}"\n', 1)


run = import_.run
