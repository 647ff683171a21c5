"""The whole way from file to findings, and the doctor's, take no longer for a byte of a long file than of a short one.

At length with HISTPARSE_SOAK=1: files of megabytes, which are stored too, and what each of them took is printed.
"""

from __future__ import annotations

import io
import os
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import pytest

from histparse import flow
from histparse.api.findings import located
from histparse.cli.finding_formats import text
from histparse.parsing.dialects import dialects
from histparse.parsing.doctor import examine
from histparse.store import Database, Importer
from tests.fuzz.worst_lines import Kind, alone, of_site

pytestmark = pytest.mark.untraced

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
SIZES = (1 << 20, 1 << 22) if SOAK else (1 << 12, 1 << 14)
"""Letters of a file, and of one four times as long."""
EVERY = 1 if SOAK else 2
"""How many of the lines of a site are tried: all, or every second one."""
GROWTH = 8.0
"""A linear way takes four times as long for it, any other 16 times or more."""
SECONDS, PER_MEGABYTE = 0.25, 8.0
"""No file takes longer. On a quiet machine it is 2 seconds a megabyte at most."""
ROUNDS = 3


def judge(file: Path) -> None:
    text(located(flow.judged(file)), io.StringIO())


def diagnose(file: Path) -> None:
    deque(examine(file), maxlen=0)


def store(file: Path) -> None:
    with Database(":memory:") as database, Importer(database) as importer:
        importer.add_texts(flow.cut(file), 1)


WAYS: list[Callable[[Path], None]] = [judge, diagnose, *([store] if SOAK else [])]


def slow(kinds: dict[str, Kind], file: Path) -> Iterator[tuple[str, str, float]]:
    """The ways and files that take too long, or longer for each letter of a long file, and their seconds."""
    for way in WAYS:
        for name, kind in kinds.items():
            long = _seconds(way, kind(SIZES[1]), file)
            if SOAK:
                print(f"{way.__name__:9}{long * 1e6 / SIZES[1]:8.2f} s/MB  {name}")  # noqa: T201 - what was asked for
            too_long = long >= SECONDS + PER_MEGABYTE * SIZES[1] / 1e6
            if too_long or (long > SECONDS and long >= GROWTH * _seconds(way, kind(SIZES[0]), file)):
                yield way.__name__, name, long


def test_files_of_a_few_letters(tmp_path: Path) -> None:
    assert not list(slow(alone(), tmp_path / "x"))


@pytest.mark.parametrize("site", dialects())
def test_hands_of_one_line_again_and_again(site: str, tmp_path: Path) -> None:
    assert not list(slow(dict(list(of_site(site).items())[::EVERY]), tmp_path / "x"))


def _seconds(way: Callable[[Path], None], content: str, file: Path) -> float:
    """The quickest of a few rounds, unless the first one is quick enough."""
    file.write_text(content, encoding="utf-8", newline="")
    taken: list[float] = []
    while len(taken) < ROUNDS and (not taken or min(taken) > SECONDS / GROWTH):
        begin = process_time()
        way(file)
        taken.append(process_time() - begin)
    return min(taken)
