"""What the fast lane remembers it has understood: a line that the grammar does not know is never taken for another."""

from __future__ import annotations

import pytest

from histparse.columnar.lane import Lane
from histparse.columnar.scan.vocabulary import Reason
from histparse.model.house import house_of
from tests.columnar.hands import above, reason, text
from tests.rules.altering import found_in

SITES = ["fulltilt", "kingsclub", "merge", "pokerstars", "winamax"]
NOTES = {"fulltilt": "Nobody adds $2", "pokerstars": "Nobody joins the table at seat #2"}
NUMBERS = ["2147483647", "2.5", "1" * 30, "0" * 30 + "2"]


def new(site: str) -> Lane:
    """A lane that knows nothing yet."""
    return Lane(site, house_of(site))


def with_line(one: str, at: int, line: str) -> str:
    """The hand with a line more in that place."""
    lines = one.split("\n")
    return "\n".join([*lines[:at], line, *lines[at:]])


def seems_plain(site: str, one: str, lane: Lane) -> bool:
    """Whether the lane calls the hand plain, which then has no finding."""
    plain = reason(site, one, lane) == Reason.PLAIN
    assert not (plain and found_in(one, above(site), site)), one
    return plain


@pytest.mark.parametrize("line", ["an unknown line", '"', "Unknown 5 words"])
@pytest.mark.parametrize("site", SITES)
def test_an_unknown_line_above_the_seats_is_no_part_of_a_header(site: str, line: str) -> None:
    lane, one = new(site), text(site)
    for at in (1, 2, 3):
        assert not seems_plain(site, with_line(one, at, line), lane)
    assert seems_plain(site, one, lane)


@pytest.mark.parametrize("seat", ["2147483647", "1", "03", "0", "9" * 30])
def test_who_sits_out_does_so_in_their_own_seat(seat: str) -> None:
    one = text("fulltilt").replace("\nSeat ", "\nSeat 3: X ($5)\nSeat ", 1).replace("(6 max)", "(9 max)")
    one = one.replace("Seat 3: X ($5)\nSeat 2", "Seat 2").replace("\nSeat 4", "\nSeat 3: X ($5)\nSeat 4", 1)
    lane = new("fulltilt")
    assert seems_plain("fulltilt", f"{one}\nSeat 3: X is sitting out", lane)
    assert not seems_plain("fulltilt", f"{one}\nSeat {seat}: X is sitting out", lane)


@pytest.mark.untraced
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("site", NOTES)
def test_a_note_is_followed_with_numbers_that_the_grammar_reads(site: str, number: str) -> None:
    lane, one = new(site), text(site)
    at = next(n for n, line in enumerate(one.split("\n")) if "FIRST DRAW" in line)
    assert seems_plain(site, with_line(one, at, NOTES[site]), lane)
    assert seems_plain(site, with_line(one, at, NOTES[site].replace("Nobody", "Ann 7")), lane)
    seems_plain(site, with_line(one, at, NOTES[site].replace("2", number)), lane)


@pytest.mark.parametrize(
    ("name", "line"), [("wet: paint", "{}'s 2nd"), ("wet: paint", "{} sits out"), ("Time", "{} has expired")]
)
def test_what_a_strange_name_makes_of_a_line_says_nothing_about_others(name: str, line: str) -> None:
    lane, one = new("fulltilt"), text("fulltilt")
    odd = one.replace("Hero", name)
    seems_plain("fulltilt", with_line(odd, 8, line.format(name)), lane)
    assert not seems_plain("fulltilt", with_line(one, 8, line.format("Hero")), lane)


def test_other_digits_are_no_numbers() -> None:
    one = text("merge")
    assert 'player seat="3"' in one
    assert not seems_plain("merge", one.replace('player seat="3"', 'player seat="\u0663"'), new("merge"))


@pytest.mark.parametrize("rake", ["-5", "-92233720368547758080"])
def test_a_rake_is_not_less_than_nothing(rake: str) -> None:
    before, rakes, after = text("pokerstars").rpartition("Rake $")
    assert not seems_plain("pokerstars", f"{before}{rakes}{rake}\n{after.partition(chr(10))[2]}", new("pokerstars"))


@pytest.mark.parametrize("site", SITES)
def test_longer_lines_than_the_grammar_reads_are_not_followed(site: str) -> None:
    lane, one = new(site), text(site)
    lines = one.split("\n")
    at = len(lines) - 8
    chat = "<event {}>" if site == "merge" else "Hero: {}"
    seems_plain(site, with_line(one, at, chat.format("hello")), lane)
    assert not seems_plain(site, with_line(one, at, chat.format("word " * 500)), lane)
