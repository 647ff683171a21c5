"""What the lane follows at one site only, by what its dialect declares and its grammar reads."""

from __future__ import annotations

import pytest

from histparse.columnar.grammar.headers import Headers
from histparse.columnar.grammar.preambles import Preambles
from histparse.columnar.lane import follows
from histparse.columnar.rows.plain_rows import plain_rows
from histparse.columnar.scan.vocabulary import Reason
from histparse.model.hand import Tournament
from histparse.model.house import house_of
from histparse.reader import HandText
from histparse.simulate import deal_hands
from histparse.store.observe.columns import recorded_columns
from histparse.store.observe.row_buffer import HANDS
from tests.columnar.hands import above, fast, reason, text
from tests.dealer.writing import write
from tests.simulate.games import game

SITES = ["fulltilt", "kingsclub", "merge", "pokerstars", "winamax"]
OPENINGS = [("fulltilt", 1), ("merge", 2), ("pokerstars", 2), ("winamax", 2), ("kingsclub", 3)]
"""How many lines stand above the seats, or the button."""


@pytest.mark.parametrize("site", SITES)
def test_the_hands_are_plain(site: str) -> None:
    assert follows(site, house_of(site))
    showdown = 'type="SHOWN"' if site == "merge" else " shows ["
    assert reason(site, text(site)) == reason(site, text(site, showdown)) == Reason.PLAIN


# -- Full Tilt ---------------------------------------------------------------------------------------------------

BUTTON = "The button is in seat #"


def test_the_button_stands_below_the_blinds() -> None:
    one = text("fulltilt")
    seat = int(one[one.index(BUTTON) + len(BUTTON)])
    line = f"{BUTTON}{seat}\n"
    assert reason("fulltilt", one.replace(line, "")) == Reason.SEATS
    assert reason("fulltilt", one.replace(line, f"{line}{BUTTON}{seat % 3 + 1}\n")) != Reason.PLAIN
    assert reason("fulltilt", one.replace(line, f"{line}{line}")) == Reason.PLAIN


def test_the_summary_says_who_has_no_cards() -> None:
    one, seat = text("fulltilt"), "Seat 9: Nobody here ($5)\n"
    with_nobody = one.replace("\nSeat ", f"\n{seat}Seat ", 1).replace("(6 max)", "(9 max)")
    listed = f"{with_nobody}\nSeat 9: Nobody here is sitting out"
    assert reason("fulltilt", listed) == Reason.PLAIN
    assert reason("fulltilt", with_nobody) != Reason.PLAIN
    assert reason("fulltilt", listed.replace("($5)", "($5), is sitting out")) == Reason.PLAIN


@pytest.mark.parametrize("end", ["folds", "raises to $5", "Seat 4: me ($5)", "it's 2 [2c 3c]!", "*** SUMMARY ***"])
def test_chat_is_asked_about_once_whatever_is_said(end: str) -> None:
    one, lane = text("fulltilt"), fast("fulltilt")
    player = one[one.index("Seat ") + 8 : one.index(" (", one.index("Seat "))]
    draw = next(line for line in one.split("\n") if "FIRST DRAW" in line)
    reason("fulltilt", one.replace(draw, f"{player}: hello\n{draw}"))
    before = lane._shapes.known.count
    assert reason("fulltilt", one.replace(draw, f"{player}: {end}\n{draw}")) == Reason.PLAIN
    assert lane._shapes.known.count == before


def test_a_broken_seat_line_is_no_chat_of_a_stranger() -> None:
    one = text("fulltilt")
    draw = next(line for line in one.split("\n") if "FIRST DRAW" in line)
    assert reason("fulltilt", one.replace(draw, f"Ann: hello\n{draw}")) == Reason.PLAIN
    assert reason("fulltilt", one.replace(draw, f"Seat 4: hello\n{draw}")) != Reason.PLAIN


def test_headings_state_the_pot_and_the_players() -> None:
    one = text("fulltilt")
    before, _, rest = one.partition(" Players)")
    assert reason("fulltilt", f"{before[:-1]}{int(before[-1]) + 1} Players){rest}") == Reason.DRAWS
    assert reason("fulltilt", one.replace("Total Pot: $", "Total Pot: $1", 1)) == Reason.DRAWS


