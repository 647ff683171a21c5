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
    heading_line, text = heading(broken.hand), broken.text.replace(broken.hand.header.hand_id, hand_id)
    return f"{heading_line}\n{text}" if heading_line else text


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
    hand_text = text_to_last_line(hand, text) if hand and whole else text.text
    inside = tuple(finding for finding in result.findings if finding.line <= text.line + hand_text.count("\n"))
    worst = max((1 + _SEVERITIES.index(finding.severity) for finding in inside), default=0)
    number = (
        hand.header.hand_id if hand else next((finding.hand_id for finding in result.findings if finding.hand_id), None)
    )
    plain = "\n".join(line.rstrip() for line in hand_text.splitlines() if line.strip())
    storable = table is not None and why_unstorable(table) is None
    return Read(text.site, number, plain, text.path, text.line, worst if storable else None, inside)


class States(NamedTuple):
    """What is to become of texts, by the words of the rulebook: each is in one of these."""

    stored: list[Read]
    copies: list[Read]
    set_aside: list[Read]
    superseded: list[Read]


def states(texts: Iterable[Read], digest_of: dict[str, int]) -> States:
    """The states, found by comparing each text with each other one of its number."""
    outcome = States([], [], [], [])
    keyed = sorted(texts, key=lambda text: (text.site, text.number or f"?{text.path}:{text.line}"))
    for _, several in groupby(keyed, key=lambda text: (text.site, text.number or f"?{text.path}:{text.line}")):
        group = list(several)
        short = [
            text
            for text in group
            if any(longer.text != text.text and longer.text.startswith(text.text) for longer in group)
        ]
        first_copies: dict[str, Read] = {}
        for text in sorted((text for text in group if text not in short), key=attrgetter("path", "line")):
            if first_copies.setdefault(text.text, text) is not text:
                outcome.copies.append(text)
        sound = [text for text in first_copies.values() if text.rank is not None]
        best = min(sound, key=lambda text: (text.rank, digest_of[text.text]), default=None)
        outcome.superseded.extend(short)
        outcome.stored.extend([best] if best else [])
        outcome.set_aside.extend(text for text in first_copies.values() if text is not best)
    return outcome
