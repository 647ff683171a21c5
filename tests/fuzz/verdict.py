"""What may be said against how a command line ended: nothing, or one sentence."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from math import inf
from typing import NamedTuple

import msgspec

from tests.fuzz.program import Served
from tests.fuzz.served import Ended

SECONDS = 2.0 if os.environ.get("HISTPARSE_SOAK") else inf
"""Of the processor, and as many more for each megabyte of input; `make test` does not depend on the machine's pace."""
GROWTH = 400 << 20
"""Bytes of memory that any number of inputs may add to those of a program with nothing to do."""

POWER = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Letters with power over a terminal."""


def _whole(out: str) -> None:
    msgspec.json.decode(out)


def _by_lines(out: str) -> None:
    msgspec.json.Decoder().decode_lines(out)


READ = {
    ("check", "json"): _whole,
    ("check", "sarif"): _whole,
    ("check", "jsonl"): _by_lines,
    ("parse", "jsonl"): _by_lines,
    ("doctor", "json"): _by_lines,
    ("import", "json"): _whole,
}
"""How programs read what is printed for them, by command and format."""


class Bounds(NamedTuple):
    """What a command line may come to."""

    codes: Collection[int]
    seconds: float
    peak: int


def bounds(codes: Collection[int], size: int, program: Served) -> Bounds:
    """Those of that program with so many bytes of input."""
    return Bounds(codes, SECONDS * (1 + size / 1e6), program.rest + GROWTH)


def complaint(words: Sequence[str], ended: Ended, allowed: Bounds) -> str | None:
    """The first thing that is wrong with that end."""
    return next(_complaints(words, ended, allowed), None)


def _complaints(words: Sequence[str], ended: Ended, allowed: Bounds) -> Iterator[str]:
    said = ended.err.splitlines()
    if ended.code < 0:
        yield f"killed by signal {-ended.code}, or because it did not end"
    if found := [line for line in said if "an error of the program itself" in line or line.startswith("Traceback")]:
        yield found[-1]
    if ended.code not in allowed.codes:
        yield f"exit code {ended.code}: {said[-1] if said else 'nothing said'}"
    if ended.code == 2 and not (said and said[-1].startswith("histparse: ")):
        yield f"exit code 2 without a sentence: {said[-1:]}"
    if ended.seconds > allowed.seconds:
        yield f"took {ended.seconds:.1f} s where {allowed.seconds:.1f} s are enough"
    if ended.peak > allowed.peak:
        yield f"took {ended.peak >> 20} MB where {allowed.peak >> 20} MB are enough"
    form = words[words.index("--format") + 1] if "--format" in words else "text"
    read = READ.get((words[0], form))
    if power := POWER.search(ended.err if read else ended.out + ended.err):
        yield f"printed {power.group()!r}"
    if read and ended.code != 2:
        yield from _unreadable(read, ended.out)


def _unreadable(read: Callable[[str], None], out: str) -> Iterator[str]:
    try:
        read(out)
    except msgspec.DecodeError as error:
        yield f"printed what no program can read: {error}"
