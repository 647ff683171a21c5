"""The dealer and the rules, written apart, must agree: dealt hands are judged without a finding."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from histparse.export.adaptation import seen_by_hero
from histparse.judging.engine import judge
from histparse.model.cards import Card
from histparse.model.events import Deal, Fold, Receive
from histparse.model.hand import Hand
from histparse.model.house import Source, house, house_of_site_or_lenient_default, profile_names
from histparse.simulate import deal_hands
from tests.conftest import SOAK
from tests.dealer.writing import sites
from tests.simulate.games import GAMES, game

HANDS = 1_000 if SOAK else 60


@pytest.mark.nightly(6)
@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("name", GAMES)
def test_dealt_hands_are_legal(site: str, name: str) -> None:
    rules = house_of_site_or_lenient_default(site)
    for hand in deal_hands(game(name, HANDS, seed=77, site=site)):
        assert judge(hand, rules).findings == (), hand


@pytest.mark.parametrize("profile", profile_names())
def test_folded_hands_are_in_the_reshuffle_of_every_house(profile: str) -> None:
    assert Source.FOLDED_HANDS in house(profile).reshuffled


@pytest.mark.nightly
def test_a_card_of_a_folded_hand_may_come_back_after_the_reshuffle() -> None:
    rules = house("pokerstars")
    returned = 0
    for hand in deal_hands(game("callers", 300, seed=5, open_cards=True)):
        returned += folded_cards_that_came_back(hand)
        visible = replace(hand, events=tuple(seen_by_hero(hand.events, hand.hero)))
        assert judge(visible, rules).findings == (), visible
    assert returned


def folded_cards_that_came_back(hand: Hand) -> int:
    """How many cards were dealt to somebody after they lay in a hand that was folded."""
    held: dict[str, tuple[Card, ...]] = {}
    folded: set[Card] = set()
    returned = 0
    for event in hand.events:
        if isinstance(event, Deal):
            held[event.player] = event.cards
        elif isinstance(event, Receive):
            returned += len(folded & set(event.new or ()))
            held[event.player] = (*(event.kept or ()), *(event.new or ()))
        elif isinstance(event, Fold):
            folded |= set(held[event.player])
    return returned
