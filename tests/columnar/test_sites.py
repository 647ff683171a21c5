"""What the lane follows at one site only, by what its dialect declares and its grammar reads."""

from __future__ import annotations

import re
from functools import cache

import pytest

from histparse.columnar.headers import Headers
from histparse.columnar.lane import TRIES, Lane, follows
from histparse.columnar.openings import Openings
from histparse.columnar.vocabulary import Reason
from histparse.export import write
from histparse.flow import cut
from histparse.judging.hand_result import HandResult
from histparse.model.hand import Tournament
from histparse.model.house import House, house_of
from histparse.reader import HandText
from histparse.simulate import Stakes, deal_hands
from tests.columnar.agreement import in_batches
from tests.samples import FOLDER
from tests.simulate.games import game


@cache
def fast(site: str) -> Lane:
    return Lane(site, house_of(site))


@cache
def text(site: str, what: str = "") -> str:
    """The first hand dealt there in which that stands."""
    dealt = (write(hand).rstrip("\n") for hand in deal_hands(game("ring", 60, 4, site, players=(3, 3), chatter=0)))
    return next(one for one in dealt if what in one)


def reason(site: str, one: str) -> Reason:
    return Reason(fast(site).run([HandText("x.txt", 1, one, site)]).reasons[0])


@pytest.mark.parametrize("site", ["fulltilt", "kingsclub", "pokerstars", "winamax"])
def test_the_hands_are_plain(site: str) -> None:
    assert follows(site, house_of(site))
    assert reason(site, text(site)) == reason(site, text(site, " shows [")) == Reason.PLAIN


def test_a_house_with_another_cap_heads_up_is_left() -> None:
    assert not follows("fulltilt", House("any", cap=4, cap_heads_up="none"))


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
    before = lane._shapes.count
    assert reason("fulltilt", one.replace(draw, f"{player}: {end}\n{draw}")) == Reason.PLAIN
    assert lane._shapes.count == before


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


def test_no_blank_of_any_kind_belongs_to_the_words_for_a_hand() -> None:
    one = text("fulltilt", " shows [")
    shown = next(each for each in one.split("\n") if " shows [" in each)
    assert not shown.endswith("]")
    found = in_batches([HandResult((), HandText("x.txt", 1, one.replace(shown, f"{shown}\u00a0"), "fulltilt"))])
    assert (found.plain, found.different) == (1, [])


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


# -- KingsClub ---------------------------------------------------------------------------------------------------

LONE = (FOLDER / "kingsclub" / "by_hand_lone_side_pot.txt").read_text(encoding="utf-8").rstrip()
"""A hand in which two are all-in, show early, and one of them gets a side pot of which no line tells."""
ANTES = next(
    each.text.text for each in cut(FOLDER / "kingsclub" / "session_seven_handed_mix.txt") if each.text is not None
)


def changed(old: str, new: str, one: str = "") -> str:
    """A hand of KingsClub with other words in one place."""
    before = one or text("kingsclub", " shows [")
    assert old in before
    return before.replace(old, new, 1)


def line(pattern: str, one: str = "") -> str:
    """The first line of a hand of KingsClub with that in it."""
    return next(each for each in (one or text("kingsclub", " shows [")).split("\n") if re.search(pattern, each))


def test_whoever_has_no_line_of_the_deal_has_no_cards() -> None:
    one = changed("\nSeat ", "\nSeat 9: Nobody here (5)\nSeat ")
    lane = Lane("kingsclub", house_of("kingsclub"))
    rows = lane.run([HandText("x.txt", 1, one, "kingsclub")]).rows
    assert dict(zip(rows.seats["seat"].tolist(), rows.seats["out"].tolist(), strict=True)).pop(9) == 1
    assert rows.hands["players"].tolist() == [3]
    assert reason("kingsclub", re.sub("Dealt to .*\n", "", one)) == Reason.SEATS
    assert reason("kingsclub", changed(f"{line('Dealt to')}\n", "")) != Reason.PLAIN


