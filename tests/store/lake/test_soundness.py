"""A file of a lake that is not as it was written is named, wherever it is and whoever opens it; nothing else is."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from fsspec.implementations.memory import MemoryFileSystem  # type: ignore[import-untyped] # it has no types

from histparse.store import StoreError
from histparse.store.lake import soundness
from histparse.store.lake.local import Local
from histparse.store.lake.manifests import latest
from histparse.store.lake.place import place_at
from histparse.store.target import reading
from tests.running import Run
from tests.store.lake.lakes import beginning, fill

TRIALS = 1_500 if os.environ.get("HISTPARSE_SOAK") else 15
CHANCE = random.Random(5)  # noqa: S311 - nothing is kept secret by it


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing was looked at before."""
    monkeypatch.setenv("HISTPARSE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def copy(lake: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(lake, tmp_path / "lake"))


def shown(lake: Path) -> list[Path]:
    """Its files of rows that a query reads."""
    snapshot = latest(place_at(str(lake)))
    assert snapshot is not None
    return [lake / name for name in sorted(snapshot.written())]


def turn_a_bit(file: Path) -> None:
    """As a disk does."""
    data = bytearray(file.read_bytes())
    data[CHANCE.randrange(len(data))] ^= 1 << CHANCE.randrange(8)
    file.write_bytes(data)


@pytest.mark.untraced
@pytest.mark.parametrize("known", [False, True])
def test_a_bit_that_has_turned_is_found_in_any_file(copy: Path, run: Run, known: bool) -> None:
    if known:
        assert run("players", "--db", copy)[0] == 0
    for file in CHANCE.sample(shown(copy), 5):
        before = file.read_bytes()
        turn_a_bit(file)
        code, out, err = run("players", "--db", copy)
        assert (code, out) == (2, "")
        assert err == f"histparse: {copy}/{file.relative_to(copy)}: {soundness.DAMAGED}\n"
        file.write_bytes(before)
    assert run("players", "--db", copy)[0] == 0


@pytest.fixture
def small_lake(tmp_path: Path, run: Run) -> Path:
    """Three imports, the last of a file that has grown, and an alias: each kind of file there is."""
    lake, session = tmp_path / "small", tmp_path / "session.txt"
    for hands in (3, 5):
        session.write_bytes(beginning("session_cash_heads_up.txt", hands))
        fill(lake, [session])
    fill(lake, [beside(tmp_path)])
    assert run("aliases", "Somebody", "pokerstars:Katja72", "--db", lake)[0] == 0
    return lake


def beside(folder: Path) -> Path:
    file = folder / "other.txt"
    file.write_bytes(beginning("session_cash_six_handed.txt", 2))
    return file


@pytest.mark.untraced
def test_whatever_bits_have_turned_nothing_else_is_printed(small_lake: Path, run: Run) -> None:
    """Up to five of any file; the folder of an import that goes on from it is no other either."""
    printed = run("players", "--db", small_lake)
    assert printed[0] == 0
    kinds = {file.relative_to(small_lake).parts[0] for file in small_lake.rglob("*.*") if file.is_file()}
    assert kinds >= {"aliases", "manifests", "snapshots", "lake.json", "parts", "hands"}
    files = [file for file in sorted(small_lake.rglob("*.*")) if file.is_file() and file.stat().st_size]
    records = [file for file in files if file.suffix == ".json"]
    found = 0
    for file in [*CHANCE.choices(records, k=TRIALS), *CHANCE.choices(files, k=TRIALS)]:
        before = file.read_bytes()
        for _ in range(CHANCE.randint(1, 5)):
            turn_a_bit(file)
        code, out, err = run("players", "--db", small_lake)
        assert (code, out) in {(2, ""), printed[:2]}, (file, out)
        assert (code == 2) == err.startswith("histparse: "), (file, err)
        if file in records and file.parent.name == "manifests":
            code, _, err = run("import", beside(small_lake.parent), "--lake", small_lake, "--jobs", "1")
            assert (code, err.count("\n")) == (2, 1), (file, err)
        found += code == 2
        file.write_bytes(before)
    assert found > TRIALS / 2
    assert run("players", "--db", small_lake) == printed


def test_no_import_builds_on_a_damaged_part(copy: Path, run: Run, tmp_path: Path) -> None:
    session = tmp_path / "session.txt"
    session.write_bytes(beginning("session_cash_six_handed.txt", 3))
    there = {*copy.rglob("*")}
    turn_a_bit(min((copy / "parts" / "findings").iterdir()))
    for line in (["import", session, "--lake", copy, "--jobs", "1"], ["compact", copy], ["retry", "--db", copy]):
        code, _, err = run(*line)
        assert (code, err.count("\n")) == (2, 1)
        assert soundness.DAMAGED in err
    assert {*copy.rglob("*")} == there


def cut_short(lake: Path) -> str:
    file = min((lake / "parts" / "skipped").iterdir())
    file.write_bytes(file.read_bytes()[:-9])
    return f"parts/skipped/{file.name} is not as it was written"


def altered(lake: Path) -> str:
    file = min((lake / "parts" / "findings").iterdir())
    turn_a_bit(file)
    return f"parts/findings/{file.name} is not as it was written"


def without_manifest(lake: Path) -> str:
    file = min((lake / "manifests").iterdir())
    file.unlink()
    return f"manifests/{file.name} is gone"


@pytest.mark.untraced
@pytest.mark.parametrize("damage", [cut_short, altered, without_manifest])
def test_a_check_finds_what_no_query_reads(copy: Path, run: Run, damage: Callable[[Path], str]) -> None:
    said = damage(copy)
    code, out, _ = run("db", "check", "--db", copy)
    assert code == 1
    assert [line.strip() for line in out.splitlines() if said in line] == [said]


def test_a_check_reads_even_what_is_known(copy: Path, run: Run) -> None:
    """A disk that loses a bit says nothing of it: neither size nor time are others."""
    file = shown(copy)[3]
    assert run("players", "--db", copy)[0] == 0
    status = file.stat()
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    with file.open("r+b") as there:
        there.write(data)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    code, out, err = run("db", "check", "--db", copy)
    assert code in {1, 2}
    assert file.name in out + err


def test_each_file_is_read_once(copy: Path, monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    read: list[str] = []
    whole = Local.read

    def noted(place: Local, name: str) -> bytes:
        read.append(name)
        return whole(place, name)

    monkeypatch.setattr(Local, "read", noted)
    for _ in range(2):
        reading(copy).close()
    rows = [copy / name for name in read if name.endswith(".parquet")]
    assert sorted(rows) == shown(copy)
    shutil.rmtree(cache)
    cache.write_text("no folder", encoding="utf-8")
    reading(copy).close()  # it can be written nowhere: everything is read again


def test_an_address_is_looked_at_too(tmp_path: Path) -> None:
    files = MemoryFileSystem()
    files.store.clear()
    address = "memory://poker/sound"
    session = tmp_path / "session.txt"
    session.write_bytes(beginning("session_cash_heads_up.txt", 6))
    fill(address, [session])
    reading(address).close()
    place = place_at(address)
    name = next(name for name in place.names("seats"))
    data = bytearray(place.read(name))
    data[9] ^= 4
    place.write(name, bytes(data))
    with pytest.raises(StoreError, match=rf"{name}: not as it was written"):
        reading(address)
