"""Hands go out and come back: as their site's text, and on one line. HISTPARSE_SOAK=1: all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from histparse import export, flow
from histparse.judging.engine import HandResult
from histparse.model.hand import Hand
from histparse.parsing.parser import parse_hand
from histparse.privacy.masked import strip_all_but_play
from histparse.reader import HandText
from histparse.simulate import deal_hands
from histparse.view import model as views
from histparse.view import one_line
from histparse.view.from_text import build_view
from tests.dealer.writing import heading, sites, write
from tests.samples import of_site
from tests.simulate.games import game

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
FEW = None if SOAK else 6
"""Hands of each sample."""
DEALT = 1_000 if SOAK else 10
Source = Callable[[str], Iterator[Hand]]


def of_samples(site: str) -> Iterator[Hand]:
    for file in of_site(site):
        hands = (result.hand for result in flow.parse_file(file) if result.hand)
        yield from islice(hands, FEW)


def dealt(site: str) -> Iterator[Hand]:
    """Dealt hands, as they are read from the text of that site."""
    for hand in deal_hands(game("ring", DEALT, 77, site, stacks=(2, 30))):
        yield read_back(hand)


def read_back(hand: Hand) -> Hand:
    text = write(hand).rstrip("\n")
    again = parse_hand(HandText("", 1, text, hand.header.site, heading(hand))).hand
    assert again is not None, text
    return again


@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("source", [of_samples, dealt])
def test_text_events_text_events(source: Source, site: str) -> None:
    number = 0
    for hand in source(site):
        number += 1
        again = read_back(hand)
        assert strip_all_but_play(again) == strip_all_but_play(hand)
        assert [note.text for note in again.notes] == [note.text for note in hand.notes]
    assert number


def test_an_unknown_site() -> None:
    with pytest.raises(ValueError, match="no writer for `nowhere`: name one of phh, pokerstars"):
        export.writer("nowhere")


# --- one line -----------------------------------------------------------------------------------------------


@pytest.mark.nightly(3)
@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("source", [of_samples, dealt])
def test_one_line_keeps_betting_and_draws(source: Source, site: str) -> None:
    for hand in source(site):
        result = HandResult((), HandText("", 1, write(hand).rstrip("\n"), site, heading(hand)), hand)
        view = build_view(result)
        assert view is not None
        again = one_line.parse_line(one_line.format_line(view))
        assert played(again) == played(one_line.reduce_to_line_contents(view))
        assert len([word for word in played(view) if word.startswith("Drawn")]) == drawn(hand)


def played(view: views.HandView) -> list[str]:
    """Bets and draws in their order, the players by their place from the left of the button."""
    place = {seat.player: number for number, seat in enumerate(view.seats)}
    acts = views.Post | views.Fold | views.Check | views.Call | views.Bet | views.Raise | views.Drawn
    steps = (step for stage in view.stages for step in stage.steps if isinstance(step, acts))
    return [f"{type(step).__name__} {place[step.player]} {replace(step, line=0, player='')}" for step in steps]


def drawn(hand: Hand) -> int:
    return sum(type(event).__name__ in ("Discard", "StandPat") for event in hand.events)
