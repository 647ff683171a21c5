"""What the lane follows at one site only, by what its dialect declares and its grammar reads."""

from __future__ import annotations

import re
from functools import cache

import pytest

from histparse.columnar.headers import Headers
from histparse.columnar.lane import Lane, follows
from histparse.columnar.openings import Openings
from histparse.columnar.plain_rows import plain_rows
from histparse.columnar.vocabulary import Reason
from histparse.export import heading, write
from histparse.model.house import House, house_of
from histparse.reader import HandText
from histparse.simulate import deal_hands
from histparse.store.observe.columns import columns
from tests.simulate.games import game


@cache
def fast(site: str) -> Lane:
    return Lane(site, house_of(site))


@cache
def text(site: str, what: str = "") -> str:
    """The first hand dealt there in which that stands."""
    dealt = (write(hand).rstrip("\n") for hand in deal_hands(game("ring", 60, 4, site, players=(3, 3), chatter=0)))
    return next(one for one in dealt if what in one)


@cache
def above(site: str) -> str:
    """What stands above these hands."""
    return heading(next(deal_hands(game("ring", 1, 4, site))))


def reason(site: str, one: str, lane: Lane | None = None) -> Reason:
    return Reason((lane or fast(site)).run([HandText("x.txt", 1, one, site, above(site))]).reasons[0])


@pytest.mark.parametrize("site", ["fulltilt", "merge", "pokerstars", "winamax"])
def test_the_hands_are_plain(site: str) -> None:
    assert follows(site, house_of(site))
    showdown = "SHOWDOWN" if site == "merge" else "SHOW DOWN"
    assert reason(site, text(site)) == reason(site, text(site, showdown)) == Reason.PLAIN


def test_heads_up_the_cap_may_be_another() -> None:
    dealt = (write(hand).rstrip("\n") for hand in deal_hands(game("heads-up", 400, 4, "merge", chatter=0)))
    one = next(each for each in dealt if _most_bets(each) > 4)
    assert reason("merge", one) == Reason.PLAIN
    assert reason("merge", one, Lane("merge", House("any", cap=4, cap_heads_up=4))) == Reason.BETTING
    assert reason("merge", one, Lane("merge", House("any", cap=4, cap_heads_up="none"))) == Reason.PLAIN
    only_last_two = House("any", cap=4, cap_heads_up=6, heads_up_counts="table")
    assert reason("merge", one, Lane("merge", only_last_two)) == Reason.BETTING


def _most_bets(one: str) -> int:
    """In the first round that has the most, the big blind being the first."""
    rounds = one.split("<round ")
    return max(("PRE_FIRST_DRAW" in each) + each.count('"RAISE"') + each.count('"BET"') for each in rounds)


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


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003"])
def test_blanks_of_any_kind_are_no_words_for_a_hand(blank: str) -> None:
    one = text("fulltilt", "SHOW DOWN")
    line = next(line for line in one.split("\n") if " shows [" in line)
    hand = HandText("x.txt", 1, one.replace(line, line + blank), "fulltilt")
    rows = plain_rows(fast("fulltilt").run([hand]), columns())["showdowns"]
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


# -- Merge -------------------------------------------------------------------------------------------------------

OPENINGS = [("fulltilt", 1), ("merge", 2), ("pokerstars", 2), ("winamax", 2), ("kingsclub", 3)]
ANY_SHOW = 'type="SHOWN"'


def without(one: str, words: str) -> str:
    """The text without the first line in which these words stand."""
    line = next(line for line in one.split("\n") if words in line)
    return one.replace(f"{line}\n", "", 1)


def doubled(one: str, words: str) -> str:
    """The text with that line twice."""
    line = next(line for line in one.split("\n") if words in line)
    return one.replace(line, f"{line}\n{line}", 1)


@pytest.mark.parametrize(("number", "plain"), [("1", True), ("0", True), ("7" * 15, True), ("1.5", False), ("", True)])
def test_numbers_that_mean_nothing_may_be_any(number: str, plain: bool) -> None:
    one = re.sub(r'timestamp="\d+"', f'timestamp="{number}"', text("merge"))
    assert (reason("merge", one) == Reason.PLAIN) == plain


def test_a_number_that_means_something_is_none_of_them() -> None:
    one = text("merge", 'type="FOLD"')
    fold = next(line for line in one.split("\n") if 'type="FOLD"' in line)
    for seat in "6", "9", "12", "-1":
        assert reason("merge", one.replace(fold, re.sub('player="."', f'player="{seat}"', fold), 1)) == Reason.LINE


@pytest.mark.parametrize("line", ["<players dealer", "</players>", "</game>", 'type="SMALL_BLIND"'])
def test_no_hand_lacks_these_lines_or_has_them_twice(line: str) -> None:
    assert reason("merge", without(f"{text('merge')}\n", line)) != Reason.PLAIN
    assert reason("merge", doubled(text("merge"), line)) != Reason.PLAIN


def test_rounds_end_anywhere_or_not_at_all() -> None:
    assert reason("merge", without(text("merge"), "</round>")) == Reason.PLAIN
    assert reason("merge", doubled(text("merge"), "</round>")) == Reason.PLAIN


def test_nothing_follows_the_last_line() -> None:
    assert reason("merge", f"{text('merge')}\n\t</round>") == Reason.ENDING


def test_without_a_heading_the_stakes_are_not_known() -> None:
    openings = Openings("merge", house_of("merge"))
    one = text("merge")
    assert openings.read([HandText("x.txt", 1, one, "merge")]) == [None]
    stakes = '<description type="2-7 Lowball" stakes="Limit $0.20/$0.40"/>'
    assert fast("merge").run([HandText("x.txt", 1, one, "merge", stakes)]).reasons.tolist() == [Reason.BLINDS]


