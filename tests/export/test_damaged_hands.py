"""A writer leaves out a hand that it cannot express, with the reason: no hand stops the others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from histparse.conversion import convert_to_texts
from histparse.flow import list_files
from histparse.model.hand import Hand
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from tests.dealer.writing import sites, writer
from tests.export.hands import FACTS
from tests.parsing.reading import hand_texts_among_findings
from tests.samples import FOLDER, of_all_sites


def damaged(text: HandText, random: Random) -> HandText:
    """The text without one of its lines, or with one of them twice."""
    lines = text.text.split("\n")
    place = random.randrange(1, len(lines))
    lines[place : place + 1] = [] if random.random() < 0.5 else [lines[place], random.choice(lines[1:])]
    return replace(text, text="\n".join(lines))


def broken_hands() -> Iterator[Hand]:
    random = Random(4)  # noqa: S311 - the same damage in every run
    for file in list_files([FOLDER / "illegal", FOLDER / "malformed"]):
        yield from filter(None, (parse_hand(text).hand for text in hand_texts_among_findings(file)))
    for file in of_all_sites():
        for text in islice(hand_texts_among_findings(file), 4):
            yield from filter(None, (parse_hand(damaged(text, random)).hand for _ in range(2)))


@pytest.mark.nightly
@pytest.mark.parametrize("keep", [False, True])
def test_no_damaged_hand_stops_a_writer(keep: bool) -> None:
    hands = list(broken_hands())
    assert len(hands) > 150
    for site in sites():
        left_out: list[str] = []
        texts = convert_to_texts(
            hands,
            writer(site),
            lambda _, error: left_out.append(str(error)),  # noqa: B023 - called at once
            FACTS[site],
            origin_rules=keep,
        )
        written = list(texts)
        assert len(written) + len(left_out) == len(hands)
        assert all(left_out)
        assert written
