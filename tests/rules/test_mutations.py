"""Any legal hand changed in one place that a rule speaks of is found: an amount, a card, a line lost, doubled or moved.

What is changed here is not made consistent elsewhere, so more than one finding may follow; none at all must not.
Changes that no text reveals are left out: cards and counts never stated again, and lines without meaning of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from histparse.judging.engine import judge
from histparse.model.cards import DECK, Card, Cards
from histparse.model.events import (
    Bet,
    Call,
    Capped,
    Check,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Outcome,
    Post,
    PostKind,
    Raise,
    Receive,
    Result,
    Show,
    StandPat,
    Total,
    Uncalled,
)
from histparse.model.hand import Hand
from histparse.model.house import house
from histparse.simulate import Settings, deal_hands
from tests.simulate.games import GAMES, game

ACTS = (Fold, Check, Call, Bet, Raise)
LOST = (*ACTS, Post, Discard, StandPat, Receive, DrawBegins, Capped, Uncalled, Collect)
"""Lines that cannot be left out unseen."""
DOUBLED = (*ACTS, Post, Deal, Discard, StandPat, Receive, DrawBegins, Capped, Uncalled, Collect)
"""Lines that cannot stand twice."""
AMOUNTS = ("amount", "added", "by", "to", "pot", "rake", "won")


class Change(NamedTuple):
    """A change of one hand: its kind, and the changed line if the judge must name it."""

    description: str
    hand: Hand
    line: int | None = None


def changes(hand: Hand) -> Iterator[Change]:
    """Every change of that hand that must be found."""
    for place, event in enumerate(hand.events):
        yield from amounts(hand, place, event)
        yield from cards(hand, place, event)
        if isinstance(event, LOST):
            yield Change(f"lost {event}", put(hand, place))
        if isinstance(event, DOUBLED):
            yield Change(f"doubled {event}", put(hand, place, event, event))
    yield from exchanged(hand)


def put(hand: Hand, place: int, *events: Event) -> Hand:
    """The hand with other events in the place of one."""
    return replace(hand, events=(*hand.events[:place], *events, *hand.events[place + 1 :]))


def amounts(hand: Hand, place: int, event: Event) -> Iterator[Change]:
    """A cent, or a chip, more or less."""
    chip = 100 if hand.header.currency in ("chips", "play") else 1
    for field in AMOUNTS:
        amount = getattr(event, field, None)
        if amount is None or isinstance(event, Collect) or is_unproven(hand, event, field):
            continue
        for difference in (-chip, chip):
            changed = replace(event, **{field: amount + difference})
            line = None if isinstance(event, Total) else event.line
            yield Change(f"{field} {difference:+} in {event}", put(hand, place, changed), line)
    if isinstance(event, Collect):
        yield Change(f"one more in {event}", put(hand, place, replace(event, amount=event.amount + chip)))


def is_unproven(hand: Hand, event: Event, field: str) -> bool:
    """Where a house may round the small blind, its amount proves nothing."""
    rounded = isinstance(event, Post) and event.kind in (PostKind.SMALL_BLIND, PostKind.SMALL_AND_BIG)
    return rounded and hand.header.low % 20 != 0 and field == "amount"


def cards(hand: Hand, place: int, event: Event) -> Iterator[Change]:
    """Another card, if the text states elsewhere what it must be."""
    fields = {Discard: "cards", Receive: "kept", StandPat: "held", Show: "cards", Result: "cards"}
    field = fields.get(type(event))
    old: Cards = getattr(event, field, None) or () if field else ()
    if not field or (isinstance(event, Result) and event.outcome is not Outcome.SHOWED):
        return
    for number, card in enumerate(old):
        wrong = DECK[(DECK.index(card) + 17 + place) % len(DECK)]
        if wrong not in old:
            changed = replace(event, **{field: (*old[:number], Card(wrong), *old[number + 1 :])})
            yield Change(f"{wrong} for {card} in {event}", put(hand, place, changed))


def exchanged(hand: Hand) -> Iterator[Change]:
    """Two acts of one round, or two draws, change places; one act is another player's."""
    for place, (event, after) in enumerate(pairwise(hand.events)):
        if not (isinstance(event, ACTS) and isinstance(after, ACTS)) or event.player == after.player:
            continue
        swapped = (replace(after, line=event.line), replace(event, line=after.line))
        events = (*hand.events[:place], *swapped, *hand.events[place + 2 :])
        yield Change(f"exchanged {event} and {after}", replace(hand, events=events), event.line)
        usurped = replace(event, player=after.player)
        yield Change(f"{usurped} for {event}", put(hand, place, usurped), event.line)


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_a_change_is_found(name: str, seed: int, random: Random) -> None:
    rules = house("pokerstars")
    for hand in deal_hands(game(name, 2, seed)):
        assert not judge(hand, rules).findings
        possible = list(changes(hand))
        for change in random.sample(possible, min(8, len(possible))):
            findings = judge(change.hand, rules).findings
            assert findings, change.description
            assert change.line is None or change.line in {finding.line for finding in findings}, change.description


def test_every_change_of_a_few_hands_is_found() -> None:
    rules = house("pokerstars")
    for hand in deal_hands(Settings(hands=3, seed=5, stacks=(2, 12), callers=0.7)):
        missed = [change.description for change in changes(hand) if not judge(change.hand, rules).findings]
        assert missed == []
