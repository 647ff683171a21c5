"""Hands are dealt as the command deals them, as text and as events."""

from __future__ import annotations

from itertools import islice

import pytest

import histparse


@pytest.mark.parametrize("site", ["phh", "pokerstars"])
def test_events_and_text_state_the_same(site: str) -> None:
    dealt = list(histparse.simulate_hands(6, seed=11, site=site, stacks=(2, 20)))
    read = [result.hand for result in histparse.read_text("".join(simulated.text for simulated in dealt))]
    assert [hand and hand.header.hand_id for hand in read] == [simulated.hand.header.hand_id for simulated in dealt]
    assert list(histparse.check(map(histparse.judge, (simulated.hand for simulated in dealt)))) == []


def test_lines_are_those_of_the_text() -> None:
    for simulated in histparse.simulate_hands(10, seed=5):
        (read,) = histparse.read_text(simulated.text)
        assert read.hand is not None
        assert [event.line for event in simulated.hand.events] == [event.line for event in read.hand.events]


def test_hands_come_one_by_one() -> None:
    assert len(list(islice(histparse.simulate_hands(10**9), 3))) == 3


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"site": "pokerstar"}, "no site `pokerstar`: did you mean `pokerstars`"),
        ({"players": (5, 4)}, "players 5-4 is not within 2-6"),
        ({"house": "vegas"}, "there is no house `vegas`"),
    ],
)
def test_what_cannot_be_dealt_is_reported_at_once(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(histparse.HistparseError, match=sentence):
        histparse.simulate_hands(1, **wrong)  # type: ignore[arg-type] # wrong on purpose
