"""Violations DCK: needless or unannounced reshuffles, and cards that cannot be dealt."""

from __future__ import annotations

from histparse.model.cards import Card
from histparse.model.events import Discard, DrawBegins, Receive, Reshuffle, ShowdownBegins, StandPat
from histparse.simulate.violations.adapted_settings import callers
from histparse.simulate.violations.cards import exposure, turned
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.hand_state import HandState
from histparse.simulate.violations.legal_hand import ACTS, DRAWS, LegalHand


def _reshuffled(legal: LegalHand, place: int | None) -> Altered | None:
    """Announce a reshuffle at that place, in a hand that needs none."""
    if place is None or legal.reshuffles():
        return None
    needless = Reshuffle(0)
    return Altered(legal.put(place, needless), needless)


@violation("DCK01")
def stub_could_serve(legal: LegalHand) -> Altered | None:
    """A reshuffle before a draw that the stub can fill."""
    return _reshuffled(legal, legal.a_place(Discard))


@violation("DCK01")
def for_one_who_stands_pat(legal: LegalHand) -> Altered | None:
    """A reshuffle before a player who stands pat."""
    return _reshuffled(legal, legal.a_place(StandPat))


@violation("DCK01")
def after_the_last_draw(legal: LegalHand) -> Altered | None:
    """A reshuffle after all have drawn."""
    last = [place for place in legal.places(*DRAWS, Receive) if _ends_a_draw(legal, place)]
    return _reshuffled(legal, last[0] + 1) if last else None


def _ends_a_draw(legal: LegalHand, place: int) -> bool:
    event = next(event for event in legal.story[place + 1 :] if legal.is_printed(event))
    return not isinstance(event, (*DRAWS, Receive, Reshuffle)) and not isinstance(legal.story[place], Discard)


@violation("DCK01")
def while_betting(legal: LegalHand) -> Altered | None:
    """A reshuffle between two acts of a betting round."""
    return _reshuffled(legal, legal.a_place(*ACTS))


@violation("DCK01", adapt=callers)
def one_player_too_early(legal: LegalHand) -> Altered | None:
    """The first reshuffle is announced before a player whom the stub still serves."""
    reshuffles = legal.reshuffles()
    if not reshuffles:
        return None
    begin = max(place for place in range(reshuffles[0]) if isinstance(legal.story[place], DrawBegins))
    before = [(place, event) for place, event in legal.all(Discard) if begin < place < reshuffles[0]]
    # The hero's own discards would be outside the early reshuffle but be dealt anyway.
    if len(reshuffles) > 1 or not before or before[-1][1].player == legal.hero:
        return None
    place, early = before[-1][0], Reshuffle(0)
    story = legal.instead(reshuffles[0])
    return Altered([*story[:place], early, *story[place:]], early)


@violation("DCK02", adapt=callers)
def reshuffle_unsaid(legal: LegalHand) -> Altered | None:
    """The first reshuffle is not announced: only the count of cards proves it."""
    places = legal.reshuffles()
    if not places or legal.settings.house.announces_reshuffle != "yes":
        return None
    return Altered(legal.instead(places[0]), legal.following(legal.story, places[0] + 1))


def _comes(legal: LegalHand, place: int, event: Receive, cards: list[Card]) -> Altered | None:
    """One of the hero's new cards is replaced by one of those, and they play on with it."""
    # Cards that others really get are excluded.
    others = {card for _, other in legal.all(Receive) if other.player != event.player for card in other.new or ()}
    free = [card for card in cards if card not in others]
    if not free:
        return None
    change = (legal.random.choice(event.new or ()), legal.random.choice(free))
    story = turned(legal, legal.story, place, event.player, change)
    return Altered(story, story[place])


def _thrown(legal: LegalHand, begin: int, end: int) -> list[Card]:
    """The hero's discards between two places."""
    own = [event for event in legal.story[begin:end] if isinstance(event, Discard) and event.player == legal.hero]
    return [card for event in own for card in event.cards or ()]


@violation("DCK03")
def own_card_comes_again(legal: LegalHand) -> Altered | None:
    """The hero gets a card that they discarded in an earlier draw, without a reshuffle."""
    found = legal.pick_hero(Receive)
    if found is None:
        return None
    place, event = found
    shuffled = max((at for at in legal.reshuffles() if at < place), default=0)
    return _comes(legal, place, event, _thrown(legal, shuffled, place - 1))


@violation("DCK04", adapt=callers)
def comes_from_a_live_hand(legal: LegalHand) -> Altered | None:
    """After a reshuffle the hero gets a card of a player who has stood pat since and shows it at the end."""
    found = legal.pick_hero(Receive)
    end = legal.first(ShowdownBegins)
    if found is None or end is None:
        return None
    place, event = found
    shuffled = max((at for at in legal.reshuffles() if at < place), default=None)
    if shuffled is None:
        return None
    drawn = {later.player for later in legal.story[shuffled:end] if isinstance(later, Receive)}
    live = HandState(legal, legal.story[:end]).play.live
    players = [player for player in live if player.name not in drawn]
    if not players:
        return None
    player = legal.random.choice(players)
    change = (legal.random.choice(event.new or ()), legal.random.choice(player.cards))
    story = turned(legal, legal.story, place, event.player, change)
    return Altered(story, story[place]) if exposure(story, player.name) else None


@violation("DCK05")
def own_discard_at_once(legal: LegalHand) -> Altered | None:
    """The hero gets a card that they discard in the same draw."""
    found = legal.pick_hero(Receive)
    if found is None:
        return None
    return _comes(legal, *found, _thrown(legal, found[0] - 1, found[0]))


@violation("DCK06", adapt=callers)
def own_discard_after_a_reshuffle(legal: LegalHand) -> Altered | None:
    """A reshuffle returns one of the hero's own discards, at a house that excludes it."""
    found = legal.pick_hero(Receive)
    if found is None or legal.settings.house.own_discard_returns:
        return None
    place, event = found
    shuffled = max((at for at in legal.reshuffles() if at < place), default=0)
    return _comes(legal, place, event, _thrown(legal, 0, shuffled))
