"""What the fast lane leaves to the reference lane, and what it follows all the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from histparse.columnar.lane import Lane
from histparse.columnar.scan.vocabulary import Reason
from histparse.flow import cut
from histparse.model.house import house_of
from histparse.reader import HandText
from histparse.simulate import Settings, deal_hands
from tests.columnar.agreement import plain_of
from tests.dealer.writing import write
from tests.rules.altering import found_in
from tests.samples import FOLDER

RESHUFFLED = (FOLDER / "pokerstars" / "by_hand_six_handed_reshuffle.txt").read_text(encoding="utf-8").rstrip("\n")
MUCKED = "8d 2h 5c 4d 7h"

TEXT = write(next(deal_hands(Settings(hands=1, seed=4, players=(3, 3), chatter=0)))).rstrip("\n")
HEADING = "*** FIRST DRAW ***"
STRANGE_TIMES = [("2013/02/04", "2013 02/04"), ("2013/02/04", "2033/02/04"), ("14:00", "14:0")]


@pytest.fixture(scope="module")
def fast() -> Lane:
    return Lane("pokerstars", house_of("pokerstars"))


def reason(fast: Lane, text: str) -> Reason:
    return Reason(fast.run([HandText("x.txt", 1, text, "pokerstars")]).reasons[0])


def with_line(line: str) -> str:
    return TEXT.replace(HEADING, f"{line}\n{HEADING}")


@pytest.mark.untraced
def test_the_hand_is_plain(fast: Lane) -> None:
    assert reason(fast, TEXT) == Reason.PLAIN


@pytest.mark.parametrize(
    "line",
    [
        "Nobody seated: sits out",
        "Somebody else joins the table at seat #5",
        'O\'Neill "Red" leaves the table',
        "牌九 has timed out",
        'Nobody said, "Hero: raises $4 to $8 [2c 3c]"',
    ],
)
def test_notes_about_anybody_are_followed(fast: Lane, line: str) -> None:
    assert reason(fast, with_line(line)) == Reason.PLAIN


def test_a_note_is_asked_about_once_whoever_it_names(fast: Lane) -> None:
    reason(fast, with_line("Ann is disconnected"))
    before = fast._shapes.known.count
    for name in ("Ben", "Ann Bee", "a_b-c.d", "牌九"):
        assert reason(fast, with_line(f"{name} is disconnected")) == Reason.PLAIN
    assert fast._shapes.known.count == before


@pytest.mark.parametrize(
    "line",
    ["Nobody: raises $1 to $2", "nonsense", "x" * 3000, "half a pair: \ud800 sits out", "Total pot $1 | Rake $0"],
)
def test_lines_that_are_not_known_are_left(fast: Lane, line: str) -> None:
    assert reason(fast, with_line(line)) != Reason.PLAIN


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (MUCKED, Reason.PLAIN),
        ("8d 2h 5c 4d Kh", Reason.PLAIN),  # thrown in an earlier draw
        ("8d 2h 5c 4d 9c", Reason.PLAIN),  # in this draw, before the reshuffle
        ("8d 2h 5c Kh 9c", Reason.ENDING),  # two, and she has drawn one since
        ("8d 2h 5c 4d 6c", Reason.ENDING),  # another holds it
    ],
)
def test_cards_return_by_a_reshuffle(fast: Lane, hand: str, expected: Reason) -> None:
    assert reason(fast, RESHUFFLED.replace(MUCKED, hand)) == expected


FOLDED = (
    RESHUFFLED.partition("Katja72: calls $1\n*** THIRD")[0]
    + """Katja72: folds
