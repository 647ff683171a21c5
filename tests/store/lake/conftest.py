"""What the lakes of the tests are filled with: hands of all sites, copies of them, other texts under their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse import flow
from histparse.store.lake import compact, pieces, work
from tests.samples import FOLDER
from tests.store.lake.lakes import beginning, checksum, fill, stored

LARGEST = 12_000
"""Bytes of the samples taken: many small files are harder than a few large ones."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of a few hands, so that few hands are many pieces, tasks and parts."""
    make_small(monkeypatch)


def make_small(patch: pytest.MonkeyPatch) -> None:
    """Let them be so."""
    patch.setattr(pieces, "SIZE", 30_000)
    patch.setattr(work, "BATCH", 25)
    patch.setattr(compact, "MANY", 1_000)  # nothing is done beside a test that does not ask for it


@pytest.fixture(scope="session")
def material(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The files, in order of name."""
    folder = tmp_path_factory.mktemp("material")
    small = [file for file in flow.files([FOLDER]) if file.stat().st_size < LARGEST]
    undated = FOLDER / "phh" / "by_hand_cards_not_seen.phh"
    samples = [file for place, file in enumerate(small) if place % 3 == 1 or file == undated]
    for number, file in enumerate(samples):
        (folder / f"{number:02}_{file.name}").write_bytes(file.read_bytes())
    (folder / "a_mix.txt").write_bytes(beginning("session_home_game_8_game.txt"))
    for name, data in altered(beginning("session_cash_heads_up.txt")).items():
        (folder / name).write_bytes(data)
    return flow.files([folder])


def altered(session: bytes) -> dict[str, bytes]:
    """A file as it is, its copy, one cut off, and two with other words under the same numbers."""
    return {
        "a_session.txt": session,
        "b_copy.txt": session,
        "b_half.txt": session[: len(session) // 2],
        "c_other.txt": session.replace(b"*** FIRST DRAW ***", b'Katja72 said, "nh"\n*** FIRST DRAW ***'),
        "z_other.txt": session.replace(b"*** SUMMARY ***", b'Katja72 said, "nh"\n*** SUMMARY ***'),
    }


@pytest.fixture(scope="session")
def database(material: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of them."""
    path = tmp_path_factory.mktemp("database") / "all.duckdb"
    stored(path, material)
    return path


@pytest.fixture(scope="session")
def expected(database: Path) -> str:
    """Its checksum."""
    return checksum(database)


@pytest.fixture(scope="session")
def lake(material: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake of them, from two imports. Tests that change it work on a copy."""
    path = tmp_path_factory.mktemp("filled") / "lake"
    with pytest.MonkeyPatch.context() as patch:
        make_small(patch)
        for start in range(2):
            fill(path, material[start::2])
    return path
