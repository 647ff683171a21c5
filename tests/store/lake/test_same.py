"""A lake says the same as a database, whoever wrote it, in whatever order and in whatever pieces."""

from __future__ import annotations

import gzip
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from zipfile import ZipFile

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from histparse import stats
from histparse.store import Database
from histparse.store.lake import pieces
from histparse.store.target import reading
from tests.store.lake.lakes import beginning, checksum, fill, leftovers, rows, stored

pytestmark = pytest.mark.untraced

PLACES = ("path", "line", "first_line", "last_line", "seat_line", "decision_line", "draw_line", "showdown_line")


def test_the_material_has_what_makes_it_difficult(database: Path) -> None:
    found = rows(database)
    codes = set(found["findings"]["code"])
    assert "SYN07" in codes
    assert any(code.startswith("SEQ") for code in codes)
    assert found["set_aside"]["code"].n_unique() > 2
    assert len(found["skipped"]) > 1
    assert found["hands"]["played_at"].null_count() > 0
    assert found["hands"]["site"].n_unique() > 3


@pytest.mark.parametrize("jobs", [2, pytest.param(4, marks=pytest.mark.soak)])
def test_any_number_of_processes(jobs: int, material: list[Path], expected: str, tmp_path: Path) -> None:
    fill(tmp_path / "lake", material, jobs=jobs)
    assert checksum(tmp_path / "lake") == expected
    assert leftovers(tmp_path / "lake") == []


@pytest.mark.soak
def test_any_order_of_imports(material: list[Path], expected: str, tmp_path: Path) -> None:
    files = Random(1).sample(material, len(material))  # noqa: S311 - the same order in every run
    for start in range(4):
        fill(tmp_path / "lake", files[start::4])
    assert checksum(tmp_path / "lake") == expected


def test_one_piece_for_each_file(
    material: list[Path], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "SIZE", 1 << 22)
    fill(tmp_path / "lake", reversed(material))
    assert checksum(tmp_path / "lake") == expected


def test_two_imports_at_once(material: list[Path], expected: str, tmp_path: Path) -> None:
    halves = material[: len(material) * 2 // 3], material[len(material) // 3 :]
    command = [sys.executable, "-m", "histparse", "import", "--lake", str(tmp_path / "lake"), "--jobs", "1"]
    running = [subprocess.Popen([*command, *map(str, half)], stdout=subprocess.DEVNULL) for half in halves]
    assert [one.wait(timeout=300) for one in running] == [0, 0]
    assert checksum(tmp_path / "lake") == expected
    fill(tmp_path / "lake", [])  # whoever comes last alone sweeps
    assert leftovers(tmp_path / "lake") == []


def test_split_joined_and_duplicated(tmp_path: Path) -> None:
    data = beginning("session_cash_heads_up.txt")
    hands = data.split(b"\n\n\n")
    parts = {"whole": data, "one": b"\n\n\n".join(hands[:5]), "two": b"\n\n\n".join(hands[5:]), "both": data + data}
    files = {name: tmp_path / f"{name}.txt" for name in parts}
    for name, file in files.items():
        file.write_bytes(parts[name])
    stored(tmp_path / "database", [files["whole"]])
    expected = checksum(tmp_path / "database", PLACES)
    for lake, names in {"split": ["two", "one"], "joined": ["both"], "twice": ["whole", "both", "one"]}.items():
        fill(tmp_path / lake, [files[name] for name in names])
        assert checksum(tmp_path / lake, PLACES) == expected


def test_archives_and_other_encodings(tmp_path: Path) -> None:
    data = beginning("session_cash_heads_up.txt", 40)
    files = [tmp_path / name for name in ("many.zip", "one.txt.gz", "wide.txt", "noise.bin", "damaged.zip")]
    with ZipFile(files[0], "w") as archive:
        archive.writestr("a/first.txt", data[: len(data) // 2])
        archive.writestr("second.txt", beginning("session_home_game_8_game.txt"))
    files[1].write_bytes(gzip.compress(data))
    files[2].write_text(beginning("by_hand_all_in_side_pot.txt").decode(), "utf-16")
    files[3].write_bytes(bytes(range(256)) * 99)
    files[4].write_bytes(files[0].read_bytes()[:-60])
    stored(tmp_path / "database", files)
    for start in range(2):
        fill(tmp_path / "lake", files[start::2])
    assert checksum(tmp_path / "lake") == checksum(tmp_path / "database")
    assert fill(tmp_path / "lake", files[:3]).unchanged == 4  # two of them in the archive


@pytest.mark.soak
def test_all_statistics_are_equal(lake: Path, database: Path) -> None:
    names, asked = [*stats.catalogue()], [*stats.catalogue().values()]
    with Database(database, read_only=True) as one, reading(lake) as other:
        hero = stats.find_player(one)
        assert stats.find_player(other) == hero
        for player in (None, hero):
            pairs = zip(stats.run_all(one, asked, player), stats.run_all(other, asked, player), strict=True)
            for name, (mine, theirs) in zip(names, pairs, strict=True):
                assert_frame_equal(_sorted(mine), _sorted(theirs), rel_tol=1e-12, abs_tol=1e-12), name


def _sorted(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.sort(frame.columns)


def test_pieces_of_a_file_are_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "SIZE", 9_000)
    file = tmp_path / "long.txt"
    file.write_bytes(beginning("session_cash_heads_up.txt", 40).replace(b"\n", b"\r\n"))
    data = file.read_bytes()
    cut = [*pieces.pieces(file, "long.txt", None, pieces.inspected(file, {}))]
    assert len(cut) > 2
    assert b"".join(data[one.start : one.end] for one in cut) == data
    assert [one.digest for one in cut] == [sha256(data[one.start : one.end]).hexdigest() for one in cut]
    assert all(data[: one.start].count(b"\n") == one.begins.line - 1 for one in cut)
    assert len({task.name for task in pieces.tasks(None, cut)}) == len(cut)