def test_nobody_is_dealt_in_again_face_down() -> None:
    hero = line(r"Dealt to .*\[[^X]")
    again = f"{hero.partition('[')[0]}[X X X X X]"
    assert reason("kingsclub", changed(hero, f"{hero}\n{again}")) == Reason.BLINDS


def test_calls_are_totals_of_the_round() -> None:
    small = line("posts the small blind").partition(":")[0]
    one = text("kingsclub", f"{small} calls 0.10")
    assert reason("kingsclub", one) == Reason.PLAIN
    assert reason("kingsclub", changed(f"{small} calls 0.10", f"{small} calls 0.05", one)) == Reason.BETTING


def test_cards_are_thrown_and_drawn_on_one_line() -> None:
    one = text("kingsclub", " discards [")
    thrown = line(r" discards \[.. ..\]", one)
    fewer = re.sub(r" ..\]$", "]", thrown)
    player, _, bracket = thrown.partition(" draws ")
    assert reason("kingsclub", one) == Reason.PLAIN
    assert reason("kingsclub", changed(thrown, fewer, one)) == Reason.DRAWS
    back = f"{player} draws {player.partition('discards ')[2]}"
    assert reason("kingsclub", changed(thrown, back, one)) != Reason.PLAIN
    assert reason("kingsclub", changed(thrown, f"{thrown} {bracket}", one)) == Reason.LINE


def test_antes_are_everybody_s() -> None:
    ante = line("posts ante", ANTES)
    assert reason("kingsclub", ANTES) == Reason.PLAIN
    assert reason("kingsclub", changed(ante, ante.replace("11", "12"), ANTES)) == Reason.BLINDS
    assert reason("kingsclub", changed(ante, f"{ante}\n{ante}", ANTES)) == Reason.BLINDS
    assert reason("kingsclub", changed(ante, f"{ante}, and is all in", ANTES)) == Reason.BLINDS
    assert reason("kingsclub", changed(f"{ante}\n", "", ANTES)) != Reason.PLAIN


@pytest.mark.parametrize("low", ["0.10", "20"])
def test_a_further_blind_is_the_one_its_amount_makes_it(low: str) -> None:
    """Of 0.20 it is two blinds where the bet is 0.10, so figures of ours do not show which it is."""
    stakes = Stakes(*(round(100 * float(low) * part) for part in (1, 2, 0.5)))
    dealt = deal_hands(game("ring", 200, 4, "kingsclub", players=(3, 6), chatter=0, stakes=(stakes,)))
    some = [one for hand in dealt if "posts blind" in (one := write(hand).rstrip("\n"))]
    lane = Lane("kingsclub", house_of("kingsclub"))
    found = lane.run([HandText("x.txt", 1, one, "kingsclub") for one in some]).reasons.tolist()
    assert len(some) > 2
    assert Reason.PLAIN in found
    assert Reason.LINE not in found


def test_the_first_hand_turned_up_begins_the_showdown() -> None:
    one = text("kingsclub", " shows [")
    shown = re.findall(".* shows .*\n", one)
    heading = "*** 4TH BETTING ROUND ***\n"
    assert reason("kingsclub", changed("".join(shown), "".join(reversed(shown)), one)) == Reason.ENDING
    early = one.replace("".join(shown), "").replace(heading, f"{''.join(shown)}{heading}")
    assert reason("kingsclub", early) == Reason.ENDING


def test_hands_turned_up_early_are_in_any_order() -> None:
    shown = re.findall(".* shows .*\n", LONE)
    assert reason("kingsclub", LONE) == Reason.PLAIN
    assert reason("kingsclub", changed("".join(shown), "".join(reversed(shown)), LONE)) == Reason.PLAIN
    after = changed("*** 4TH BETTING ROUND ***\n", "", LONE).replace(shown[0], f"*** 4TH BETTING ROUND ***\n{shown[0]}")
    assert reason("kingsclub", after) == Reason.PLAIN


