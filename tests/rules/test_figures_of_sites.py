"""Figures that some sites print otherwise than they are played: how far they may differ, and no further."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from histparse.model import events as ev
from histparse.model.events import PostKind
from histparse.model.hand import Hand
from histparse.simulate import deal_hands
from tests.dealer.writing import heading, write
from tests.rules.altering import find_codes, find_without_notes, texts
from tests.samples import FOLDER
from tests.simulate.games import game


def raked(site: str) -> str:
    """A hand of that site from which the house takes a rake."""
    rake = {"winamax": r"\| Rake 0\.\d\d€", "pokerstars": r"\| Rake \$0\.\d\d"}[site]
    hands = (
        text
        for file in sorted((FOLDER / site).glob("session_*.txt"))
        for text in file.read_text("utf-8").split("\n\n\n")
    )
    return next(text.strip("\n") for text in hands if re.search(rake, text) and not find_codes(text.strip("\n"), site))


@pytest.mark.parametrize(("cents", "expected"), [(0, []), (1, []), (2, ["POT01"]), (-1, ["POT01"])])
def test_rounding_costs_a_cent_at_winamax(cents: int, expected: list[str]) -> None:
    """There pot and rake are each rounded: together they may lack a cent of what was put in."""
    text = raked("winamax")
    rake = re.search(r"Rake (\d+\.\d\d)€", text)
    assert rake
    rounded = f"Rake {float(rake[1]) - cents / 100:.2f}€"
    assert find_codes(text.replace(rake[0], rounded), "winamax") == expected


@pytest.mark.parametrize("cents", [1, -1])
def test_it_costs_nothing_elsewhere(cents: int) -> None:
    text = raked("pokerstars")
    rake = re.search(r"Rake \$(\d+\.\d\d)", text)
    assert rake
    assert find_codes(text.replace(rake[0], f"Rake ${float(rake[1]) - cents / 100:.2f}"), "pokerstars") == ["POT02"]


@pytest.mark.parametrize(("added", "expected"), [("1", []), ("2", ["POT01"])])
def test_chips_that_the_site_adds_are_in_the_total(added: str, expected: list[str]) -> None:
    text = raked("pokerstars")
    for words in (r"Total pot \$", r"collected \$", r"collected \(\$"):
        text = re.sub(rf"({words})([\d.]+)", lambda match: f"{match[1]}{float(match[2]) + 1:.2f}", text)
    deal = "*** DEALING HANDS ***"
    assert find_codes(text.replace(deal, f"STP added: ${added}\n{deal}"), "pokerstars") == expected, text


def tournament_hands() -> list[str]:
    """Hands of a tournament with blinds and bets."""
    hands = [text for _, text in texts("pokerstars", "tournament", 40, seed=3)]
    return [text for text in hands if ": bets " in text and "all-in" not in text]


def with_header(text: str, factor: int) -> str:
    """The hand with its stakes in the header that many times as high."""
    return re.sub(
        r"\((\d+)/(\d+)\)", lambda stakes: f"({int(stakes[1]) * factor}/{int(stakes[2]) * factor})", text, count=1
    )


def test_stakes_in_the_wrong_order_are_told_though_all_bets_are_half_the_first() -> None:
    for text in tournament_hands()[:20]:
        assert find_codes(re.sub(r"\((\d+)/(\d+)\)", r"(\2/\1)", text, count=1), "pokerstars") == ["TBL04"], text


def test_a_header_of_twice_the_stakes_that_all_play_has_is_no_fault() -> None:
    hands = tournament_hands()
    assert len(hands) > 5
    for text in hands:
        assert find_codes(with_header(text, 2), "pokerstars") == [], text


def test_other_factors_are_faults_of_the_blinds() -> None:
    for text in tournament_hands():
        assert find_codes(with_header(text, 4), "pokerstars")[0] == "BLD02"


def test_one_bet_of_the_stakes_in_the_header_makes_the_blinds_wrong() -> None:
    """Then the play is not all at one level: the blinds were too small."""
    for text in tournament_hands():
        raised = re.sub(r": bets (\d+)", lambda bet: f": bets {int(bet[1]) * 4}", text, count=1)
        assert "BLD02" in find_codes(with_header(raised, 2), "pokerstars")


def dealt(name: str, seed: int, place: int, site: str) -> Hand:
    """One hand of a session, at a table where somebody has only a few chips left."""
    return next(islice(deal_hands(game(name, 50, seed, site)), place, None))


def posts(hand: Hand, kind: PostKind) -> list[int]:
    return [post.amount for post in ev.of_type(hand.events, ev.Post) if post.kind is kind]


@pytest.mark.parametrize("site", ["kingsclub", "merge", "pokerstars"])
def test_a_first_ante_that_takes_all_chips_is_no_measure_for_the_others(site: str) -> None:
    hand = dealt("tournament antes", 15, 28, site)
    first, *whole = posts(hand, PostKind.ANTE)
    assert first < min(whole)
    assert find_codes(write(hand).rstrip("\n"), site, heading(hand)) == []


@pytest.mark.parametrize(("name", "seed", "place"), [("stakes", 15, 23), ("tiny", 39, 46)])
def test_a_dead_blind_is_whole_where_the_small_blind_takes_all_chips(name: str, seed: int, place: int) -> None:
    """PHH states the small blind that was posted, and no other."""
    hand = dealt(name, seed, place, "phh")
    assert posts(hand, PostKind.DEAD_BLIND) > posts(hand, PostKind.SMALL_BLIND)
    assert find_codes(write(hand).rstrip("\n"), "phh", heading(hand)) == []


EQUAL_POTS = """\
#206668296346: Limit 2-7 Triple Draw - 0.10/0.20
2013-02-04 23:43:12
Table 'Ops 152' Seat 4 is the button
Seat 3: Sami River (7.96)
Seat 4: Almasnow (0.85)
Seat 5: Nils.pl (0.04)
*** 1ST BETTING ROUND ***
Nils.pl: posts the small blind 0.04, and is all in
Sami River: posts the big blind 0.10
Dealt to Sami River: [X X X X X]
Dealt to Almasnow: [X X X X X]
Dealt to Nils.pl: [X X X X X]
Almasnow calls 0.10
Sami River checks
*** 1ST DRAW ***
Nils.pl draws 2
Sami River draws 3
Almasnow draws 3
*** 2ND BETTING ROUND ***
Sami River bets 0.10
Almasnow folds
*** 2ND DRAW ***
Nils.pl draws 2
Sami River draws 1
*** 3RD BETTING ROUND ***
*** 3RD DRAW ***
Nils.pl stands pat
Sami River stands pat
Sami River shows [2d 3d 7s 6c 5c]
Nils.pl shows [5d 2c 8s 4s Th]
*** 4TH BETTING ROUND ***
*** SUMMARY ***
Seat 3: Sami River (8.10) +0.14
Seat 4: Almasnow (0.75) -0.10
Seat 5: Nils.pl (0) -0.04
Sami River wins pot (0.12)"""


@pytest.mark.parametrize(("more_lines", "expected"), [(0, []), (1, []), (2, ["POT02"])])
def test_a_side_pot_without_a_line_as_large_as_the_main_pot_is_not_paid_twice(
    more_lines: int, expected: list[str]
) -> None:
    """A side pot that nobody else can win has no line at KingsClub, only the net tells of it."""
    assert find_codes(EQUAL_POTS + "\nSami River wins pot (0.12)" * more_lines, "kingsclub") == expected


DEAD_BLIND = """\
#206661759616: Limit 2-7 Triple Draw - 0.10/0.20
2013-02-04 20:05:19
Table 'Elara 132' Seat 1 is the button
Seat 1: Hugo_low (3.69)
Seat 2: Olga (17.05)
Seat 3: ToveBear (3.15)
Seat 5: Gina II (3.60)
*** 1ST BETTING ROUND ***
Olga: posts the small blind 0.05
ToveBear: posts the big blind 0.10
Gina II: posts blind 0.10
Dealt to Hugo_low: [X X X X X]
Dealt to Olga: [X X X X X]
Dealt to ToveBear: [X X X X X]
Dealt to Gina II: [X X X X X]
Gina II checks
Hugo_low calls 0.10
Olga folds
ToveBear checks
*** 1ST DRAW ***
ToveBear draws 1
Gina II draws 2
Hugo_low draws 2
*** 2ND BETTING ROUND ***
ToveBear checks
Gina II checks
Hugo_low checks
*** 2ND DRAW ***
ToveBear draws 1
Gina II draws 2
Hugo_low draws 2
*** 3RD BETTING ROUND ***
ToveBear checks
Gina II checks
Hugo_low checks
*** 3RD DRAW ***
ToveBear draws 1
Gina II draws 2
Hugo_low draws 2
*** 4TH BETTING ROUND ***
ToveBear checks
Gina II checks
Hugo_low checks
ToveBear shows [6c 7h 5h 2h 9c]
Gina II shows [6h 9s 5s 4h 8h]
Hugo_low shows [2d 3h 7c 8d Qc]
*** SUMMARY ***
Seat 1: Hugo_low (3.59) -0.10
Seat 2: Olga (17) -0.05
Seat 3: ToveBear (3.43) +0.28
Seat 5: Gina II (3.45) -0.15
Rake 0.02
ToveBear wins pot (0.38)"""
"""Gina's dead blind of 0.05 stands only in their net."""


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ("ToveBear wins pot (0.38)", []),
        ("ToveBear wins pot (0.38)\nToveBear wins pot (0.38)", [("POT02", 54)]),
        ("Hugo_low wins pot (0.38)", [("SHD02", 53)]),
    ],
)
def test_a_wrong_payout_is_named_though_a_dead_blind_has_no_line(wrong: str, expected: list[tuple[str, int]]) -> None:
    text = DEAD_BLIND.replace("ToveBear wins pot (0.38)", wrong)
    assert [(finding.code, finding.line) for finding in find_without_notes(text, "kingsclub")] == expected
