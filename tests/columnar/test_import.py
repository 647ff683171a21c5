"""An import stores the same whichever lane the hands take, in one process and in two.

HISTPARSE_SOAK=1: also by one process.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import polars as pl
import pytest

from histparse.flow import cut
from histparse.store.rows import batch, filling
from histparse.store.rows.filling import filled
from histparse.store.rows.keys import Tables
from tests.columnar.agreement import differences
from tests.faults.checksum import checksum
from tests.samples import FOLDER, of_site

COPIES = 6
"""Of each session, so that there are batches for two processes."""
SITES = ("fulltilt", "kingsclub", "merge", "winamax")
"""Those beside PokerStars that take the fast lane."""
NUMBER = re.compile(r"(?<=Hand #)\d+")


@pytest.fixture(scope="module")
def histories(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A file of many hands; hands that break rules; hands of other sites."""
    file = tmp_path_factory.mktemp("histories") / "sessions.txt"
    sessions = [each.read_text(encoding="utf-8") for each in of_site("pokerstars") if "session" in each.name]
    file.write_text("\n\n".join(_numbered(text, copy) for copy in range(COPIES) for text in sessions), encoding="utf-8")
    others = (each for site in SITES for each in of_site(site))
    return [file, *sorted((FOLDER / "illegal").glob("*.txt")), *others]


def _numbered(text: str, copy: int) -> str:
    """The session with numbers of its own."""
    return NUMBER.sub(lambda number: f"{int(number[0]) + copy * 10**13}", text)


def imported(histories: list[Path], into: Path, jobs: int, environment: dict[str, str]) -> Path:
    """The database made of them."""
    command = [sys.executable, "-m", "histparse", "import", *map(str, histories), "--db", str(into)]
    subprocess.run([*command, "--jobs", str(jobs)], check=True, env=environment, capture_output=True)
    return into


@pytest.fixture(scope="module")
def reference(histories: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database made of them without the fast lane."""
    return imported(histories, tmp_path_factory.mktemp("reference") / "x.duckdb", 1, dict(os.environ))


@pytest.mark.untraced
@pytest.mark.parametrize("jobs", [1, 2] if os.environ.get("HISTPARSE_SOAK") else [2])
def test_the_database_is_the_same(
    jobs: int, histories: list[Path], reference: Path, compiled: dict[str, str], tmp_path: Path
) -> None:
    assert checksum(imported(histories, tmp_path / "x.duckdb", jobs, compiled)) == checksum(reference)


def test_a_batch_takes_the_fast_lane_when_it_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [result for file in of_site("pokerstars") if "by_hand" in file.name for result in cut(file)]
    others = list(cut(FOLDER / "illegal" / "BET02_fifth_bet.txt"))
    reference = filled(hands + others)
    taken = list[int]()

    class Spied(batch.Batch):
        def add_plain(self, made: Iterable[Tables]) -> None:
            some = [*made]
            taken.extend(len(tables["hands"]) for tables in some)
            super().add_plain(some)

    monkeypatch.setattr(filling, "is_ready", lambda: True)
    monkeypatch.setattr(filling, "MANY", 1)
    monkeypatch.setattr(filling, "Batch", Spied)
    fast = filled(hands + others)
    assert taken == [len(hands)]
    assert (fast.files, fast.skipped) == (reference.files, reference.skipped)
    assert differences(by_key(fast.tables), by_key(reference.tables)) == []


def by_key(tables: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """The tables in an order of their own: plain hands stand behind the others."""
    return {name: rows.sort(rows.columns[:5], maintain_order=True) for name, rows in tables.items()}
