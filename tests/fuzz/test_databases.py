"""A damaged database is used or refused in one sentence, and never written by whoever only reads it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from random import Random

import pytest

from histparse.cli import app
from tests.conftest import SOAK
from tests.fuzz.commands import STORED
from tests.fuzz.databases import damage
from tests.fuzz.finds import Finds, kind_of
from tests.fuzz.material import SOUND
from tests.fuzz.program import Served
from tests.fuzz.verdict import bounds, complaint

SEED = os.environ.get("HISTPARSE_SEED", "0")
PARTS, DATABASES, TRIED = (5, 100, 7) if SOAK else (1, 4, 2)
COMMANDS = (
    ("stats", "vpip"),
    ("stats", "pat_rate", "--by", "position"),
    ("report",),
    ("players",),
    ("sessions",),
    ("compare", "pokerstars:Katja72", "winamax:Old Smoothie"),
    (*STORED, str(SOUND)),
)


@pytest.mark.nightly
@pytest.mark.parametrize("command", COMMANDS)
def test_a_sound_database_answers(command: tuple[str, ...], full: Path, tmp_path: Path) -> None:
    """Or the campaign would ask what is refused whatever the database."""
    file = shutil.copyfile(full, tmp_path / "x.duckdb")
    assert app.run_command_line([*command, "--db", str(file)]) == 0


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
def test_a_damaged_database_is_used_or_refused(part: int, served: Served, full: Path, tmp_path: Path) -> None:
    finds = Finds(f"{SEED}-{part}-database")
    for number in range(DATABASES):
        seed = f"{finds.name}-{number}"
        for command in Random(seed).sample(COMMANDS, TRIED):  # noqa: S311 - the same damage in every run
            file = damaged(full, tmp_path / "run", seed)
            words = [*command, "--db", str(file)]
            if (sentence := find_fault(words, file, served)) and finds.is_new(kind := kind_of(words, sentence)):
                finds.keep(kind, sentence, damaged(full, tmp_path / "run", seed).parent, words)
    assert finds.report == ""


def damaged(sound: Path, folder: Path, seed: str) -> Path:
    """The same damage for the same seed, in a folder with nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    damage(sound, folder / "x.duckdb", Random(seed))  # noqa: S311 - as above
    return folder / "x.duckdb"


def find_fault(words: list[str], file: Path, program: Served) -> str | None:
    """What is to be said against how that ended."""
    content = file.read_bytes()
    ended = program.run(words)
    if sentence := complaint(words, ended, bounds((0, 2), len(content), program)):
        return sentence
    if ended.code == 2 and ended.errors.count("\n") != 1:
        return f"said in {ended.errors.count(chr(10))} lines: {ended.errors!r}"
    if "import" not in words and file.read_bytes() != content:
        return "changed the file"
    return None
