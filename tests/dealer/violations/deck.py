"""Violations DCK: needless or unannounced reshuffles, and cards that cannot be dealt."""

from __future__ import annotations

from histparse.model.cards import Card
from histparse.model.events import Discard, DrawBegins, Receive, Reshuffle, ShowdownBegins, StandPat, of_type
from tests.dealer.violations.adapted_settings import callers
from tests.dealer.violations.cards import card_exchanged, exposure, hand_before
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import ACTS, DRAWS, Altered, LegalHand, need


def _reshuffled(legal: LegalHand, place: int) -> Altered:
    """Announce a reshuffle at that place, in a hand that needs none."""
    need(not legal.reshuffles())
    return legal.added(place, Reshuffle(0))


@violation("DCK01")
def stub_could_serve(legal: LegalHand) -> Altered:
    """A reshuffle before a draw that the stub can fill."""
    return _reshuffled(legal, legal.a_place(Discard))


@violation("DCK01")
def for_one_who_stands_pat(legal: LegalHand) -> Altered:
    """A reshuffle before a player who stands pat."""
    return _reshuffled(legal, legal.a_place(StandPat))


@violation("DCK01")
def after_the_last_draw(legal: LegalHand) -> Altered:
    """A reshuffle after all have drawn."""
    last = [place for place, _ in legal.all(*DRAWS, Receive) if _ends_a_draw(legal, place)]
    return _reshuffled(legal, legal.choose(last) + 1)


def _ends_a_draw(legal: LegalHand, place: int) -> bool:
    event = legal.following(legal.story, place + 1)
    return not isinstance(event, (*DRAWS, Receive, Reshuffle)) and not isinstance(legal.story[place], Discard)


@violation("DCK01")
def while_betting(legal: LegalHand) -> Altered:
    """A reshuffle between two acts of a betting round."""
    return _reshuffled(legal, legal.a_place(*ACTS))


@violation("DCK01", adapt=callers)
def one_player_too_early(legal: LegalHand) -> Altered:
    """The first reshuffle is announced before a player whom the stub still serves."""
    first = legal.first(Reshuffle)
    begin = max(place for place, _ in legal.all(DrawBegins) if place < first)
    served = [(place, event) for place, event in legal.all(Discard) if begin < place < first]
    # The hero's own discards would be outside the early reshuffle but be dealt anyway.
    need(len(legal.reshuffles()) == 1 and served and served[-1][1].player != legal.hero)
    place, early = served[-1][0], Reshuffle(0)
    story = legal.instead(first)
    return Altered([*story[:place], early, *story[place:]], early)


@violation("DCK02", adapt=callers)
def reshuffle_unsaid(legal: LegalHand) -> Altered:
    """The first reshuffle is not announced: only the count of cards proves it."""
    need(legal.settings.house.announces_reshuffle == "yes")
    return legal.lacking(legal.first(Reshuffle))


def _served_instead(legal: LegalHand, place: int, event: Receive, cards: list[Card]) -> Altered:
    """One of the hero's new cards is replaced by one of those, and they play on with it."""
    # Cards that others really get are excluded.
    drawn = {card for _, draw in legal.all(Receive) if draw.player != event.player for card in draw.new or ()}
    free = [card for card in cards if card not in drawn]
    return card_exchanged(legal, place, event.player, legal.choose(event.new or ()), legal.choose(free))


@violation("DCK03")
def own_card_comes_again(legal: LegalHand) -> Altered:
    """The hero gets a card that they discarded in an earlier draw, without a reshuffle."""
    place, event = legal.pick_hero(Receive)
    return _served_instead(legal, place, event, legal.thrown(legal.reshuffled_before(place), place - 1))


@violation("DCK04", adapt=callers)
def comes_from_a_live_hand(legal: LegalHand) -> Altered:
    """After a reshuffle the hero gets a card of a player who has stood pat since and shows it at the end."""
    place, event = legal.pick_hero(Receive)
    shuffled, end = legal.reshuffled_before(place), legal.first(ShowdownBegins)
    need(shuffled)
    drawn = {draw.player for draw in of_type(legal.story[shuffled:end], Receive)}
    player = legal.choose([player for player in legal.at_showdown().live_players if player.name not in drawn])
    cards = legal.choose(event.new or ()), legal.choose(player.cards)
    need(cards[1] not in legal.thrown())  # else it is the hero's own discard too
    altered = card_exchanged(legal, place, event.player, *cards)
    exposure(altered.story, player.name)
    return altered


@violation("DCK04", adapt=callers)
def holds_what_another_holds(legal: LegalHand) -> Altered:
    """Somebody who draws after a reshuffle shows a card that the hero held before it and holds still."""
    need(legal.hero_stays() and legal.reshuffles())
    hero, shuffled, end = str(legal.hero), legal.reshuffles()[0], legal.first(ShowdownBegins)
    kept = [card for card in hand_before(legal.story, shuffled, hero) if card in hand_before(legal.story, end, hero)]
    place, drawn = legal.pick(Receive, lambda event: event.player != hero)
    last = hand_before(legal.story, end, drawn.player)
    new = [card for card in drawn.new or () if card in last]
    need(shuffled < place)
    altered = card_exchanged(legal, place, drawn.player, legal.choose(new), legal.choose(kept))
    return Altered(altered.story, exposure(altered.story, drawn.player))


@violation("DCK05")
def own_discard_at_once(legal: LegalHand) -> Altered:
    """The hero gets a card that they discard in the same draw."""
    place, event = legal.pick_hero(Receive)
    return _served_instead(legal, place, event, legal.thrown(place - 1, place))


@violation("DCK06", adapt=callers)
def own_discard_after_a_reshuffle(legal: LegalHand) -> Altered:
    """A reshuffle returns one of the hero's own discards, at a house that excludes it."""
    place, event = legal.pick_hero(Receive)
    need(not legal.settings.house.own_discard_returns)
    return _served_instead(legal, place, event, legal.thrown(0, legal.reshuffled_before(place)))
