"""The command lines of the campaign: every way to read a file, with the options that change what is printed."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import NamedTuple

READING = {
    "check": ("text", "text", "json", "jsonl", "sarif", "github", "waivers"),
    "parse": ("jsonl",),
    "doctor": ("text", "json"),
}
"""Commands that only read, and what they print."""
STORED = ("import", "--format", "json", "--jobs", "1")


class Command(NamedTuple):
    """A command line that wants a path. `stock`: the database to import into a copy of."""

    words: tuple[str, ...]
    stock: Path | None = None

    def line(self, target: Path, scratch: Path) -> list[str]:
        """The whole command line; `scratch` is a folder for a database."""
        return [*self.words, *self._database(scratch), str(target)]

    def _database(self, scratch: Path) -> list[str]:
        if self.stock is None:
            return []
        copy = scratch / "x.duckdb"
        shutil.copyfile(self.stock, copy)
        return ["--db", str(copy)]


def commands(stocks: list[Path], random: Random) -> list[Command]:
    """One of each kind."""
    reading = [Command((name, "--format", random.choice(formats))) for name, formats in READING.items()]
    return [*reading, Command(STORED, random.choice(stocks))]
