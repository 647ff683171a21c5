"""Replaces cards in a hand that has been dealt: one card becomes another, and the ending is redone."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from histparse.model.cards import DECK, Card, Cards
from histparse.model.events import Deal, Discard, Event, Receive, Result, Show, ShowdownBegins, StandPat
from histparse.model.ranking import number
from tests.dealer.violations.continuation import settle
from tests.dealer.violations.legal_hand import Altered, LegalHand, UnfitError, cards_of, need

NO_PAIR = 1278
"""The rank number of the worst hand without a pair."""


def with_card(event: Event, old: Card, new: Card) -> Event:
    """The event with one card replaced by another."""
    return with_cards(event, {old: new})


def with_cards(event: Event, replaced: Mapping[Card, Card]) -> Event:
    """The event with some cards replaced by others."""
    fields = {
        field: tuple(replaced.get(card, card) for card in cards)
        for field in ("cards", "kept", "new", "held")
        if (cards := getattr(event, field, None))
    }
    return replace(event, **fields) if any(getattr(event, name) != cards for name, cards in fields.items()) else event


def players_cards_replaced(story: list[Event], player: str | None, replaced: Mapping[Card, Card]) -> list[Event]:
    """The story with some cards replaced by others in all events of that player."""
    return [with_cards(event, replaced) if getattr(event, "player", None) == player else event for event in story]


def card_exchanged(legal: LegalHand, place: int, player: str | None, old: Card, new: Card) -> Altered:
    """From that place on, which is wrong, the player has another card; the showdown is redone accordingly."""
    story = [*legal.story[:place], *players_cards_replaced(legal.story[place:], player, {old: new})]
    end = legal.first(ShowdownBegins, default=0)
    story = settle(legal.resumed(story[:end])) if end else story
    return Altered(story, story[place])


def hands_given(legal: LegalHand, hands: Mapping[str, str]) -> list[Event]:
    """The hand as it would be if the players had these hands at the showdown: `A5432`, `75432s` in one suit."""
    end = legal.first(ShowdownBegins)
    held = {player.name: player.cards for player in legal.at_showdown().live_players if player.name in hands}
    story, last = legal.story[:end], {card for cards in held.values() for card in cards}
    free = [card for card in DECK if card not in {used for event in story for used in cards_of(event)} - last]
    need(not legal.reshuffles())
    for name, hand in hands.items():
        new = _of_ranks(legal, free, hand)
        free = [card for card in free if card not in new]
        story = players_cards_replaced(story, name, dict(zip(held[name], new, strict=True)))
    return settle(legal.resumed(story))


def _of_ranks(legal: LegalHand, free: list[Card], hand: str) -> list[Card]:
    """Free cards of these ranks, in one suit or not."""
    suited = hand.endswith("s")
    for _ in range(20):
        suit = legal.choose("cdhs")
        left = [card for card in legal.random.sample(free, len(free)) if not suited or card[1] == suit]
        cards: list[Card] = []
        for rank in hand.removesuffix("s"):
            cards += [card for card in left if card[0] == rank and card not in cards][:1]
        if len(cards) == len(hand.removesuffix("s")) and (len({card[1] for card in cards}) == 1) is suited:
            return cards
    raise UnfitError


def exposure(story: list[Event], player: str) -> Event:
    """The line on which the player's last hand becomes known: their show, or the summary."""
    for event in story:
        if isinstance(event, (Show, Result)) and event.player == player and event.cards:
            return event
    raise UnfitError


def hand_before(story: list[Event], place: int, player: str) -> Cards:
    """The cards a player holds just before that place."""
    held: Cards = ()
    for event in story[:place]:
        if getattr(event, "player", None) != player:
            continue
        if isinstance(event, Deal):
            held = event.cards
        elif isinstance(event, Discard):
            held = tuple(card for card in held if card not in (event.cards or ()))
        elif isinstance(event, Receive):
            held = (*(event.kept or ()), *(event.new or ()))
        elif isinstance(event, StandPat) and event.held:
            held = event.held
    return held


def tied(legal: LegalHand) -> list[Event]:
    """The hand with two equal best hands at the showdown."""
    end = legal.first(ShowdownBegins)
    live = legal.at_showdown().live_players
    best = min(live, key=lambda player: number(tuple(player.cards)))
    other = legal.choose([player for player in live if player is not best and player.name != legal.hero])
    names = {player.name for player in live}
    touched = {card for event in legal.story if getattr(event, "player", None) in names for card in cards_of(event)}
    free = [card for card in legal.unseen() if card not in touched]
    need(number(tuple(best.cards)) <= NO_PAIR)
    of_same_rank = (next((twin for twin in free if twin[0] == card[0]), None) for card in best.cards)
    twins = [twin for twin in of_same_rank if twin]
    need(len(twins) == len(best.cards) and len({twin[1] for twin in twins}) > 1)
    # From the deal on, because a text may show those cards too.
    exchange = dict(zip(other.cards, twins, strict=True))
    return settle(legal.resumed(players_cards_replaced(legal.story[:end], other.name, exchange)))
