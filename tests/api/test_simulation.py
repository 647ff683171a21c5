"""Hands are dealt as the command deals them, as text and as events."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import histparse
from histparse.cli.app import run as run_command


@pytest.mark.parametrize("site", ["phh", "pokerstars"])
def test_events_and_text_state_the_same(site: str) -> None:
    dealt = list(histparse.simulate_hands(6, seed=11, site=site, stacks=(2, 20)))
    read = [result.hand for result in histparse.read_text("".join(one.text for one in dealt))]
    assert [hand and hand.header.hand_id for hand in read] == [one.hand.header.hand_id for one in dealt]
    assert list(histparse.check(map(histparse.judge, (one.hand for one in dealt)))) == []


def test_lines_are_those_of_the_text() -> None:
    for one in histparse.simulate_hands(10, seed=5):
        (read,) = histparse.read_text(one.text)
        assert read.hand is not None
        assert [event.line for event in one.hand.events] == [event.line for event in read.hand.events]


def test_the_same_as_the_command_deals(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    settings = ["--hands", "5", "--seed", "9", "--players", "3-4", "--stacks", "3-20", "--house", "wsop-live"]
    assert run_command(["simulate", *settings, "-o", str(file)]) == 0
    dealt = histparse.simulate_hands(5, seed=9, players=(3, 4), stacks=(3, 20), house="wsop-live")
    assert "".join(one.text for one in dealt) == file.read_text(encoding="utf-8")


def test_hands_come_one_by_one() -> None:
    assert len(list(islice(histparse.simulate_hands(10**9), 3))) == 3


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"site": "pokerstar"}, "no site `pokerstar`: did you mean `pokerstars`"),
        ({"site": "merge"}, "no site `merge`"),
        ({"players": (2, 9)}, "players 2-9 is not within 2-6"),
        ({"players": (5, 4)}, "players 5-4 is not within 2-6"),
        ({"stacks": (0, 0)}, "stacks 0 is not within 1-10000"),
        ({"callers": 1.5}, "callers 1.5 is not within 0-1"),
        ({"house": "vegas"}, "there is no house `vegas`"),
    ],
)
def test_what_cannot_be_dealt_is_reported_at_once(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(histparse.HistparseError, match=sentence):
        histparse.simulate_hands(1, **wrong)  # type: ignore[arg-type] # wrong on purpose
