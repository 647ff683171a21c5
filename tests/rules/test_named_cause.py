"""Which cause is named: of two faults in one act, the one that would remain if the other were mended - and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice, pairwise

import pytest
from msgspec.structs import replace

from histparse.model.cards import DECK, Card, Cards, known
from histparse.model.events import (
    Call,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Outcome,
    Post,
    PostKind,
    Receive,
    Reshuffle,
    Result,
    Show,
)
from histparse.model.hand import Hand
from histparse.rules.registry import CHECKS
from tests.conftest import SOAK
from tests.dealer.writing import sites
from tests.parsing.reading import codes, read_hand
from tests.rules.altering import judge_as_site, texts

Fault = Callable[[Hand], Iterator[Hand]]
"""Every hand that the fault makes of a legal one; none if it has no place for it."""
HANDS, MOST = (600, 500) if SOAK else (60, 5)
"""How many legal hands of a game are tried, and broken ones judged."""


def with_events(hand: Hand, place: int, *events: Event, instead: int = 0) -> Hand:
    """The hand with more events before that place, or in the place of some."""
    return replace(hand, events=(*hand.events[:place], *events, *hand.events[place + instead :]))


def folded_before(hand: Hand, place: int) -> list[str]:
    return [event.player for event in hand.events[:place] if isinstance(event, Fold)]


def unseen(hand: Hand) -> Iterator[Card]:
    """Cards that the text never shows."""
    shown = {
        card
        for event in hand.events
        for name in ("cards", "new", "kept", "held")
        for card in getattr(event, name, None) or ()
    }
    return (Card(card) for card in DECK if card not in shown)


def six_from_a_short_stub(hand: Hand) -> Iterator[Hand]:
    """DRW02 and DCK02."""
    for place, (event, after) in enumerate(pairwise(hand.events)):
        if isinstance(event, Reshuffle) and isinstance(after, Discard) and after.cards is None:
            yield with_events(hand, place, replace(after, count=6), instead=2)


def a_folder_shows_a_card_of_another(hand: Hand) -> Iterator[Hand]:
    """SHD03 and DLT02."""
    for place, event in enumerate(hand.events, 1):
        if isinstance(event, Show) and len(known(event.cards)) == 5:
            cards: Cards = (event.cards[0], *islice(unseen(hand), 4))
            for name in folded_before(hand, place)[:1]:
                yield with_events(hand, place, Show(event.line, name, cards))
            return


def a_folder_draws_six(hand: Hand) -> Iterator[Hand]:
    """DRW05 and DRW02."""
    for place, event in enumerate(hand.events, 1):
        if isinstance(event, DrawBegins):
            for name in folded_before(hand, place)[:1]:
                yield with_events(hand, place, Discard(event.line, name, 6))


def draws_again_and_throws_a_card_of_nobody(hand: Hand) -> Iterator[Hand]:
    """DRW04 and DRW03."""
    for place, (event, after) in enumerate(pairwise(hand.events), 2):
        if isinstance(event, Discard) and event.cards and isinstance(after, Receive) and after.new:
            yield with_events(hand, place, Discard(after.line, event.player, 1, tuple(islice(unseen(hand), 1))))


def folds_again_with_a_card_of_another(hand: Hand) -> Iterator[Hand]:
    """BET07 and DLT02."""
    dealt = next((event for event in hand.events if isinstance(event, Receive) and event.new), None)
    for place, event in enumerate(hand.events, 1):
        if dealt and isinstance(event, Fold) and event.line > dealt.line and event.player != dealt.player:
            yield with_events(hand, place, Fold(event.line, event.player, (dealt.new or ())[:1]))


def shows_a_card_of_another_and_not_their_own(hand: Hand) -> Iterator[Hand]:
    """SHD01 and DLT02."""
    shows = [(place, event) for place, event in enumerate(hand.events) if isinstance(event, Show)]
    for (_, first), (place, event) in pairwise(shows):
        if event.player == hand.hero and len(known(first.cards)) == 5:
            cards = (first.cards[0], *event.cards[1:])
            shown = with_events(hand, place, replace(event, cards=cards), instead=1)
            yield replace(shown, events=tuple(_repeated(repeating, event, cards) for repeating in shown.events))


def _repeated(event: Event, show: Show, cards: Cards) -> Event:
    repeats = isinstance(event, Result) and event.player == show.player and event.cards
    return replace(event, cards=cards) if repeats else event


def a_folder_showed_by_the_summary(hand: Hand) -> Iterator[Hand]:
    """SHD06 and DLT02."""
    show = next((event for event in hand.events if isinstance(event, Show) and len(known(event.cards)) == 5), None)
    for place, event in enumerate(hand.events):
        if show and isinstance(event, Result) and event.outcome is Outcome.FOLDED:
            cards = (show.cards[0], *islice(unseen(hand), 4))
            result = replace(event, outcome=Outcome.SHOWED, cards=cards, folded_after=None, bet=None)
            yield with_events(hand, place, result, instead=1)
            return


def posts_late_and_too_much(hand: Hand) -> Iterator[Hand]:
    """BLD04 and BLD02."""
    for place, event in enumerate(hand.events, 1):
        if isinstance(event, Fold):
            name = next(seat.player for seat in hand.seats if seat.dealt_in and seat.player != event.player)
            yield with_events(hand, place, Post(event.line, name, PostKind.DEAD_BLIND, 3 * hand.header.low))
            return


ALL = frozenset(sites())
FAULTS: list[tuple[Fault, str, frozenset[str]]] = [
    (six_from_a_short_stub, "DRW02", frozenset({"pokerstars"})),
    (a_folder_shows_a_card_of_another, "SHD03", ALL),
    (a_folder_draws_six, "DRW05", ALL),
    (draws_again_and_throws_a_card_of_nobody, "DRW04", ALL - {"merge", "winamax"}),
    (folds_again_with_a_card_of_another, "BET07", frozenset({"pokerstars", "fulltilt"})),
    (shows_a_card_of_another_and_not_their_own, "SHD01", ALL - {"phh", "winamax"}),
    (a_folder_showed_by_the_summary, "SHD06", frozenset({"pokerstars", "fulltilt"})),
    (posts_late_and_too_much, "BLD04", ALL - {"kingsclub"}),
]
"""Two faults in one act, the code to be found, and the sites whose text can show both."""


@pytest.mark.parametrize(
    ("fault", "code", "site"), [(fault, code, site) for fault, code, showing in FAULTS for site in sorted(showing)]
)
def test_one_code_is_found_and_nothing_beside_it(fault: Fault, code: str, site: str) -> None:
    hands = chain.from_iterable(legal_hands(site, name, HANDS) for name in ("callers", "ring"))
    broken = list(islice((wrong for hand in hands for wrong in islice(fault(hand), 2)), MOST))
    assert len(broken) >= 3
    for wrong in broken:
        findings = judge_as_site(wrong).findings
        assert codes(findings) == [code], (wrong, findings)


def legal_hands(site: str, name: str, count: int) -> Iterator[Hand]:
    return (read_hand(text, site, heading) for heading, text in texts(site, name, count, seed=4))


def test_a_reshuffle_may_have_given_away_what_a_folder_shows() -> None:
    """Where chips are in doubt nobody is accused of showing; the card is not in two places for that."""
    tried = 0
    for hand in legal_hands("pokerstars", "callers", 3 * HANDS):
        for wrong in with_a_wrong_call(hand):
            assert codes(judge_as_site(wrong).findings) == ["BET04"], wrong
            tried += 1
    assert tried >= 3


def with_a_wrong_call(hand: Hand) -> Iterator[Hand]:
    """A call of a cent too much, and at the end a folder who shows the last card of one who drew after a reshuffle."""
    rich = {seat.player for seat in hand.seats if seat.stack > 5 * hand.header.high}  # who is not all-in for it
    calls = (
        (place, replace(event, added=(event.added or 0) + 1))
        for place, event in enumerate(hand.events)
        if isinstance(event, Call) and event.player in rich
    )
    place_of_call, call = next(calls, (0, hand.events[0]))
    reshuffled = next((place for place, event in enumerate(hand.events) if isinstance(event, Reshuffle)), 0)
    folded = folded_before(hand, reshuffled)
    drawn = {event.player for event in hand.events[reshuffled:] if isinstance(event, Discard)}
    for place, event in enumerate(hand.events, 1):
        if folded and isinstance(event, Show) and event.player in drawn - {hand.hero}:
            shown = with_events(hand, place, Show(event.line, folded[0], event.cards[-1:]))
            yield with_events(shown, place_of_call, call, instead=1)
            return


def test_what_would_remain_goes_before_what_would_not() -> None:
    """A rule declares what is wrong, and has its place among others by that: nowhere is there a list of them."""
    for checks in CHECKS.values():
        assert [check.cause for check in checks] == sorted(check.cause for check in checks)
