"""The cards of a hero's draws, held against those dealt, at every site. HISTPARSE_SOAK=1: of many more hands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from histparse.model import events as ev
from histparse.model.cards import Cards
from histparse.model.hand import Hand
from histparse.simulate import Settings, deal_hands
from histparse.store import Database
from tests.dealer.writing import sites, write_all, writer
from tests.store.filling import fill, rows

HERO = "Hero"
DEALT = Settings(hands=2_000 if os.environ.get("HISTPARSE_SOAK") else 40, seed=611, hero=HERO, callers=0.6)
"""The habits of a site change the money, and with it the play: each has hands of its own."""
TELLS_PATS_ONLY = {"winamax"}
"""The hero's five cards stand where they stand pat, and nowhere what they threw or drew."""
ROWS = """
    SELECT first_line, drawn, seen, held_before, held_after
    FROM draws JOIN hands USING (hand_key) WHERE player = 'Hero' ORDER BY first_line, draw
"""
Known = frozenset[str] | None


class Row(Struct, frozen=True):
    """A draw of the hero: how many cards, whether they were printed, and the five before and after it."""

    drawn: int
    seen: bool
    held_before: Known
    held_after: Known


def _deal_draws(settings: Settings) -> list[list[Row]]:
    """By hand in the order of dealing, if the hero draws in it, with every card, whatever the site prints."""
    return [draws for hand in deal_hands(replace(settings, open_cards=True)) if (draws := [*_draws(hand)])]


def _draws(hand: Hand) -> Iterator[Row]:
    held: frozenset[str] = frozenset()
    thrown: Cards = ()
    for event in hand.events:
        match event:
            case ev.Deal(player=name, cards=cards) if name == HERO:
                held = frozenset(cards)
            case ev.StandPat(player=name) if name == HERO:
                yield Row(0, True, held, held)
            case ev.Discard(player=name, cards=cards) if name == HERO:
                thrown = cards or ()
            case ev.Receive(player=name, new=new) if name == HERO:
                after = held.difference(thrown).union(new or ())
                yield Row(len(thrown), True, held, after)
                held = after


@pytest.mark.nightly(1)
@pytest.mark.soak(2)
@pytest.mark.parametrize("site", sites())
def test_what_is_printed_is_seen_and_nothing_else(site: str, tmp_path: Path) -> None:
    """And whatever is known of a hand is what was dealt."""
    settings = replace(DEALT, writer=writer(site))
    for draws, stored in zip(_deal_draws(settings), _stored_rows(settings, tmp_path), strict=True):
        for draw, row in zip(draws, stored, strict=True):
            assert row.drawn == draw.drawn
            assert row.seen == (row.drawn == 0 or site not in TELLS_PATS_ONLY)
            assert row.held_before in ({draw.held_before} if row.seen else {draw.held_before, None})
            assert row.held_after in ({draw.held_after} if row.seen else {draw.held_after, None})


def _stored_rows(settings: Settings, folder: Path) -> list[list[Row]]:
    file = folder / "dealt.txt"
    file.write_text(write_all(deal_hands(settings)), "utf-8")
    with Database(":memory:") as database:
        fill(database, [file])
        draw_rows = rows(database, ROWS)
    return [
        [
            Row(drawn, seen, _cards(held_before), _cards(held_after))
            for _, drawn, seen, held_before, held_after in of_hand
        ]
        for _, of_hand in groupby(draw_rows, key=lambda row: row[0])
    ]


def _cards(text: str | None) -> Known:
    return None if text is None else frozenset(text.split())
