"""What a site's text leaves out is worked out again: hands come back as they were simulated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from histparse.export.completion import complete_hand_or_refuse
from histparse.model.events import (
    ACTS,
    Capped,
    Collect,
    Deal,
    Discard,
    Event,
    Muck,
    NoShow,
    Outcome,
    Post,
    PostKind,
    Receive,
    Reshuffle,
    Result,
    Show,
    StandPat,
    Total,
)
from histparse.model.hand import Hand
from histparse.simulate import Style, deal_hands
from tests.dealer.writing import sites, write, writer
from tests.export.hands import read_back
from tests.simulate.games import GAMES, game

SHOW_ALL = ("kingsclub", "winamax")
"""Sites where nobody mucks at a showdown, and hands exposed together have no order."""
HANDS = 8
PRIVATE: dict[type[Event], tuple[str, ...]] = {Discard: ("cards",), StandPat: ("held",), Receive: ("kept", "new")}
"""The fields with cards that only their player sees."""


def complete(hand: Hand, site: str) -> Hand:
    """The hand as it is worked out from the text of that site."""
    return complete_hand_or_refuse(read_back(writer(site).adapt_hand(hand)))


@pytest.mark.nightly(15)
@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("name", GAMES)
def test_what_the_text_leaves_out_is_found(site: str, name: str) -> None:
    for dealt in deal_hands(game(name, HANDS, seed=9, site=site, open_cards=True)):
        completed = complete(dealt, site)
        assert list(bare(completed, site)) == list(bare(dealt, site)), write(writer(site).adapt_hand(dealt))
        button = (dealt.table.button or 0) if site == "phh" else 0  # PHH begins left of it
        assert seats_dealt_in(completed) == sorted(seats_dealt_in(dealt), key=lambda seat: (seat[0] <= button, seat[0]))


def seats_dealt_in(hand: Hand) -> list[tuple[int, str]]:
    return [(seat.seat, seat.player) for seat in hand.seats if seat.dealt_in]


def bare(hand: Hand, site: str) -> Iterator[Event]:
    """The events as far as every site prints them: chips, acts, numbers of cards, hands shown."""
    for event in hand.events:
        shown = isinstance(event, Show) and site not in SHOW_ALL
        if shown or not isinstance(event, NoShow | Capped | Reshuffle | Muck | Show):
            yield replace(_as_printed_at(site, _without_private_cards(event)), line=0)


def _without_private_cards(event: Event) -> Event:
    """Without the cards that only their player sees, and with those shown in order."""
    match event:
        case Deal():
            return replace(event, cards=())
        case Discard() | StandPat() | Receive():
            return replace(event, **dict.fromkeys(PRIVATE[type(event)]))
        case Show() | Result():
            return replace(event, cards=event.cards and tuple(sorted(event.cards)), says=None)
        case Collect():
            return replace(event, says=None)
    return event


def _as_printed_at(site: str, event: Event) -> Event:
    """The event without what the site's text does not print."""
    if site in ("phh", "winamax"):  # how much of each pot the house has kept
        match event:
            case Collect(pot=pot) if pot is not None or site == "phh":
                return replace(event, amount=0)
            case Total():
                return replace(event, main=None, sides=())
    if site == "phh" and isinstance(event, Result) and event.outcome is Outcome.MUCKED:
        return replace(event, cards=None)
    if site in SHOW_ALL and isinstance(event, Result) and event.outcome is Outcome.MUCKED:
        return replace(event, outcome=Outcome.SHOWED)
    return event


@pytest.mark.parametrize("site", ["merge", "kingsclub"])
def test_a_big_blind_all_in_for_less_is_called_in_full(site: str) -> None:
    """More than anybody has in front, yet not a raise."""
    short = 0
    for dealt in deal_hands(game("tiny", 120, seed=9, site=site, open_cards=True)):
        posts = [event for event in dealt.events if isinstance(event, Post) and event.kind is PostKind.BIG_BLIND]
        if posts[0].amount < dealt.header.low:
            short += 1
            acts, acts_dealt = (
                [type(event) for event in hand.events if isinstance(event, ACTS)]
                for hand in (complete(dealt, site), dealt)
            )
            assert acts == acts_dealt
    assert short


@pytest.mark.parametrize("site", ["phh", "kingsclub"])
def test_a_missed_blind_is_dead(site: str) -> None:
    """They have no line for it. It goes to the main pot, and makes no side pot of the player who posts it."""
    missed = 0
    for dealt in deal_hands(game("ring", 10, 26, site, open_cards=True, callers=0.8)):
        if any(isinstance(event, Post) and event.kind is PostKind.SMALL_AND_BIG for event in dealt.events):
            missed += 1
            assert list(bare(complete(dealt, site), site)) == list(bare(dealt, site))
    assert missed


def test_the_heros_cards_are_worked_out() -> None:
    """Merge shows the hero's five cards after each draw: discards and new cards follow from them."""
    for dealt in deal_hands(game("heads-up", 40, seed=3, site="merge", open_cards=True)):
        completed = complete(dealt, "merge")
        for kind in PRIVATE:
            assert cards_of_hero(completed, kind) == cards_of_hero(dealt, kind)


def cards_of_hero(hand: Hand, kind: type[Event]) -> list[list[frozenset[str]]]:
    """The cards of the hero's discards, or of what they kept and drew, or of their pat hands."""
    events = (event for event in hand.events if type(event) is kind and getattr(event, "player", "") == hand.hero)
    return [[frozenset(getattr(event, name) or ()) for name in PRIVATE[kind]] for event in events]


def test_a_line_of_several_pots_is_parted() -> None:
    """Winamax pays pots next to each other that one player wins on one line; shared ones have their own."""
    bold = {name: Style(loose=1.0, bold=1.0) for name in ("Ann", "Bo", "Cy", "Di")}
    dealt = list(deal_hands(game("short", 17, 14, "winamax", open_cards=True, regulars=bold)))[-1]
    hand = read_back(writer("winamax").adapt_hand(dealt))
    assert [event.pot for event in hand.events if isinstance(event, Collect)] == [1, 0, 0]
    shares, completed = (
        [(event.player, event.amount, event.pot) for event in source.events if isinstance(event, Collect)]
        for source in (dealt, complete_hand_or_refuse(hand))
    )
    assert [share for share in completed if not share[2]] == [share for share in shares if not share[2]]
    assert Counter(pot for _, _, pot in completed) == Counter(pot for _, _, pot in shares) == {2: 1, 1: 1, 0: 2}
    assert sum(amount for _, amount, _ in completed) == sum(amount for _, amount, _ in shares)
