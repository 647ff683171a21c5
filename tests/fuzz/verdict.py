"""What may be said against how a command line ended: nothing, or one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from math import inf
from typing import NamedTuple

import msgspec

from tests.conftest import SOAK
from tests.fuzz.program import Served
from tests.fuzz.served import Ended

SECONDS = 2.0 if SOAK else inf
"""Of the processor, and as many more for each megabyte of input; `make test` does not depend on the machine's pace."""
GROWTH = 400 << 20
"""Bytes of memory that any number of inputs may add to those of a program with nothing to do."""

POWER = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Letters with power over a terminal."""


READ: dict[tuple[str, str], Callable[[str], object]] = {
    ("check", "json"): msgspec.json.decode,
    ("check", "sarif"): msgspec.json.decode,
    ("check", "jsonl"): msgspec.json.Decoder().decode_lines,
    ("parse", "jsonl"): msgspec.json.Decoder().decode_lines,
    ("doctor", "json"): msgspec.json.Decoder().decode_lines,
    ("import", "json"): msgspec.json.decode,
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
    errors = ended.errors.splitlines()
    if ended.code < 0:
        yield f"killed by signal {-ended.code}, or because it did not end"
    if own := [line for line in errors if "an error of the program itself" in line or line.startswith("Traceback")]:
        yield own[-1]
    if ended.code not in allowed.codes:
        yield f"exit code {ended.code}: {errors[-1] if errors else 'nothing said'}"
    if ended.code == 2 and not (errors and errors[-1].startswith("histparse: ")):
        yield f"exit code 2 without a sentence: {errors[-1:]}"
    if ended.seconds > allowed.seconds:
        yield f"took {ended.seconds:.1f} s where {allowed.seconds:.1f} s are enough"
    if ended.peak > allowed.peak:
        yield f"took {ended.peak >> 20} MB where {allowed.peak >> 20} MB are enough"
    form = words[words.index("--format") + 1] if "--format" in words else "text"
    read = READ.get((words[0], form))
    if power := POWER.search(ended.errors if read else ended.printed + ended.errors):
        yield f"printed {power.group()!r}"
    if read and ended.code != 2:
        try:
            read(ended.printed)
        except msgspec.DecodeError as error:
            yield f"printed what no program can read: {error}"
