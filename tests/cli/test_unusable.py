"""Databases that cannot be used, and disks that are full: one sentence, the same in every command, and exit code 2."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

from histparse.cli import app
from histparse.simulate import Settings, deal_hands
from histparse.store import Database
from histparse.store.schema import VERSION
from tests.dealer.writing import write_all
from tests.store.filling import content

(FIRST,) = deal_hands(Settings(hands=1, seed=1))
RIVAL = next(seat.player for seat in FIRST.seats if seat.player != "Hero")
COMMANDS = {
    "stats": ["stats", "vpip"],
    "report": ["report"],
    "players": ["players"],
    "sessions": ["sessions"],
    "compare": ["compare", "Hero", RIVAL],
    "import": ["import", "{more}", "--jobs", "1", "-q"],
}
DAMAGED = "this database is damaged: restore a backup, or import the histories into a new file"
FULL = "the disk is full; the database is as it was before"
BLOCK = 262_144
"""Bytes that share a checksum; three short headers come before the first."""
SEEDS = range(600 if os.environ.get("HISTPARSE_SOAK") else 12)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small database, and with more hands beside it."""
    folder = tmp_path_factory.mktemp("made")
    for name, seed in (("hands", 1), ("more", 2)):
        text = write_all(deal_hands(Settings(hands=60, seed=seed)))
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    assert app.run(["import", str(folder / "hands.txt"), "--db", str(folder / "made.duckdb"), "--jobs", "1"]) == 0
    return folder


Ask = Callable[[str, Path], tuple[int, str]]


