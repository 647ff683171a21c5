"""Every text read ends in one state: stored, a copy, set aside, or superseded - in whatever order and way it came."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from histparse.judging.duplicates import digest_text
from histparse.store import Database
from tests.conftest import SOAK
from tests.store.filling import checksum, import_new_hands, rows, stored, tables
from tests.store.texts_of_hands import Read, States, folder, hands, read, states

DEALT = hands(400 if SOAK else 24, 30)
SET_ASIDE = "SELECT digest, path, line FROM set_aside ORDER BY ALL"
STORED = "SELECT digest, path, first_line FROM hands ORDER BY ALL"


def places(texts: Iterable[Read]) -> list[tuple[int, str, int]]:
    """Digest and place of each, in their order."""
    return sorted((digest_text(text.text), text.path, text.line) for text in texts)


def judged(texts: list[Read]) -> States:
    """What is to become of them."""
    return states(texts, {text.text: digest_text(text.text) for text in texts})


@pytest.mark.nightly(1)
@pytest.mark.parametrize("seed", range(20 if SOAK else 2))
def test_each_text_is_in_the_state_that_the_rulebook_says(database: Database, seed: int, tmp_path: Path) -> None:
    files = folder(tmp_path / "files", DEALT, Random(seed))  # noqa: S311 - the same texts in every run
    expected = judged(read(files))
    summary = import_new_hands(database, files, batch_size=100)
    assert rows(database, STORED) == places(expected.stored)
    assert rows(database, SET_ASIDE) == places(expected.set_aside)
    counts = (summary.stored, summary.set_aside, summary.duplicates)
    assert counts == (len(expected.stored), len(expected.set_aside), len(expected.copies) + len(expected.superseded))
    assert summary.hands == sum(counts) + sum(summary.skipped.values())
    assert all(expected)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(6 if SOAK else 1))
def test_neither_order_nor_pieces_nor_processes_show(seed: int, tmp_path: Path) -> None:
    random = Random(seed)  # noqa: S311 - as above
    files = folder(tmp_path / "files", DEALT[: 12 if SOAK else 3], random)
    counted = stored(tmp_path / "whole", files)
    expected = checksum(tmp_path / "whole")
    ways = {
        "reversed": [files[::-1]],
        "one_by_one": [[file] for file in random.sample(files, len(files))],
        "in_two": [files[2:], files],
    }
    for name, imports in [*ways.items()][:: 1 if SOAK else 2]:
        for part in imports:
            with Database(tmp_path / f"{name}.duckdb") as database:
                summary = import_new_hands(database, part, batch_size=7)
        if name == "reversed":  # a hand counts as what it is in the end, even if it was stored until another came
            assert replace(summary, seconds=0, hands_per_second=0) == replace(counted, seconds=0, hands_per_second=0)
        assert checksum(tmp_path / f"{name}.duckdb") == expected, name
    with Database(tmp_path / "two.duckdb") as database:
        import_new_hands(database, files, batch_size=7, jobs=2)
    assert checksum(tmp_path / "two.duckdb") == expected


@pytest.mark.nightly
@given(st.randoms(use_true_random=False))
@settings(max_examples=200 if SOAK else 1)
def test_a_folder_that_grows_is_as_one_read_at_once(tmp_path_factory: pytest.TempPathFactory, random: Random) -> None:
    path = tmp_path_factory.mktemp("growing")
    files = folder(path / "files", random.sample(DEALT, 3), random, files=2)
    whole = {file: file.read_bytes() for file in files}
    with Database(path / "grown") as database:
        for part in (random.random(), 1.0):
            for file in random.sample(files, 2):
                file.write_bytes(whole[file][: int(len(whole[file]) * part)])
                import_new_hands(database, [file], batch_size=random.choice((1, 3, 100)))
    stored(path / "whole", files)
    assert tables(path / "grown")["hands"].equals(tables(path / "whole")["hands"])
