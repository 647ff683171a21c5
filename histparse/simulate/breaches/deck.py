"""Breaches DCK: reshuffles needless or unsaid, and cards that cannot come."""

from __future__ import annotations

from histparse.model.cards import Card
from histparse.model.events import Discard, DrawBegins, Receive, Reshuffle, ShowdownBegins, StandPat
from histparse.simulate.breaches.cards import exposure, turned
from histparse.simulate.breaches.contract import Spoilt, breach
from histparse.simulate.breaches.scene import ACTS, DRAWS, Scene
from histparse.simulate.breaches.stage import Stage
from histparse.simulate.breaches.wanted import callers


def _reshuffled(scene: Scene, place: int | None) -> Spoilt | None:
    """A reshuffle announced there, in a hand that needs none."""
    if place is None or scene.reshuffles():
        return None
    needless = Reshuffle(0)
    return Spoilt(scene.put(place, needless), needless)


@breach("DCK01")
def stub_could_serve(scene: Scene) -> Spoilt | None:
    """Before a discard that the stub can serve."""
    return _reshuffled(scene, scene.a_place(Discard))


@breach("DCK01")
def for_one_who_stands_pat(scene: Scene) -> Spoilt | None:
    """Before somebody who wants no card."""
    return _reshuffled(scene, scene.a_place(StandPat))


@breach("DCK01")
def after_the_last_draw(scene: Scene) -> Spoilt | None:
    """All have drawn already."""
    last = [place for place in scene.places(*DRAWS, Receive) if _ends_a_draw(scene, place)]
    return _reshuffled(scene, last[0] + 1) if last else None


def _ends_a_draw(scene: Scene, place: int) -> bool:
    event = next(event for event in scene.story[place + 1 :] if scene.is_told(event))
    return not isinstance(event, (*DRAWS, Receive, Reshuffle)) and not isinstance(scene.story[place], Discard)


@breach("DCK01")
def while_betting(scene: Scene) -> Spoilt | None:
    """Between two acts of a betting round."""
    return _reshuffled(scene, scene.a_place(*ACTS))


@breach("DCK01", adapt=callers)
def one_player_too_early(scene: Scene) -> Spoilt | None:
    """The first reshuffle is announced before a player whom the stub still serves."""
    reshuffles = scene.reshuffles()
    if not reshuffles:
        return None
    begin = max(place for place in range(reshuffles[0]) if isinstance(scene.story[place], DrawBegins))
    before = [(place, event) for place, event in scene.all(Discard) if begin < place < reshuffles[0]]
    # The hero's own discards would lie outside the early reshuffle, and come all the same.
    if len(reshuffles) > 1 or not before or before[-1][1].player == scene.hero:
        return None
    place, early = before[-1][0], Reshuffle(0)
    story = scene.instead(reshuffles[0])
    return Spoilt([*story[:place], early, *story[place:]], early)


@breach("DCK02", adapt=callers)
def reshuffle_unsaid(scene: Scene) -> Spoilt | None:
    """The first reshuffle is not announced: the count of the cards alone proves it."""
    places = scene.reshuffles()
    if not places or scene.settings.house.announces_reshuffle != "yes":
        return None
    return Spoilt(scene.instead(places[0]), scene.following(scene.story, places[0] + 1))


def _comes(scene: Scene, place: int, event: Receive, cards: list[Card]) -> Spoilt | None:
    """One of the hero's new cards is one of those instead, and he plays on with it."""
    # What others really got cannot come to him too.
    others = {card for _, other in scene.all(Receive) if other.player != event.player for card in other.new or ()}
    free = [card for card in cards if card not in others]
    if not free:
        return None
    change = (scene.random.choice(event.new or ()), scene.random.choice(free))
    story = turned(scene, scene.story, place, event.player, change)
    return Spoilt(story, story[place])


def _thrown(scene: Scene, begin: int, end: int) -> list[Card]:
    """What the hero threw between two places."""
    own = [event for event in scene.story[begin:end] if isinstance(event, Discard) and event.player == scene.hero]
    return [card for event in own for card in event.cards or ()]


@breach("DCK03")
def own_card_comes_again(scene: Scene) -> Spoilt | None:
    """The hero gets a card that he threw in an earlier draw, without a reshuffle."""
    found = scene.pick_hero(Receive)
    if found is None:
        return None
    place, event = found
    shuffled = max((at for at in scene.reshuffles() if at < place), default=0)
    return _comes(scene, place, event, _thrown(scene, shuffled, place - 1))


@breach("DCK04", adapt=callers)
def comes_from_a_live_hand(scene: Scene) -> Spoilt | None:
    """After a reshuffle the hero gets a card of one who stood pat since and turns it up in the end."""
    found = scene.pick_hero(Receive)
    end = scene.first(ShowdownBegins)
    if found is None or end is None:
        return None
    place, event = found
    shuffled = max((at for at in scene.reshuffles() if at < place), default=None)
    if shuffled is None:
        return None
    drawn = {later.player for later in scene.story[shuffled:end] if isinstance(later, Receive)}
    live = Stage(scene, scene.story[:end]).play.live
    players = [player for player in live if player.name not in drawn]
    if not players:
        return None
    player = scene.random.choice(players)
    change = (scene.random.choice(event.new or ()), scene.random.choice(player.cards))
    story = turned(scene, scene.story, place, event.player, change)
    return Spoilt(story, story[place]) if exposure(story, player.name) else None


@breach("DCK05")
def own_discard_at_once(scene: Scene) -> Spoilt | None:
    """The hero gets a card that he throws in the same draw."""
    found = scene.pick_hero(Receive)
    if found is None:
        return None
    return _comes(scene, *found, _thrown(scene, found[0] - 1, found[0]))


@breach("DCK06", adapt=callers)
def own_discard_after_a_reshuffle(scene: Scene) -> Spoilt | None:
    """A reshuffle brings the hero a card that he threw before it, at a house where that cannot be."""
    found = scene.pick_hero(Receive)
    if found is None or scene.settings.house.own_discard_returns:
        return None
    place, event = found
    shuffled = max((at for at in scene.reshuffles() if at < place), default=0)
    return _comes(scene, place, event, _thrown(scene, 0, shuffled))