*** THIRD DRAW ***
Bodo Pat: discards 2 cards
The deck is reshuffled
mira.low: discards 1 card
Bodo Pat: checks
mira.low: checks
*** SHOW DOWN ***
Bodo Pat: shows [3h 8c 5s 4c 2d] (Lo: 8,5,4,3,2)
mira.low: mucks hand
Bodo Pat collected $4.28 from pot
*** SUMMARY ***
Total pot $4.50 | Rake $0.22
Seat 1: Katja72 (big blind) folded after the 2nd Draw
Seat 2: Bodo Pat showed [3h 8c 5s 4c 2d] and won ($4.28) with Lo: 8,5,4,3,2
Seat 3: mira.low mucked [8d 2h 5c 4d 7h]
Seat 4: Deuces & Co folded after the 2nd Draw
Seat 5: Tante Erna (button) folded before the Draw (didn't bet)
Seat 6: LimpLena (small blind) folded after the 2nd Draw"""
)
"""Katja72 folds [3d 4h 7c 2s 9c], Bodo Pat draws before the reshuffle and mira.low after it."""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (MUCKED, MUCKED, Reason.PLAIN),
        (MUCKED, MUCKED.replace("7h", "7c"), Reason.PLAIN),
        (MUCKED, MUCKED.replace("4d 7h", "4h 7c"), Reason.ENDING),
        ("[3h 8c", "[3d 8c", Reason.ENDING),
    ],
)
def test_folded_cards_return_too(fast: Lane, old: str, new: str, expected: Reason) -> None:
    text = FOLDED.replace(old, new)
    assert reason(fast, text) == expected
    assert (found_in(text, "", "pokerstars") == []) == (expected == Reason.PLAIN)


@pytest.mark.parametrize("sign", "€£")
def test_so_are_amounts_in_another_currency(fast: Lane, sign: str) -> None:
    assert reason(fast, TEXT.replace("Total pot $", f"Total pot {sign}")) == Reason.LINE


@pytest.mark.parametrize("more", [".0", ".00", ",0", ",000", "0", ".5"])
def test_so_are_amounts_that_go_on_behind_their_decimals(fast: Lane, more: str) -> None:
    assert "calls $0.20" in TEXT
    assert reason(fast, TEXT.replace("calls $0.20", f"calls $0.20{more}")) == Reason.LINE


@pytest.mark.parametrize(("old", "new"), STRANGE_TIMES)
def test_so_are_strange_times(fast: Lane, old: str, new: str) -> None:
    assert old in TEXT
    assert reason(fast, TEXT.replace(old, new, 1)) == Reason.LINE


def test_lines_of_two_kinds_are_not_taken_for_each_other() -> None:
    fast = Lane("pokerstars", house_of("pokerstars"))
    folded = next(each for each in _dealt() if HEADING not in each)
    assert reason(fast, folded) == reason(fast, TEXT) == Reason.PLAIN
    assert reason(fast, TEXT.replace("*** SUMMARY", "+** SUMMARY")) == Reason.LINE


def _dealt() -> Iterator[str]:
    return (write(hand).rstrip("\n") for hand in deal_hands(Settings(hands=50, seed=4, players=(3, 3), chatter=0)))


def test_a_text_without_hands_is_left(fast: Lane) -> None:
    assert reason(fast, "PokerStars Hand #1:") == Reason.LINE
    assert reason(fast, "") == Reason.LINE
    assert reason(fast, "\n\n\n") == Reason.LINE


def test_what_came_of_a_block_outlasts_the_next_one() -> None:
    """All lanes work in the same memory."""
    lane, other = (Lane(site, house_of(site)) for site in ("pokerstars", "winamax"))
    outcome = lane.run([HandText("x.txt", 1, TEXT, "pokerstars")])
    before = outcome.cleaned, outcome.rows.decisions["amount"].tolist()
    hands = (piece for piece in cut(FOLDER / "winamax" / "by_hand_uncalled_bet_stays.txt") if piece.text)
    assert plain_of(other.run([piece.text for piece in hands if piece.text]))
    assert (outcome.cleaned, outcome.rows.decisions["amount"].tolist()) == before
    assert sum(before[1]) > 0


def test_no_hands_make_no_rows(fast: Lane) -> None:
    assert plain_of(fast.run([])) == []


def test_shapes_are_remembered_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("histparse.columnar.scan.known_shapes.MOST", 3)
    lane = Lane("pokerstars", house_of("pokerstars"))
    assert reason(lane, TEXT) == Reason.NEW_SHAPE
    assert reason(lane, TEXT) == Reason.NEW_SHAPE


@pytest.mark.parametrize("file", sorted((FOLDER / "illegal").glob("[B-D]*.txt")), ids=lambda file: file.stem)
def test_broken_hands_are_left(fast: Lane, file: object) -> None:
    for result in cut(file):  # type: ignore[arg-type]  # parametrize knows no types
        if result.text and result.text.site == "pokerstars":
            assert reason(fast, result.text.text) != Reason.PLAIN
