"""Databases that cannot be used, and disks that are full: one sentence, the same in every command, and exit code 2."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from shlex import split

import duckdb
import pytest

from histparse.simulate import Settings, deal_hands
from histparse.store import Database
from tests.cli.commands import import_by_command, write_session
from tests.conftest import SOAK
from tests.running import Run

(FIRST,) = deal_hands(Settings(hands=1, seed=1))
RIVAL = next(seat.player for seat in FIRST.seats if seat.player != "Hero")
COMMANDS = {
    "stats": "stats vpip",
    "report": "report",
    "players": "players",
    "sessions": "sessions",
    "compare": f"compare Hero '{RIVAL}'",
    "import": "import {more} --jobs 1 -q",
}
DAMAGED = "this database is damaged: restore a backup, or import the histories into a new file"
BLOCK = 262_144
"""Bytes that share a checksum; three short headers come before the first."""
SEEDS = range(600 if SOAK else 12)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small database, and with more hands beside it."""
    folder = tmp_path_factory.mktemp("made")
    for name, seed in (("hands", 1), ("more", 2)):
        write_session(folder / f"{name}.txt", Settings(hands=60, seed=seed))
    import_by_command(folder / "made.duckdb", folder / "hands.txt")
    return folder


Ask = Callable[[str, Path], tuple[int, str]]


@pytest.fixture
def ask(made: Path, run: Run) -> Ask:
    """Runs a command on a database: the exit code and what it says on standard error."""

    def call(command: str, file: Path) -> tuple[int, str]:
        line = COMMANDS[command].format(more=made / "more.txt")
        code, _, message = run(*split(line), "--db", file)
        return code, message

    return call


def damage(healthy: bytes, seed: int) -> bytes:
    """The bytes with a bit turned, some of them lost, others instead, or without their end."""
    chance = random.Random(seed)  # noqa: S311 - nothing is kept secret by it
    position = chance.choice([chance.randrange(3 * 4096), chance.randrange(len(healthy))])
    wide = chance.choice([64, 4096, BLOCK])
    flipped = bytes([healthy[position] ^ 1 << chance.randrange(8)])
    kinds = [flipped, bytes(wide), chance.randbytes(64)]
    if seed % 4 == 3:
        return healthy[:position]
    part = kinds[seed % 4]
    return (healthy[:position] + part + healthy[position + len(part) :])[: len(healthy)]


@pytest.mark.nightly(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_damaged_database_ends_in_one_sentence(made: Path, tmp_path: Path, ask: Ask, seed: int) -> None:
    file = tmp_path / "x.duckdb"
    file.write_bytes(damage((made / "made.duckdb").read_bytes(), seed))
    sentences = {f"histparse: {file}: {reason}\n" for reason in (DAMAGED, "not a database")}
    code, message = ask([*COMMANDS][seed % len(COMMANDS)], file)
    assert (code, message) == (0, "") or (code == 2 and message in sentences)


@pytest.mark.nightly(1)
@pytest.mark.soak(2)
@pytest.mark.parametrize("command", COMMANDS)
def test_damage_that_shows_only_later_is_reported_alike(made: Path, tmp_path: Path, ask: Ask, command: str) -> None:
    healthy = (made / "made.duckdb").read_bytes()
    file = tmp_path / "x.duckdb"
    code = 0
    for start in range(3 * 4096, len(healthy), BLOCK):
        file.write_bytes(healthy[: start + 99] + bytes(200) + healthy[start + 299 :])
        try:
            Database(file, read_only=True).close()
        except ValueError:
            continue
        code, message = ask(command, file)
        if code:
            break
    assert (code, message) == (2, f"histparse: {file}: {DAMAGED}\n")


def damaged_log(file: Path) -> None:
    with duckdb.connect(file) as connection:
        connection.execute("PRAGMA disable_checkpoint_on_shutdown")
        connection.execute("INSERT INTO files FROM files")
    log = Path(f"{file}.wal")
    log.write_bytes(log.read_bytes()[:150] + bytes(40) + log.read_bytes()[190:])


def views_only(file: Path) -> None:
    file.unlink()
    with duckdb.connect(file) as connection:
        connection.execute("CREATE VIEW schema_version AS SELECT 'histparse' AS product, 3 AS version")


def pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def doubled(file: Path) -> None:
    with duckdb.connect(file) as connection:
        connection.execute("INSERT INTO schema_version FROM schema_version")


@pytest.mark.nightly(2)
@pytest.mark.soak(4)
@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (damaged_log, DAMAGED),
        (doubled, "this DuckDB file was not made by histparse"),
        (views_only, "this DuckDB file was not made by histparse"),
        (
            lambda file: file.write_bytes(b""),
            "an empty file, not a database; delete it, and `histparse import` makes one there",
        ),
        (lambda file: file.write_text("PokerStars Hand #1: block, lock, read-only\n" * 9), "not a database"),
        (pipe, "not a file, so not a database"),
        (folder, "a folder, not a database"),
    ],
)
def test_the_sentence_is_the_same_in_every_command(
    made: Path, tmp_path: Path, ask: Ask, make: Callable[[Path], object], sentence: str
) -> None:
    file = Path(shutil.copy(made / "made.duckdb", tmp_path / "block lock.duckdb"))
    make(file)
    assert {ask(command, file) for command in COMMANDS} == {(2, f"histparse: {file}: {sentence}\n")}


@pytest.mark.nightly
def test_a_database_without_tables_is_filled_by_an_import_only(tmp_path: Path, ask: Ask) -> None:
    file = tmp_path / "x.duckdb"
    duckdb.connect(file).close()
    reading = {ask(command, file) for command in COMMANDS if command != "import"}
    assert reading == {(2, f"histparse: {file}: there is nothing in this database; `histparse import` fills it\n")}
    assert ask("import", file) == (0, "")
    assert ask("stats", file) == (0, "")
