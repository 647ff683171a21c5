"""Replaces cards in a hand that has been dealt: one card becomes another, and the ending is redone."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.cards import Card, Cards
from histparse.model.events import Deal, Discard, Event, Receive, Result, Show, ShowdownBegins, StandPat
from histparse.model.ranking import number
from histparse.simulate.violations.continuation import settle
from histparse.simulate.violations.hand_state import HandState
from histparse.simulate.violations.legal_hand import LegalHand, cards_of

NO_PAIR = 1278
"""The rank number of the worst hand without a pair."""


def changed(event: Event, old: Card, new: Card) -> Event:
    """The event with one card replaced by another."""
    fields = {
        field: tuple(new if card == old else card for card in cards)
        for field in ("cards", "kept", "new", "held")
        if (cards := getattr(event, field, None))
    }
    return replace(event, **fields) if any(getattr(event, name) != cards for name, cards in fields.items()) else event


def turned(legal: LegalHand, story: list[Event], place: int, player: str, change: tuple[Card, Card]) -> list[Event]:
    """From that place on the player has another card, `(old, new)`; the showdown is redone accordingly."""
    story = [
        changed(event, *change) if at >= place and getattr(event, "player", None) == player else event
        for at, event in enumerate(story)
    ]
    return with_new_ending(legal, story)


def with_new_ending(legal: LegalHand, story: list[Event]) -> list[Event]:
    """The same play with a new showdown and summary, if it came to a showdown."""
    end = next((at for at, event in enumerate(story) if isinstance(event, ShowdownBegins)), None)
    if end is None:
        return story
    return settle(HandState(legal, story[:end]).play)


def exposure(story: list[Event], player: str) -> Event | None:
    """The line on which the player's last hand becomes known: their show, or the summary."""
    for event in story:
        if isinstance(event, (Show, Result)) and event.player == player and event.cards:
            return event
    return None


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


def tied(legal: LegalHand) -> list[Event] | None:
    """The hand with two equal best hands at the showdown, or None if the cards do not permit it."""
    end = next((at for at, event in enumerate(legal.story) if isinstance(event, ShowdownBegins)), None)
    if end is None:
        return None
    play = HandState(legal, legal.story[:end]).play
    best = min(play.live, key=lambda player: number(tuple(player.cards)))
    others = [player for player in play.live if player not in (best,) and player.name != legal.hero]
    names = {player.name for player in play.live}
    touched = {card for event in legal.story if getattr(event, "player", None) in names for card in cards_of(event)}
    free = [card for card in legal.unseen() if card not in touched]
    if not others or number(tuple(best.cards)) > NO_PAIR:
        return None
    twin = [next((card for card in free if card[0] == own[0]), None) for own in best.cards]
    if None in twin or len({card[1] for card in twin if card}) == 1:
        return None
    other = legal.random.choice(others)
    story = legal.story[:end]
    for old, new in zip(other.cards, twin, strict=True):  # from the deal on, because a text may show those cards too
        story = [
            changed(event, old, new or old) if getattr(event, "player", None) == other.name else event
            for event in story
        ]
    return settle(HandState(legal, story).play)
