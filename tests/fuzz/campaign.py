"""A campaign: damaged files go through the commands, and what ends badly is narrowed down to the files it takes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection
from pathlib import Path

from tests.fuzz.commands import Command
from tests.fuzz.finds import Finds, kind_of
from tests.fuzz.inputs import SOUND_INPUT, Input, written
from tests.fuzz.program import Served
from tests.fuzz.verdict import bounds, complaint


class Campaign:
    """One run through that program; `folder` is made for what is written meanwhile."""

    def __init__(self, name: str, program: Served, folder: Path) -> None:
        self.finds = Finds(name)
        self._program = program
        self._folder = folder

    def together(self, inputs: list[Input], commands: list[Command]) -> None:
        """A folder with those files and a sound one: whatever they are, it is read to its end."""
        self._try(commands, inputs, self._all, (0, 1))

    def alone(self, one: Input, commands: list[Command]) -> None:
        """One file, by its name."""
        self._try(commands, [one], lambda some: self._all(some, some[0].path), (0, 1, 2))

    def _try(
        self,
        commands: list[Command],
        inputs: list[Input],
        write: Callable[[list[Input]], Path],
        codes: Collection[int],
    ) -> None:
        target = write(inputs)
        for command in commands:
            said = self._wrong(command, target, inputs, codes)
            kind = kind_of(command.words, said)
            if said and self.finds.is_new(kind):
                self._program.restart()  # or memory once taken would be held against every part

                def fails(some: list[Input], command: Command = command, kind: str = kind) -> bool:
                    return kind_of(command.words, self._wrong(command, write(some), some, codes)) == kind

                few = narrowed(inputs, fails)
                self.finds.keep(kind, said, self._folder, command.line(write(few), self._folder))
                write(inputs)

    def _wrong(self, command: Command, target: Path, inputs: list[Input], codes: Collection[int]) -> str | None:
        size = sum(len(one.data) for one in inputs)
        words = command.line(target, self._folder)
        return complaint(words, self._program.run(words), bounds(codes, size, self._program))

    def _all(self, inputs: list[Input], asked: Path | None = None) -> Path:
        """Write those files and a sound one; gives the path asked for, else that of their folder."""
        shutil.rmtree(self._folder, ignore_errors=True)
        written([*inputs, SOUND_INPUT], self._folder / "in")
        return self._folder / "in" / (asked or "")


def narrowed(inputs: list[Input], fails: Callable[[list[Input]], bool]) -> list[Input]:
    """The fewest of them that halving finds to fail still."""
    while len(inputs) > 1:
        half = len(inputs) // 2
        failing = next((part for part in (inputs[:half], inputs[half:]) if fails(part)), None)
        if failing is None:
            break
        inputs = failing
    return inputs