def test_a_winner_whom_nobody_called_turns_nothing_up() -> None:
    dealt = (write(hand).rstrip("\n") for hand in deal_hands(game("ring", 60, 4, "kingsclub")))
    one = next(each for each in dealt if " shows " not in each)
    winner = line(" wins pot", one).partition(" wins")[0]
    assert reason("kingsclub", one) == Reason.PLAIN
    shows = f"{winner} shows [2c 3c 4c 5c 7d]\n*** SUMMARY ***"
    assert reason("kingsclub", changed("*** SUMMARY ***", shows, one)) == Reason.ENDING


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(940) -60", "(940) -61"),
        ("(940) -60", "(941) -60"),
        ("(940) -60", "(940) +60"),
        ("(940) -60", "(940)"),
        ("Seat 1: Katja72 (940) -60\n", ""),
        ("Seat 4: LimpLena (500)\nSeat 6: Max Raise (820)", "Seat 6: Max Raise (820)"),
        ("Rake 1\n", ""),
        ("Rake 1", "Rake 2"),
        ("Rake 1", "Rake 1\nRake 1"),
        ("pot (209)", "pot (208)"),
        ("pot (209)", "pot (209)\nKatja72 wins side pot 1 (21)"),
    ],
)
def test_the_books_agree_with_what_the_hand_brought(old: str, new: str) -> None:
    assert reason("kingsclub", changed(old, new, LONE)) == Reason.ENDING


def test_a_pot_with_one_claimant_may_have_a_line() -> None:
    said = changed("pot (209)", "pot (209)\nKatja72 wins side pot 1 (20)", LONE)
    assert reason("kingsclub", said) == Reason.PLAIN


@pytest.mark.parametrize("heading", ["*** 2ND BETTING ROUND ***", "*** 7TH BETTING ROUND ***"])
def test_headings_are_those_of_the_round(heading: str) -> None:
    assert reason("kingsclub", changed("*** 3RD BETTING ROUND ***", heading)) in {Reason.BETTING, Reason.LINE}


def test_a_hand_that_is_run_twice_is_left() -> None:
    """Below a hand that was shown the line is a note, and not so above it."""
    lane = Lane("kingsclub", house_of("kingsclub"))
    shown = line(" shows ", LONE)
    for old, new in ((shown, f"{shown}\nRun 1: {shown}"), (shown, f"Run 1: {shown}\n{shown}")):
        assert lane.run([HandText("x.txt", 1, changed(old, new, LONE), "kingsclub")]).reasons[0] == Reason.LINE


def test_a_broken_hand_does_not_keep_others_from_being_followed() -> None:
    lane, whole = Lane("kingsclub", house_of("kingsclub")), text("kingsclub", " shows [")
    texts = [changed("*** SUMMARY ***\n", "", whole), whole]
    found = lane.run([HandText("x.txt", 1, one, "kingsclub") for one in texts]).reasons.tolist()
    assert found == [Reason.LINE, Reason.PLAIN]


def test_many_broken_hands_do() -> None:
    lane, whole = Lane("kingsclub", house_of("kingsclub")), text("kingsclub", " shows [")
    texts = [*[changed("*** SUMMARY ***\n", "", whole)] * TRIES, whole]
    found = lane.run([HandText("x.txt", 1, one, "kingsclub") for one in texts]).reasons.tolist()
    assert found == [Reason.LINE] * len(texts)


# -- what stands above the seats ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("site", "lines"), [("fulltilt", 1), ("pokerstars", 2), ("winamax", 2), ("kingsclub", 3)])
def test_an_opening_has_as_many_lines_as_the_grammar_needs(site: str, lines: int) -> None:
    opening = Openings(site, house_of(site)).read([HandText("x.txt", 1, text(site), site)])[0]
    assert opening is not None
    assert opening.lines == lines


@pytest.mark.parametrize("site", ["fulltilt", "kingsclub", "pokerstars", "winamax"])
def test_the_grammar_is_asked_about_headers_of_a_kind_once(site: str) -> None:
    headers = Headers(site)
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