def test_names_that_are_written_otherwise_than_they_are_are_left() -> None:
    one = text("merge")
    name = one.split('nickname="')[1].split('"')[0]
    assert reason("merge", one.replace(f'"{name}"', '"Tom & Jerry"')) == Reason.SEATS
    assert reason("merge", one.replace(f'"{name}"', '"Tom and, Jerry 3"')) == Reason.PLAIN


def test_a_player_who_has_the_name_of_a_word_is_left() -> None:
    dealt = (write(hand).rstrip("\n") for hand in deal_hands(game("ring", 5, 2, "merge", chatter=0)))
    one = next(each for each in dealt if re.search('"HOLE".* player="0" hand=', each))
    named = re.sub('seat="0" nickname="[^"]*"', 'seat="0" nickname="{}"', one)
    assert reason("merge", named.format("Handy")) == Reason.PLAIN
    assert reason("merge", named.format("hand")) == Reason.LINE


def test_what_is_too_broken_is_not_learnt() -> None:
    one, lane = text("merge"), Lane("merge", house_of("merge"))
    lane._openings.read([HandText("x.txt", 1, one, "merge", above("merge"))])
    assert reason("merge", re.sub(r"\t\t<player .*\n", "", one), lane) == Reason.SEATS
    assert reason("merge", one, lane) == Reason.PLAIN


@pytest.mark.parametrize("who", ["Ann", "x y", "牌", "Tom &amp; Jerry"])
def test_framed_chat_is_asked_about_once_whoever_says_whatever(who: str) -> None:
    one, lane = text("merge"), fast("merge")
    chat = '\t\t<event sequence="9" type="CHAT" timestamp="1" player="{}" text="{}"/>'
    reason("merge", f"{one[:-7]}{chat.format('Bob', 'hello')}\n</game>")
    before = lane._shapes.count
    for words in ("", "fold", "&quot;3&quot;", '" player="3"', "</game>"):
        assert reason("merge", f"{one[:-7]}{chat.format(who, words)}\n</game>") == Reason.PLAIN
    assert lane._shapes.count == before
    strange = chat.format(who, "x").replace('"9"', '"9.5"')
    assert reason("merge", f"{one[:-7]}{strange}\n</game>") == Reason.LINE
    assert reason("merge", f"{one[:-7]}{chat.format(who * 101, 'x')}\n</game>") != Reason.PLAIN
    assert reason("merge", f"{one[:-7]}{chat.format(who, 'x' * 2000)}\n</game>") != Reason.PLAIN


def test_cards_that_are_shown_come_further_down() -> None:
    one = text("merge", ANY_SHOW)
    assert reason("merge", one) == Reason.PLAIN
    assert reason("merge", without(one, ANY_SHOW)) == Reason.ENDING
    assert reason("merge", doubled(one, ANY_SHOW)) == Reason.ENDING
    assert reason("merge", doubled(one, 'type="SHOW"')) == Reason.ENDING


def test_the_whole_hand_stands_below_each_draw() -> None:
    one = text("merge", "DRAW_DRAWN_CARDS")
    hole = next(line for line in one.split("\n") if 'type="HOLE"' in line)
    drawn = next(line for line in one.split("\n") if "DRAW_DRAWN_CARDS" in line)
    assert reason("merge", without(one, "DRAW_DRAWN_CARDS")) == Reason.BETTING
    other = re.sub('cards="[^"]*"', 'cards="2c,3c,4c,5c,6c"', drawn)
    assert reason("merge", one.replace(drawn, other, 1)) == Reason.DRAWS
    assert reason("merge", one.replace(f"{hole}\n", "").replace(drawn, f"{hole}\n{drawn}")) == Reason.DRAWS


def test_what_nobody_called_comes_back_in_a_line_of_its_own() -> None:
    hands = deal_hands(game("short", 300, 4, "merge", chatter=0))
    one = next(each for hand in hands if 'uncalled="true"' in (each := write(hand).rstrip("\n")))
    assert reason("merge", one) == Reason.PLAIN
    assert reason("merge", without(one, 'uncalled="true"')) == Reason.ENDING
    assert reason("merge", doubled(one, 'uncalled="true"')) == Reason.BETTING


def test_blinds_are_posted_before_the_betting_is_headed() -> None:
    assert reason("merge", text("merge").replace('"BLINDS"', '"PRE_FIRST_DRAW"')) == Reason.BETTING


# -- what stands above the seats ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("site", "lines"), OPENINGS)
def test_an_opening_has_as_many_lines_as_the_grammar_needs(site: str, lines: int) -> None:
    opening = Openings(site, house_of(site)).read([HandText("x.txt", 1, text(site), site, above(site))])[0]
    assert opening is not None
    assert opening.lines == lines


def test_a_broken_opening_is_not_learnt() -> None:
    headers = Headers("merge", above("merge"))
    one = text("merge")
    assert headers.read(without(one, "<players ")) is None
    assert (read := headers.read(one))
    assert read.table.button is not None


@pytest.mark.parametrize("site", ["fulltilt", "merge", "pokerstars", "winamax"])
def test_the_grammar_is_asked_about_headers_of_a_kind_once(site: str) -> None:
    headers = Headers(site, above(site))
    some = [write(hand) for hand in deal_hands(game("ring", 5, 4, site))]
    read = [headers.read(one) for one in some]
    assert headers._learnt == 1
    numbers = [one.header.hand_id for one in read if one]
    assert len(set(numbers)) == len(some)
    assert all(number in one for number, one in zip(numbers, some, strict=True))
