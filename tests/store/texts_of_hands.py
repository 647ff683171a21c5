"""Folders of texts that have to do with each other - legal, broken, cut, copied - and what is to become of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import NamedTuple

from histparse import flow
from histparse.judging.duplicates import text_to_last_line
from histparse.judging.engine import HandResult, why_unstorable
from histparse.model.findings import Finding
from histparse.simulate import deal_hands
from tests.dealer import violations
from tests.dealer.violations.contract import Broken
from tests.dealer.writing import heading, write_all
from tests.simulate.games import game

CODES = ("BET02", "BET04", "DRW03", "POT01", "POT02", "SHD02", "SHD06", "TBL03", "TBL04", "SYN02", "SYN03", "SYN08")
"""Errors, warnings and notes, in hands that balance and in others."""
_SEVERITIES = ["note", "warning", "error"]


def hands(number: int, seed: int, site: str = "pokerstars", codes: Sequence[str] = CODES) -> list[list[str]]:
    """So many numbers, each with several texts: the hand as it was dealt, and broken ones in its name."""
    random = Random(seed)  # noqa: S311 - the same seed must give the same hands
    settings = game("ring", number, seed, site)
    sources = [violations.make(code, seed, settings) for code in codes]
    return [
        [write_all([hand]), *(_renamed(next(random.choice(sources)), hand.header.hand_id) for _ in range(2))]
        for hand in deal_hands(settings)
    ]


def folder(path: Path, hands: Iterable[list[str]], random: Random, files: int = 5) -> list[Path]:
    """Files of these texts and of what may become of a text: cut, copied with other line ends, with words behind it."""
    texts = [text for several in hands for text in _variants(several, random)]
    random.shuffle(texts)
    path.mkdir(exist_ok=True)
    made = []
    for number in range(files):
        made.append(path / f"{random.randrange(1_000):03}_{number}.txt")
        made[-1].write_text("".join(f"{text.rstrip()}\n\n\n" for text in texts[number::files]), "utf-8", newline="")
    return made


def _renamed(broken: Broken, hand_id: str) -> str:
    above, text = heading(broken.hand), broken.text.replace(broken.hand.header.hand_id, hand_id)
    return f"{above}\n{text}" if above else text


def _variants(several: list[str], random: Random) -> Iterator[str]:
    for text in several:
        if random.random() < 0.75:
            yield text
        if random.random() < 0.3:
            yield text[: random.randrange(30, len(text))]
        if random.random() < 0.2:
            yield text.replace(" \n", "\n").replace("\n", " \r\n")
        if random.random() < 0.1:
            yield f"{text.rstrip()}\nwords of another program\n"


class Read(NamedTuple):
    """A text as it was read."""

    site: str
    number: str | None
    text: str
    """As it is compared."""
    path: str
    line: int
    rank: int | None
    """Of its worst finding, 0 without any; None: it cannot be stored."""
    findings: tuple[Finding, ...]


def read(files: Iterable[Path]) -> list[Read]:
    """Every text in these files, but for hands of other games."""
    results = (result for file in files for result in flow.judge_file(file))
    return [_read(result) for result in results if result.text and result.skipped is None]


def _read(result: HandResult) -> Read:
    text, hand, table = result.text, result.hand, result.table
    assert text is not None
    whole = hand is not None and table is not None and (table.complete or hand.cancelled)
    own = text_to_last_line(hand, text) if hand and whole else text.text
    inside = tuple(one for one in result.findings if one.line <= text.line + own.count("\n"))
    worst = max((1 + _SEVERITIES.index(finding.severity) for finding in inside), default=0)
    number = hand.header.hand_id if hand else next((one.hand_id for one in result.findings if one.hand_id), None)
    plain = "\n".join(line.rstrip() for line in own.splitlines() if line.strip())
    storable = table is not None and why_unstorable(table) is None
    return Read(text.site, number, plain, text.path, text.line, worst if storable else None, inside)


class States(NamedTuple):
    """What is to become of texts, by the words of the rulebook: each is in one of these."""

    stored: list[Read]
    copies: list[Read]
    aside: list[Read]
    superseded: list[Read]


def states(texts: Iterable[Read], digest_of: dict[str, int]) -> States:
    """The states, found by comparing each text with each other one of its number."""
    found = States([], [], [], [])
    keyed = sorted(texts, key=lambda one: (one.site, one.number or f"?{one.path}:{one.line}"))
    for _, several in groupby(keyed, key=lambda one: (one.site, one.number or f"?{one.path}:{one.line}")):
        group = list(several)
        short = [
            one for one in group if any(other.text != one.text and other.text.startswith(one.text) for other in group)
        ]
        once: dict[str, Read] = {}
        for one in sorted((one for one in group if one not in short), key=attrgetter("path", "line")):
            if once.setdefault(one.text, one) is not one:
                found.copies.append(one)
        sound = [one for one in once.values() if one.rank is not None]
        best = min(sound, key=lambda one: (one.rank, digest_of[one.text]), default=None)
        found.superseded.extend(short)
        found.stored.extend([best] if best else [])
        found.aside.extend(one for one in once.values() if one is not best)
    return found
