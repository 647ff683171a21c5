"""What the lane follows at KingsClub only: what nobody says but the nets, and lines that have two events."""

from __future__ import annotations

import re

import pytest

from histparse.columnar.compiled import NOBODY
from histparse.columnar.grammar.new_shapes import TRIES
from histparse.columnar.lane import Lane
from histparse.columnar.scan.vocabulary import Reason
from histparse.flow import cut
from histparse.model.house import house_of
from histparse.reader import HandText
from histparse.simulate import Stakes, deal_hands
from tests.columnar.hands import reason, text
from tests.dealer.writing import write
from tests.samples import FOLDER
from tests.simulate.games import game

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
    assert dict(zip(rows.seats["seat"].tolist(), rows.seats["who"].tolist(), strict=True)).pop(9) == NOBODY
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


@pytest.mark.untraced
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


def test_many_broken_hands_before_them_do() -> None:
    lane, whole = Lane("kingsclub", house_of("kingsclub")), text("kingsclub", " shows [")
    texts = [*[changed("*** SUMMARY ***\n", "", whole)] * TRIES, whole]
    found = [lane.run([HandText("x.txt", 1, one, "kingsclub")]).reasons[0] for one in texts]
    assert found == [Reason.LINE] * len(texts)
