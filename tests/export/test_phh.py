"""PHH text, character by character."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from histparse import flow
from histparse.export.phh.adaptation import PHH
from histparse.judging.engine import judge
from histparse.model.hand import Hand
from histparse.model.house import house
from histparse.simulate import Rake, Stakes, deal_hands
from tests.dealer.writing import numbered, write, write_all, writer
from tests.export.hands import read_text
from tests.parsing.dialects.tables import read_table
from tests.samples import FOLDER
from tests.simulate.games import GAMES, game

HANDS, REPLAYED = (1_000, 400) if os.environ.get("HISTPARSE_SOAK") else (8, 24)


@pytest.fixture(scope="module")
def hand() -> Hand:
    return next(deal_hands(game("ring", 1, site="phh")))


@pytest.mark.parametrize(
    ("name", "written"),
    read_table(r"""
Al => 'Al'
"Al" => '"Al"'
O'Al => "O'Al"
O'"Al\ => "O'\"Al\\"
C:\new => 'C:\new'
"""),
)
def test_names_are_quoted(hand: Hand, name: str, written: str) -> None:
    seats = (replace(hand.seats[0], player=name), *hand.seats[1:])
    printed = [text for _, text in PHH.lines(replace(hand, seats=seats, events=()))]
    assert any(text.startswith(f"players = [{written}, ") for text in printed)


def test_a_file_of_many_hands_has_a_table_for_each(tmp_path: Path) -> None:
    dealt = list(deal_hands(game("ring", 20, site="phh")))
    file = tmp_path / "hands.phhs"
    file.write_text(write_all(dealt), encoding="utf-8")
    read = [result.hand.header.hand_id for result in flow.parse_file(file) if result.hand]
    assert read == [hand.header.hand_id for hand in dealt]
    assert len({PHH.heading(hand) for hand in dealt}) == 20


ANTES: dict[str, Any] = {"stakes": (Stakes(100, 200, 50, ante=25),), "stacks": (1, 8)}


@pytest.mark.nightly(20)
@pytest.mark.parametrize("rules", ["phh", "wsop-tournament"])
@pytest.mark.parametrize("name", [*GAMES, "antes"])
def test_dealt_hands_are_legal_and_come_back(name: str, rules: str) -> None:
    kind, options = ("ring", ANTES) if name == "antes" else (name, {})
    first = 1
    for dealt in deal_hands(game(kind, HANDS, 31, "phh", **options | {"house": house(rules)})):
        hand = numbered(dealt, first)
        assert read_text(write(hand), "phh", first=first) == hand
        assert judge(hand, house(rules)).findings == ()
        first += write(hand).count("\n")


@pytest.mark.parametrize("name", ["ring", "short", "tournament", "play money"])
def test_nets_come_out_of_the_cards(name: str) -> None:
    """The same seed deals the same hands for PokerStars, whose text says who collects what."""
    stars = deal_hands(game(name, REPLAYED, 8, rake=Rake(0, 0), chatter=0.0))
    ours = deal_hands(game(name, REPLAYED, 8, "phh", rake=Rake(0, 0), chatter=0.0, house=house("pokerstars")))
    for theirs, hand in zip(stars, ours, strict=True):
        assert nets(hand, "phh") == nets(theirs, "pokerstars")


def nets(hand: Hand, rules: str) -> dict[str, int]:
    return {player.name: player.net for player in judge(hand, house(rules)).table.players}


def test_rake_shows_in_the_final_stacks() -> None:
    """Without rake the cards show everything, and no stacks are written."""
    tilt = deal_hands(game("ring", REPLAYED, 8, "fulltilt", house=house("pokerstars")))
    ours = deal_hands(game("ring", REPLAYED, 8, "phh", house=house("pokerstars")))
    for theirs, hand in zip(tilt, ours, strict=True):
        stated = judge(theirs, house("pokerstars")).table.stated
        assert sum(nets(hand, "phh").values()) == sum(nets(theirs, "pokerstars").values())
        assert ("finishing_stacks" in write(hand)) == (stated is not None and bool(stated.rake))


def test_who_shows_first_is_each_sites_own_rule() -> None:
    """At Full Tilt the last aggressor of the whole hand, elsewhere the first left of the button."""
    [read] = flow.parse_file(FOLDER / "fulltilt" / "by_hand_earlier_bettor_shows_first.txt")
    assert read.hand is not None
    assert judge(writer("phh").adapt_hand(read.hand), house("phh")).findings == ()
