"""Hands are shown by number, line and text; a query reads the database and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import histparse
from tests.cli.guarding import ATTEMPTS, attempt_in, filled_in, unchanged
from tests.samples import FOLDER

HAND = FOLDER / "pokerstars" / "by_hand_all_in_side_pot.txt"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled_in(tmp_path_factory.mktemp("api"))


@pytest.fixture
def store(file: Path) -> Iterator[histparse.Store]:
    with histparse.Store(file, read_only=True) as opened:
        yield opened


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        ("104200271828", "is neither FILE:LINE nor a hand on one line; a store finds numbers"),
        (f"{HAND}:9999", "has no hand at line 9999"),
        ("27TD FL 1/2 USD | what", "."),
    ],
)
def test_a_hand_that_is_not_there_is_reported(hand: str, sentence: str) -> None:
    with pytest.raises(histparse.HistparseError, match=sentence):
        histparse.show(hand)


@pytest.mark.nightly
def test_every_attempt_is_refused(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by a store that may write: a query cannot."""
    monkeypatch.chdir(tmp_path)
    copy = tmp_path / "copy" / "poker.duckdb"
    copy.parent.mkdir()
    copy.write_bytes(file.read_bytes())
    with unchanged(tmp_path, file):
        store = histparse.Store(copy)
        for attempt in ATTEMPTS:
            with pytest.raises((histparse.HistparseError, AttributeError)):
                pytest.fail(f"{attempt}: {store.query(attempt_in(tmp_path, copy, attempt))}")
            with suppress(histparse.StoreError):
                store.sql("SELECT 1 FROM hands")
                continue
            store.close()  # an attempt has made it unusable, and the later ones would prove nothing
            store = histparse.Store(copy)
        assert store.sql("SELECT count(*) AS hands FROM hands")["hands"][0] == 40
        store.close()


def test_a_store_imports_after_a_query(tmp_path: Path) -> None:
    with histparse.Store(tmp_path / "poker.duckdb") as store:
        assert store.query("SELECT count(*) AS n FROM hands")["n"][0] == 0
        assert store.import_files([HAND]).stored == 1
        assert store.query("SELECT count(*) AS n FROM hands")["n"][0] == 1