def test_everybody_is_served_as_many_cards_as_they_threw() -> None:
    one = text("fulltilt", "is dealt 2 cards")
    line = next(line for line in one.split("\n") if "is dealt 2 cards" in line)
    assert reason("fulltilt", one.replace(line, line.replace("2 cards", "3 cards"), 1)) == Reason.DRAWS
    assert reason("fulltilt", one.replace(f"{line}\n", "", 1)) != Reason.PLAIN


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003"])
def test_blanks_of_any_kind_are_no_words_for_a_hand(blank: str) -> None:
    one = text("fulltilt", "SHOW DOWN")
    line = next(line for line in one.split("\n") if " shows [" in line)
    hand = HandText("x.txt", 1, one.replace(line, line + blank), "fulltilt")
    rows = plain_rows(fast("fulltilt").run([hand]), {table: recorded_columns(table) for table in HANDS})["showdowns"]
    assert rows["says"].to_list()[0] == line.partition("] ")[2]


def test_partial_hands_are_left() -> None:
    first, _, rest = text("fulltilt").partition("\n")
    assert reason("fulltilt", f"{first} (partial)\n{rest}") == Reason.LINE


# -- Winamax -----------------------------------------------------------------------------------------------------


def test_the_pot_is_net_and_keeps_what_nobody_called() -> None:
    one = text("winamax", " from pot\n*** SUMMARY ***\nTotal pot ")
    assert reason("winamax", one) == Reason.PLAIN
    assert reason("winamax", one.replace("Total pot ", "Total pot 1")) == Reason.ENDING


def test_no_rake_is_a_rake_of_nothing() -> None:
    one = next(
        write(hand).rstrip("\n") for hand in deal_hands(game("tournament", 20, 4, "winamax", players=(3, 3), chatter=0))
    )
    assert "No rake" in one
    assert reason("winamax", one) == Reason.PLAIN


def test_throwing_no_card_is_standing_pat() -> None:
    one = text("winamax", "stands pat [X X X X X]")
    assert reason("winamax", one.replace("stands pat [X X X X X]", "discard 0 card")) == Reason.PLAIN


@pytest.mark.parametrize("line", ["*** ANTE/BLINDS ***", "*** SECOND-BET ***"])
def test_a_heading_stands_where_it_belongs(line: str) -> None:
    one = text("winamax", "SHOW DOWN")
    assert reason("winamax", one.replace(f"{line}\n", "").replace("Total pot", f"{line}\nTotal pot")) != Reason.PLAIN
    assert reason("winamax", one.replace("*** FIRST-DRAW", f"{line}\n*** FIRST-DRAW")) in {
        Reason.PLAIN if "BLINDS" in line else Reason.BETTING
    }


def test_a_line_that_stops_the_grammar_is_no_heading() -> None:
    one = text("winamax")
    table, draw = "Table: 'Nantes' 6-max", "*** SECOND-DRAW ***"
    assert draw in one
    assert reason("winamax", f"{one}\n{table}") != Reason.PLAIN
    assert reason("winamax", one.replace(draw, f"{table}\n{draw}")) == Reason.LINE


# -- what stands above the seats ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("site", "lines"), OPENINGS)
def test_an_opening_has_as_many_lines_as_the_grammar_needs(site: str, lines: int) -> None:
    preamble = Preambles(site, house_of(site)).read([HandText("x.txt", 1, text(site), site, above(site))])[0]
    assert preamble is not None
    assert preamble.lines == lines


@pytest.mark.parametrize("site", SITES)
def test_the_grammar_is_asked_about_headers_of_a_kind_once(site: str) -> None:
    headers = Headers(site, above(site))
    some = [write(hand) for hand in deal_hands(game("ring", 5, 4, site))]
    read = [headers.read(one) for one in some]
    assert headers._learnt == 1
    numbers = [one.header.hand_id for one in read if one]
    assert len(set(numbers)) == len(some)
    assert all(number in one for number, one in zip(numbers, some, strict=True))


def test_the_table_says_what_is_played_for() -> None:
    headers, one = Headers("kingsclub"), text("kingsclub")
    table = one.split("\n")[2]
    read = [headers.read(one.replace(table, other)) for other in (table, "Table 'T12 [3]' Seat 1 is the button", table)]
    assert [each and (each.header.currency, each.header.tournament) for each in read] == [
        ("?", None),
        ("chips", Tournament("12")),
        ("?", None),
    ]
