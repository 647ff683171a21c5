"""A campaign: damaged files go through the commands, and what ends badly is narrowed down to the files it takes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection
from pathlib import Path

from tests.fuzz.commands import Command
from tests.fuzz.finds import Finds, kind_of
from tests.fuzz.inputs import SOUND_INPUT, Input, write_all
from tests.fuzz.program import Served
from tests.fuzz.verdict import bounds, complaint


class Campaign:
    """One run through that program; `folder` is made for what is written meanwhile."""

    def __init__(self, name: str, program: Served, folder: Path) -> None:
        self.finds = Finds(name)
        self._program = program
        self._folder = folder

    def try_folder(self, inputs: list[Input], commands: list[Command]) -> None:
        """A folder with those files and a sound one: whatever they are, it is read to its end."""
        self._try(commands, inputs, self._write, (0, 1))

    def try_file(self, file: Input, commands: list[Command]) -> None:
        """One file, by its name."""
        self._try(commands, [file], lambda inputs: self._write(inputs) / file.path, (0, 1, 2))

    def _try(
        self,
        commands: list[Command],
        inputs: list[Input],
        write: Callable[[list[Input]], Path],
        codes: Collection[int],
    ) -> None:
        target = write(inputs)
        for command in commands:
            sentence = self._complaint(command, target, inputs, codes)
            kind = kind_of(command.words, sentence)
            if sentence and self.finds.is_new(kind):
                self._program.restart()  # or memory once taken would be held against every part

                def fails(part: list[Input], command: Command = command, kind: str = kind) -> bool:
                    return kind_of(command.words, self._complaint(command, write(part), part, codes)) == kind

                culprits = narrowed(inputs, fails)
                self.finds.keep(kind, sentence, self._folder, command.line(write(culprits), self._folder))
                write(inputs)

    def _complaint(self, command: Command, target: Path, inputs: list[Input], codes: Collection[int]) -> str | None:
        size = sum(len(file.data) for file in inputs)
        words = command.line(target, self._folder)
        return complaint(words, self._program.run(words), bounds(codes, size, self._program))

    def _write(self, inputs: list[Input]) -> Path:
        """Write those files and a sound one; gives their folder."""
        shutil.rmtree(self._folder, ignore_errors=True)
        write_all([*inputs, SOUND_INPUT], self._folder / "in")
        return self._folder / "in"


def narrowed(inputs: list[Input], fails: Callable[[list[Input]], bool]) -> list[Input]:
    """The fewest of them that halving finds to fail still."""
    while len(inputs) > 1:
        half = len(inputs) // 2
        failing = next((part for part in (inputs[:half], inputs[half:]) if fails(part)), None)
        if failing is None:
            break
        inputs = failing
    return inputs
