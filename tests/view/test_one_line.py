"""A hand on one line: every sample and broken hand is read back as it was, and as docs/oneline.md says."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from statistics import median_high

import pytest

from histparse import flow, view
from histparse.simulate import Settings, deal_hands
from histparse.view import HandView
from histparse.view.one_line import NotationError, format_line, is_line, parse_line, reduce_to_line_contents
from tests.dealer.writing import write_all
from tests.running import Run
from tests.samples import FOLDER

DOCS = Path(__file__).parent.parent.parent / "docs" / "oneline.md"
SNOW = FOLDER / "pokerstars" / "by_hand_heads_up_snow.txt"
MOST = 4
"""Hands of each file: all 1,900 take half a minute."""
CHAT = 1000
"""Longer lines are refused or folded by most chats."""


def hands_in(file: Path, most: int = MOST) -> list[HandView]:
    results = islice(flow.cut_file_into_hand_texts(file), most)
    return [hand for result in results if result.text and (hand := view.read_view(result.text))]


@pytest.mark.nightly(4)
@pytest.mark.parametrize("folder", sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir()))
def test_every_sample_is_read_back(folder: str) -> None:
    hands = [hand for file in sorted((FOLDER / folder).iterdir()) for hand in hands_in(file)]
    assert hands
    for hand in hands:
        line = format_line(hand)
        assert len(line) <= CHAT
        assert parse_line(line) == reduce_to_line_contents(hand)
        assert format_line(parse_line(line)) == line


def test_it_tells_no_name() -> None:
    for hand in hands_in(SNOW):
        assert not [seat.player for seat in hand.seats if seat.player in format_line(hand)]


def test_most_hands_are_short(tmp_path: Path) -> None:
    file = tmp_path / "dealt.txt"
    file.write_text(write_all(deal_hands(Settings(hands=20, seed=5))), encoding="utf-8")
    assert median_high(len(format_line(hand)) for hand in hands_in(file, 20)) <= 500


def test_the_page_shows_the_line_of_a_sample(run: Run) -> None:
    code, line, _ = run("show", f"{SNOW}:1", "--oneline")
    assert code == 0
    assert line in DOCS.read_text(encoding="utf-8")
    code, shown, _ = run("show", line)
    assert code == 0
    assert "BTN/SB throws 2d Kd" in shown


def test_the_page_names_every_step() -> None:
    named = set(re.findall(r"`([pfxcbruswm=]|\d)", DOCS.read_text(encoding="utf-8")))
    assert set("pfxcbruswm=02") <= named


@pytest.mark.parametrize(
    ("old", "new", "quoted"),
    [
        ("27TD FL", "27TD XL", "27TD XL 1/2 USD` is not the game"),
        ("BB:52.50-5 ", "BB:52.50 ", "`BB:52.50` is not a seat"),
        ("BB:x", "BB:y", "`BB:y` is not a step"),
        ("BB:x", "CO:x", "`CO:x` is not a step"),
        ("D1=4", "E1=4", "`E1=4` is not the beginning of a stage"),
        ("rake", "tip", "is not the pot and the rake"),
        (" | ", " ", "is not a hand on one line"),
    ],
)
def test_what_is_no_notation_is_quoted(old: str, new: str, quoted: str) -> None:
    with pytest.raises(NotationError, match=re.escape(quoted)):
        parse_line(format_line(hands_in(SNOW)[0]).replace(old, new))


def test_a_line_may_be_wrapped() -> None:
    """Chats and terminals break long lines; blanks around a break do no harm."""
    hand = hands_in(SNOW)[0]
    wrapped = format_line(hand).replace(" ", " \r\n ")
    assert is_line(wrapped)
    assert parse_line(wrapped) == reduce_to_line_contents(hand)
