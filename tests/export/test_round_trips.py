"""Hands go out and come back: as their site's text, as PHH through PokerKit, and on one line. HISTPARSE_SOAK=1: all."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import islice

import pytest
from msgspec.structs import replace
from pokerkit import HandHistory

from histparse import flow
from histparse.export import UnwritableError, heading, sites, write, writer
from histparse.judging.engine import judge
from histparse.judging.hand_result import HandResult
from histparse.model.cards import UNKNOWN
from histparse.model.events import Bet, Deal, Discard, DrawBegins, Post, PostKind, Raise, Receive, Wager
from histparse.model.hand import Hand
from histparse.model.house import house_of
from histparse.parsing.parser import parse_hand
from histparse.privacy.masked import without_lines
from histparse.reader import HandText
from histparse.replay.table import Table
from histparse.simulate import deal_hands
from histparse.view import model as views
from histparse.view import one_line, one_line_reader
from histparse.view.look import seen
from tests.samples import of_site
from tests.simulate.games import game

pytestmark = pytest.mark.untraced

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
FEW = None if SOAK else 6
"""Hands of each sample."""
DEALT = 5_000 if SOAK else 10
Source = Callable[[str], Iterator[Hand]]
AGREED = (PostKind.ANTE, PostKind.SMALL_BLIND, PostKind.BIG_BLIND)


def of_samples(site: str) -> Iterator[Hand]:
    for file in of_site(site):
        hands = (result.hand for result in flow.read(file) if result.hand)
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
        assert without_lines(again) == without_lines(hand)
        assert [note.text for note in again.notes] == [note.text for note in hand.notes]
    assert number


# --- PHH ----------------------------------------------------------------------------------------------------


def is_agreed(hand: Hand, table: Table) -> bool:
    """Whether PokerKit plays by the same rules in this hand: see docs/formats.md."""
    posts = [event for event in hand.events if isinstance(event, Post)]
    plain = all(post.kind in AGREED for post in posts) and len({post.kind for post in posts}) <= 3
    short = any(player.stack == 0 or player.start < hand.header.low for player in table.players)
    return plain and not short and most_bets(hand) < 4 and not is_guessed(hand)


def most_bets(hand: Hand) -> int:
    """The most bets and raises of a round."""
    rounds: Counter[int] = Counter()
    number = 0
    for event in hand.events:
        number += isinstance(event, DrawBegins)
        rounds[number] += int(isinstance(event, Bet | Raise) or (isinstance(event, Wager) and event.to is not None))
    return max(rounds.values())


def is_guessed(hand: Hand) -> bool:
    """Whether cards are discarded that the text has not shown, from a hand of which it has shown others, or later."""
    held: dict[str, Counter[str]] = {}
    for event in hand.events:
        if isinstance(event, Deal):
            held[event.player] = Counter(event.cards)
        elif isinstance(event, Discard):
            thrown = Counter(event.cards or (UNKNOWN,) * event.count)
            if not thrown <= held[event.player]:
                return True
            held[event.player] -= thrown
        elif isinstance(event, Receive):
            held[event.player] += Counter(event.new or (UNKNOWN,) * (event.count or 0))
    return False


def stacks_by_pokerkit(hand: Hand) -> list[Decimal] | None:
    """The stacks in the end, in 1/100; None if PokerKit cannot replay the text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of every reshuffle
        try:
            *_, last = HandHistory.loads(write(hand))
        except ValueError:
            return None
    return [Decimal(str(stack)) * 100 for stack in last.stacks]


@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("source", [of_samples, dealt])
def test_pokerkit_comes_to_the_same_stacks(source: Source, site: str) -> None:
    agreed = 0
    for hand in source(site):
        try:
            phh = writer("phh").adapted(hand)
        except UnwritableError:
            continue
        table = judge(hand, house_of(site)).table
        stacks = stacks_by_pokerkit(phh)
        if not is_agreed(phh, table) or hand.cancelled:
            continue
        agreed += 1
        assert stacks is not None, write(phh)
        players = [table.by_name[seat.player] for seat in phh.seats]
        ours = [player.start + player.net for player in players]
        # PokerKit takes no rake: the winners have it.
        assert abs(float(sum(stacks)) - sum(ours) - (table.pot - table.paid_out)) < 2
        lost = [(stack, own) for stack, own, one in zip(stacks, ours, players, strict=True) if not one.collected]
        assert [own for stack, own in lost if abs(stack - own) >= 1] == [], write(phh)
    assert agreed


# --- one line -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("source", [of_samples, dealt])
def test_one_line_keeps_betting_and_draws(source: Source, site: str) -> None:
    for hand in source(site):
        result = HandResult((), HandText("", 1, write(hand).rstrip("\n"), site, heading(hand)), hand)
        view = seen(result)
        assert view is not None
        again = one_line_reader.read(one_line.written(view))
        assert played(again) == played(view)
        assert len([word for word in played(view) if word.startswith("Drawn")]) == drawn(hand)


def played(view: views.HandView) -> list[str]:
    """Bets and draws in their order, the players by their place from the left of the button."""
    place = {seat.player: number for number, seat in enumerate(view.seats)}
    acts = views.Post | views.Fold | views.Check | views.Call | views.Bet | views.Raise | views.Drawn
    steps = (step for stage in view.stages for step in stage.steps if isinstance(step, acts))
    return [f"{type(step).__name__} {place[step.player]} {replace(step, line=0, player='')}" for step in steps]


def drawn(hand: Hand) -> int:
    return sum(type(event).__name__ in ("Discard", "StandPat") for event in hand.events)
