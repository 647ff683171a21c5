"""Hands go out and come back: as their site's text, and on one line. HISTPARSE_SOAK=1: all."""

from __future__ import annotations

import os

import pytest
from msgspec.structs import replace

from histparse import export
from histparse.judging.engine import HandResult
from histparse.model.events import Discard, StandPat
from histparse.model.hand import Hand
from histparse.privacy.masked import strip_all_but_play
from histparse.reader import HandText
from histparse.simulate import deal_hands
from histparse.view import model as views
from histparse.view import one_line
from histparse.view.from_text import build_view
from tests.dealer.writing import heading, sites, write
from tests.export.hands import read_back, sample_hands
from tests.simulate.games import game

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
MOST = None if SOAK else 6
"""Hands of each sample."""
DEALT = 1_000 if SOAK else 10


def hands_of(site: str, source: str) -> list[Hand]:
    if source == "samples":
        return list(sample_hands(site, MOST))
    return [*map(read_back, deal_hands(game("ring", DEALT, 77, site, stacks=(2, 30))))]


@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("source", ["samples", "dealt"])
def test_text_events_text_events(source: str, site: str) -> None:
    hands = hands_of(site, source)
    assert hands
    for hand in hands:
        read = read_back(hand)
        assert strip_all_but_play(read) == strip_all_but_play(hand)
        assert [note.text for note in read.notes] == [note.text for note in hand.notes]


def test_an_unknown_site() -> None:
    with pytest.raises(ValueError, match="no writer for `nowhere`: name one of phh, pokerstars"):
        export.writer("nowhere")


# --- one line -----------------------------------------------------------------------------------------------


@pytest.mark.nightly(3)
@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("source", ["samples", "dealt"])
def test_one_line_keeps_betting_and_draws(source: str, site: str) -> None:
    for hand in hands_of(site, source):
        result = HandResult((), HandText("", 1, write(hand).rstrip("\n"), site, heading(hand)), hand)
        view = build_view(result)
        assert view is not None
        read = one_line.parse_line(one_line.format_line(view))
        assert played(read) == played(one_line.reduce_to_line_contents(view))
        draws = sum(isinstance(event, Discard | StandPat) for event in hand.events)
        assert sum(word.startswith("Drawn") for word in played(view)) == draws


def played(view: views.HandView) -> list[str]:
    """Bets and draws in their order, the players by their place from the left of the button."""
    place = {seat.player: number for number, seat in enumerate(view.seats)}
    acts = views.Post | views.Fold | views.Check | views.Call | views.Bet | views.Raise | views.Drawn
    steps = (step for stage in view.stages for step in stage.steps if isinstance(step, acts))
    return [f"{type(step).__name__} {place[step.player]} {replace(step, line=0, player='')}" for step in steps]
