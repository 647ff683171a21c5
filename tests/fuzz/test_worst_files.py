"""The whole way from file to findings, and the doctor's, cost no more for a byte of a long file than of a short one.

Counted in calls of functions; with HISTPARSE_SOAK=1 in seconds, for files of megabytes, which are stored too.
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple

import pytest

from histparse import flow
from histparse.api.judging import add_context_lines
from histparse.cli.finding_formats import write_text
from histparse.parsing.dialects.base import dialects
from histparse.parsing.doctor import diagnose_file
from histparse.store import Database, Importer
from tests.conftest import SOAK
from tests.counting import calls
from tests.fuzz.worst_lines import Kind, letters_only, of_site

SIZES = (1 << 20, 1 << 22) if SOAK else (1 << 12, 1 << 14)
"""Letters of a file, and of one four times as long."""
STEP = 1 if SOAK else 2
"""How many of the lines of a site are tried: all, or every second one."""

Way = Callable[[Path], None]


class Bound(NamedTuple):
    """What a file may cost."""

    cost: Callable[[Way, str, Path], float]
    per_letter: float
    growth: float
    """Of four times the letters. A linear way costs four times as much, any other 16 times or more."""
    least: float
    """Growth below it does not matter."""


def judge(file: Path) -> None:
    write_text(add_context_lines(flow.judge_file(file)), io.StringIO())


def diagnose(file: Path) -> None:
    deque(diagnose_file(file), maxlen=0)


def store(file: Path) -> None:
    with Database(":memory:") as database, Importer(database) as importer:
        importer.judge_and_add_texts(flow.cut_file_into_hand_texts(file), 1)


WAYS: list[Way] = [judge, diagnose, *([store] if SOAK else [])]


def count_calls(way: Way, content: str, file: Path) -> float:
    file.write_text(content, encoding="utf-8", newline="")
    return calls(lambda: way(file))


def take_seconds(way: Way, content: str, file: Path) -> float:
    """Seconds of the processor."""
    file.write_text(content, encoding="utf-8", newline="")
    begin = process_time()
    way(file)
    return process_time() - begin


BOUND = Bound(take_seconds, per_letter=8e-6, growth=10, least=1) if SOAK else Bound(count_calls, 10, growth=6, least=0)
"""Seconds are 4 a megabyte at most on a quiet machine, and tell growth once they are whole ones: they grow 6.8 to 8.2
times where all texts are copies of one, for each batch is compared with all copies before it. Calls are 6.6 a letter at
most, and 3.9 times as many for four times the letters."""


def slow(kinds: dict[str, Kind], file: Path) -> Iterator[tuple[str, str, float]]:
    """The ways and files that cost too much, or more for each letter of a long file, and what they cost."""
    for way in WAYS:
        for name, kind in kinds.items():
            BOUND.cost(way, kind(SIZES[0]), file)  # loads what is loaded once, and fills the memo of lines
            long = BOUND.cost(way, kind(SIZES[1]), file)
            if SOAK:
                print(f"{way.__name__:9}{long * 1e6 / SIZES[1]:8.2f} s/MB  {name}")  # noqa: T201 - what was asked for
            has_grown = long > BOUND.least and long >= BOUND.growth * BOUND.cost(way, kind(SIZES[0]), file)
            if has_grown or long > BOUND.per_letter * SIZES[1]:
                yield way.__name__, name, long


def test_files_of_a_few_letters(tmp_path: Path) -> None:
    assert not list(slow(letters_only(), tmp_path / "x"))


@pytest.mark.nightly
@pytest.mark.parametrize("site", dialects())
def test_hands_of_one_line_again_and_again(site: str, tmp_path: Path) -> None:
    assert not list(slow(dict(list(of_site(site).items())[::STEP]), tmp_path / "x"))