@pytest.fixture
def ask(made: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Runs a command on a database: the exit code and what it says on standard error."""

    def call(command: str, file: Path) -> tuple[int, str]:
        capsys.readouterr()
        words = [word.replace("{more}", str(made / "more.txt")) for word in COMMANDS[command]]
        code = app.run([*words, "--db", str(file)])
        return code, capsys.readouterr().err

    return call


def damage(healthy: bytes, seed: int) -> bytes:
    """The bytes with a bit turned, some of them lost, others instead, or without their end."""
    chance = random.Random(seed)  # noqa: S311 - nothing is kept secret by it
    at = chance.choice([chance.randrange(3 * 4096), chance.randrange(len(healthy))])
    wide = chance.choice([64, 4096, BLOCK])
    turned = bytes([healthy[at] ^ 1 << chance.randrange(8)])
    kinds = [turned, bytes(wide), chance.randbytes(64)]
    if seed % 4 == 3:
        return healthy[:at]
    part = kinds[seed % 4]
    return (healthy[:at] + part + healthy[at + len(part) :])[: len(healthy)]


@pytest.mark.nightly(4)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_damaged_database_ends_in_one_sentence(made: Path, tmp_path: Path, ask: Ask, seed: int) -> None:
    file = tmp_path / "x.duckdb"
    file.write_bytes(damage((made / "made.duckdb").read_bytes(), seed))
    sentences = {f"histparse: {file}: {why}\n" for why in (DAMAGED, "not a database")}
    code, said = ask([*COMMANDS][seed % len(COMMANDS)], file)
    assert (code, said) == (0, "") or (code == 2 and said in sentences)


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
        code, said = ask(command, file)
        if code:
            break
    assert (code, said) == (2, f"histparse: {file}: {DAMAGED}\n")


def damaged_log(file: Path) -> None:
    with duckdb.connect(file) as connection:
        connection.execute("PRAGMA disable_checkpoint_on_shutdown")
        connection.execute("INSERT INTO files FROM files")
    log = Path(f"{file}.wal")
    log.write_bytes(log.read_bytes()[:150] + bytes(40) + log.read_bytes()[190:])


def older(file: Path) -> None:
    with duckdb.connect(file) as connection:
        connection.execute("UPDATE schema_version SET version = 1")


def newer(file: Path) -> None:
    with duckdb.connect(file) as connection:
        connection.execute("UPDATE schema_version SET version = 99")


def renamed(file: Path) -> None:
    with duckdb.connect(file) as connection:
        connection.execute("ALTER TABLE schema_version RENAME product TO name")


def worded(file: Path) -> None:
    with duckdb.connect(file) as connection:
        connection.execute("ALTER TABLE schema_version ALTER version TYPE VARCHAR")


def doubled(file: Path) -> None:
    with duckdb.connect(file) as connection:
        connection.execute("INSERT INTO schema_version FROM schema_version")


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


@pytest.mark.nightly(2)
@pytest.mark.soak(4)
@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (damaged_log, DAMAGED),
        (
            older,
            f"made by an older histparse (schema 1, this one reads {VERSION}); import the histories into a new file",
        ),
        (newer, f"made by a newer histparse (schema 99, this one reads {VERSION}); update histparse"),
        (renamed, "this DuckDB file was not made by histparse"),
        (worded, "this DuckDB file was not made by histparse"),
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


@contextmanager
def anybody() -> Iterator[None]:
    """Without the rights of root, whom no mode of a file stops."""
    if os.geteuid() == 0:
        os.seteuid(65_534)
        try:
            yield
        finally:
            os.seteuid(0)
    else:
        yield


def test_what_may_not_be_used_is_named_as_such(made: Path) -> None:
    """In a folder that anybody may look into."""
    file = Path(shutil.copy(made / "made.duckdb", f"/tmp/histparse-{os.getpid()}.duckdb"))  # noqa: S108 - as it says
    try:
        file.chmod(0o444)
        with anybody():
            Database(file, read_only=True).close()
            with pytest.raises(ValueError, match=r"\.duckdb: no permission to use this database"):
                Database(file)
        file.chmod(0)
        with anybody(), pytest.raises(ValueError, match=r"\.duckdb: no permission to use this database"):
            Database(file, read_only=True)
    finally:
        file.unlink()


@pytest.mark.nightly
def test_a_database_without_tables_is_filled_by_an_import_only(tmp_path: Path, ask: Ask) -> None:
    file = tmp_path / "x.duckdb"
    duckdb.connect(file).close()
    reading = {ask(command, file) for command in COMMANDS if command != "import"}
    assert reading == {(2, f"histparse: {file}: there is nothing in this database; `histparse import` fills it\n")}
    assert ask("import", file) == (0, "")
    assert ask("stats", file) == (0, "")


IMPORT = "import sys; from histparse.cli import main; main()"
LIMITED = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size})); " + IMPORT


def stored(file: Path) -> dict[str, list[tuple[object, ...]]]:
    with Database(file, read_only=True) as database:
        return content(database)


def run_import(program: str, *words: str | Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", program, "import", *words, "--jobs", "1", "-q"],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More hands than fit."""
    file = tmp_path_factory.mktemp("many") / "many.txt"
    file.write_text(write_all(deal_hands(Settings(hands=400, seed=3))), encoding="utf-8")
    return file


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="this system limits no file's size")
def test_a_full_disk_is_named_as_such_and_stores_nothing(made: Path, many: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(made / "made.duckdb", tmp_path / "x.duckdb"))
    before = stored(file)
    assert run_import(LIMITED.format(size=60_000), many, "--db", file) == (2, f"histparse: {file}: {FULL}\n")
    assert stored(file) == before
    assert [path.name for path in tmp_path.iterdir()] == ["x.duckdb"]
    assert run_import(IMPORT, many, "--db", file) == (0, "")


@pytest.mark.nightly(1)
@pytest.mark.parametrize("size", [4096, 12_288])
def test_nothing_is_left_of_a_database_that_a_full_disk_keeps_from_being_made(
    made: Path, tmp_path: Path, size: int
) -> None:
    file = tmp_path / "x.duckdb"
    code, said = run_import(LIMITED.format(size=size), made / "hands.txt", "--db", file)
    assert (code, said) == (2, f"histparse: {file}: {FULL}\n")
    assert [*tmp_path.iterdir()] == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 5 MB, where that may be made."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=5m", "tmpfs", tmp_path],  # noqa: S607 - wherever the system has it
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("no file system may be mounted here")
    yield tmp_path
    subprocess.run(["umount", tmp_path], check=True)  # noqa: S607 - wherever the system has it


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("mount") is None or os.name != "posix", reason="this system mounts nothing")
def test_a_disk_that_is_really_full_is_named_as_such(made: Path, many: Path, small_disk: Path) -> None:
    file = Path(shutil.copy(made / "made.duckdb", small_disk / "x.duckdb"))
    before = stored(file)
    rest = os.statvfs(small_disk)
    (small_disk / "ballast").write_bytes(bytes(rest.f_bavail * rest.f_frsize - 100_000))
    assert run_import(IMPORT, many, "--db", file) == (2, f"histparse: {file}: {FULL}\n")
    assert stored(file) == before
    assert sorted(path.name for path in small_disk.iterdir()) == ["ballast", "x.duckdb"]
