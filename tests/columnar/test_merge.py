"""What the lane follows at Merge only: names by seat, headings, figures that mean nothing, cards further down."""

from __future__ import annotations

import re

import pytest

from histparse.columnar.grammar.headers import Headers
from histparse.columnar.grammar.preambles import Preambles
from histparse.columnar.lane import Lane
from histparse.columnar.scan.vocabulary import Reason
from histparse.model.house import House, house_of
from histparse.reader import HandText
from histparse.simulate import deal_hands
from tests.columnar.hands import above, fast, reason, text
from tests.dealer.writing import write
from tests.simulate.games import game

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
    preambles = Preambles("merge", house_of("merge"))
    one = text("merge")
    assert preambles.read([HandText("x.txt", 1, one, "merge")]) == [None]
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
    lane._preambles.read([HandText("x.txt", 1, one, "merge", above("merge"))])
    assert reason("merge", re.sub(r"\t\t<player .*\n", "", one), lane) == Reason.SEATS
    assert reason("merge", one, lane) == Reason.PLAIN


@pytest.mark.parametrize("who", ["Ann", "x y", "牌", "Tom &amp; Jerry"])
def test_framed_chat_is_asked_about_once_whoever_says_whatever(who: str) -> None:
    one, lane = text("merge"), fast("merge")
    chat = '\t\t<event sequence="9" type="CHAT" timestamp="1" player="{}" text="{}"/>'
    reason("merge", f"{one[:-7]}{chat.format('Bob', 'hello')}\n</game>")
    before = lane._shapes.known.count
    for words in ("", "fold", "&quot;3&quot;", '" player="3"', "</game>"):
        assert reason("merge", f"{one[:-7]}{chat.format(who, words)}\n</game>") == Reason.PLAIN
    assert lane._shapes.known.count == before
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


@pytest.mark.untraced
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


def test_a_broken_opening_is_not_learnt() -> None:
    headers = Headers("merge", above("merge"))
    one = text("merge")
    assert headers.read(without(one, "<players ")) is None
    assert (read := headers.read(one))
    assert read.table.button is not None
