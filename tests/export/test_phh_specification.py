"""What is written of the hands of every site keeps to the specification of PHH, and is read back whole."""

from __future__ import annotations

import os
import re
import tomllib
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from histparse import flow
from histparse.export import UnwritableError
from histparse.model.cards import parse_cards
from histparse.model.events import Deal, Discard, Receive, StandPat
from histparse.privacy.masked import strip_all_but_play
from histparse.simulate import deal_hands
from tests.dealer.writing import heading, sites, write, writer
from tests.export.hands import read_back, read_text, sampled_or_dealt_hands
from tests.export.phh_specification import breaches
from tests.running import Run
from tests.samples import FOLDER, of_site
from tests.simulate.games import game

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
MOST = None if SOAK else 5
"""Hands of each sample."""
DEALT = 400 if SOAK else 3
"""Hands of each game."""


@pytest.mark.nightly(4)
@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("source", ["samples", "dealt"])
def test_hands_keep_to_the_specification_and_come_back(source: str, site: str) -> None:
    number = 0
    for hand in sampled_or_dealt_hands(source, site, of_sample=MOST, of_game=DEALT, seed=5):
        try:
            adapted = writer("phh").adapt_hand(hand)
        except UnwritableError:
            continue
        number += 1
        text = write(adapted)
        assert breaches(text) == [], text
        read = read_text(text, "phh")
        assert strip_all_but_play(read) == strip_all_but_play(adapted), text
        assert (read.reading, read.header.hand_id) == (adapted.reading, adapted.header.hand_id)
    assert number


def test_real_hands_keep_to_the_specification(real_histories: Path, run: Run) -> None:
    for folder in sorted(real_histories.glob("*/")):
        code, printed, complaint = run("convert", folder, "--to", "phh", "-o", "-")
        assert (code, breaches(printed)) == (0, []) or "there is no hand to write" in complaint, folder


PLAYED = """variant = 'F2L3D'
antes = [0, 0]
blinds_or_straddles = [5, 10]
small_bet = 10
big_bet = 20
starting_stacks = [400, 400.50]
actions = [
  'd dh p1 7h6c4c3dKs',
  'd dh p2 ??????????',
  'p2 cc',
  'p1 cc',
  'p1 sd Ks',
  'p2 sd ????',
  'd dh p1 2c',
  'd dh p2 ????',
  'p1 cbr 10',
  'p2 f',
]
players = ['Ada', 'Bo']
"""


# --- cards known beside the actions ------------------------------------------------------------------------------


DEALT_TO_HERO = re.compile(r"(?m)^Dealt to (\S.*) \[(\w\w(?: \w\w){4})\]$")
PAT = re.compile(r"(?m)^(\S.*) stands pat \[(\w\w(?: \w\w){4})\]$")


def test_what_winamax_prints_of_the_hero_is_read_back() -> None:
    """The text says what is known: five cards at the deal, and those of each pat hand."""
    hands_drawn = hands_pat_later = 0
    for file in of_site("winamax"):
        for result in islice((result for result in flow.parse_file(file) if result.hand), MOST):
            assert result.hand is not None
            assert result.text is not None
            events = read_back(writer("phh").adapt_hand(result.hand)).events
            hero = [event for event in events if getattr(event, "player", None) == result.hand.hero]
            dealt = [parse_cards(cards) for _, cards in DEALT_TO_HERO.findall(result.text.text)]
            assert [event.cards for event in hero if isinstance(event, Deal)] == dealt
            pats = [parse_cards(cards) for _, cards in PAT.findall(result.text.text)]
            discards = [event for event in hero if isinstance(event, Discard)]
            assert not discards or [event.held for event in hero if isinstance(event, StandPat)] == pats
            assert {event.cards for event in discards} <= {None}
            hands_drawn += bool(discards)
            hands_pat_later += bool(discards and pats)
    assert hands_drawn > hands_pat_later > 0


def test_pseudonyms_keep_the_cards_known(run: Run, tmp_path: Path) -> None:
    file, phh, hidden = FOLDER / "winamax" / "session_8_games.txt", tmp_path / "hands.phhs", tmp_path / "hidden.phhs"
    assert run("convert", file, "--to", "phh", "-o", phh)[0] == 0
    assert "left out" not in run("anonymise", phh, "-o", hidden)[2]
    known = re.compile("(?m)^_known_cards = .*$")
    assert known.findall(hidden.read_text(encoding="utf-8")) == known.findall(phh.read_text(encoding="utf-8")) != []


def test_cards_that_the_field_does_not_fit_are_those_of_the_actions() -> None:
    unknown = PLAYED.replace("7h6c4c3dKs", "?" * 10).replace("sd Ks", "sd ??")
    events = read_text(f"{unknown}_known_cards = ['7h6c4c3dKs Ks 2d', 'no 7h6c4c3dKs 2h3h4h']\n", "phh").events
    assert [event.cards for event in events if isinstance(event, Deal)] == [parse_cards("7h 6c 4c 3d Ks"), ("??",) * 5]
    assert [event.cards for event in events if isinstance(event, Discard)] == [parse_cards("Ks"), None]
    assert [event.new for event in events if isinstance(event, Receive)] == [parse_cards("2c"), None]


# --- any names ------------------------------------------------------------------------------------------------------


HAND = next(deal_hands(game("ring", 1, 3, "phh")))


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12))
def test_names_of_any_letters_are_toml(name: str) -> None:
    seats = (replace(HAND.seats[0], player=name), *HAND.seats[1:])
    header = replace(HAND.header, hand_id=f"{name}-")
    named = replace(HAND, seats=seats, events=(), notes=(), header=header, table=replace(HAND.table, name=name))
    [fields] = tomllib.loads(f"{heading(named)}\n{write(named)}").values()
    assert (fields["players"][0], fields["table"], str(fields["hand"])) == (name, name, name)


def test_a_copy_is_left_out(run: Run, tmp_path: Path) -> None:
    files, written = [tmp_path / "one.phh", tmp_path / "two.phh"], tmp_path / "hands.phhs"
    for file in files:
        file.write_text(PLAYED, encoding="utf-8")
    for command in (["convert", "--to", "phh"], ["convert", "--to", "text"], ["anonymise"]):
        code, _, complaint = run(*command, *files, "-o", written, "--force")
        assert (code, len(tomllib.loads(written.read_text(encoding="utf-8")))) == (0, 1)
        assert "1 hand left out: they are copies of hands that are in the file" in complaint


@pytest.mark.parametrize(
    ("old", "new", "breach"),
    [
        ("p1 sd Ks", "p1 sd ??", "`p1 sd ??` from"),
        ("d dh p1 2c", "d dh p1 2c3c", "`d dh p1 2c3c` after 0, with 6"),
        ("p2 f", "p2 fold", "`p2 fold` is no action"),
        ("[5, 10]", "[5, -10]", "blinds_or_straddles = [5, -10]"),
        ("['Ada', 'Bo']", "['Ada']", "1 players of 2 players"),
        ("small_bet = 10\n", "", "small_bet is missing"),
        ("players", "names", "names is no field"),
    ],
)
def test_what_the_specification_does_not_allow_is_seen(old: str, new: str, breach: str) -> None:
    assert breaches(PLAYED) == []
    assert breach in breaches(PLAYED.replace(old, new))[0]
