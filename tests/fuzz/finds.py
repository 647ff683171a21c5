"""What a campaign finds: one of each kind, kept with all it takes to see it again."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path("build", "fuzz-finds")
MOST = 30
"""Kinds of finds in one campaign, after which nothing new is learned."""


@dataclass
class Finds:
    """The finds of one campaign; its name contains its seed."""

    name: str
    _reports: dict[str, str] = field(default_factory=dict)
    """The report on each find, by kind."""

    def is_new(self, kind: str) -> bool:
        """Whether it is worth looking at."""
        return kind not in self._reports and len(self._reports) < MOST

    def keep(self, kind: str, complaint: str, folder: Path, words: Sequence[str]) -> None:
        """Keep a copy of that folder, in which the command line finds all it needs."""
        place = FOLDER / f"{self.name}-{len(self._reports) + 1}"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(folder, place)
        replay = shlex.join([".venv/bin/histparse", *(word.replace(str(folder), str(place)) for word in words)])
        self._reports[kind] = f"{complaint}\n    {replay}"
        (place / "why.txt").write_text(f"{self._reports[kind]}\n", "utf-8", "backslashreplace")

    @property
    def report(self) -> str:
        """All of them, with the line that shows each; empty: nothing was found."""
        return "\n".join(self._reports.values())


def kind_of(words: Sequence[str], complaint: str | None) -> str:
    """The same for complaints that differ only in figures, names and places."""
    return f"{words[0]}: " + re.sub(r"'[^']*'|`[^`]*`|\S*/\S*|-?\d+", "_", complaint or "")[:160]
