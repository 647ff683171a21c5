"""Breaches DLT: not five cards, one card in two places, a hand repeated wrongly."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.cards import Card
from histparse.model.events import Deal, Discard, DrawBegins, Event, Fold, Receive, ShowdownBegins, StandPat
from histparse.simulate.breaches.cards import changed, exposure, hand_before, turned
from histparse.simulate.breaches.contract import Spoilt, breach
from histparse.simulate.breaches.onward import settle
from histparse.simulate.breaches.scene import ACTS, Scene
from histparse.simulate.breaches.stage import Stage
from histparse.simulate.breaches.wanted import showdowns


@breach("DLT01")
def four_or_six_cards(scene: Scene) -> Spoilt | None:
    """The hero is dealt a card too few or too many."""
    found = scene.pick_hero(Deal)
    if found is None:
        return None
    place, deal = found
    cards = deal.cards
    wrong = replace(deal, cards=scene.random.choice((cards[:4], cards[:3], (*cards, scene.unseen()[0]))))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("DLT01")
def dealt_twice(scene: Scene) -> Spoilt | None:
    """The hero is dealt in again while the first round is bet."""
    found = scene.pick_hero(Deal)
    if found is None:
        return None
    again = replace(found[1])
    return Spoilt(scene.put(_in_first_round(scene), again), again)


@breach("DLT01")
def dealt_late(scene: Scene) -> Spoilt | None:
    """The hero is dealt in after somebody has acted."""
    found = scene.pick_hero(Deal)
    at = _in_first_round(scene)
    if (
        found is None
        or at == scene.first_act()
        or any(isinstance(event, ACTS) and event.player == scene.hero for event in scene.story[:at])
    ):
        return None
    place, late = found
    return Spoilt([*scene.story[:place], *scene.story[place + 1 : at], late, *scene.story[at:]], late)


def _in_first_round(scene: Scene) -> int:
    """Some place after the first act, before the first draw."""
    begin = scene.first_act()
    end = scene.first(DrawBegins) or begin + 1
    acts = [at for at in range(begin, end) if isinstance(scene.story[at], ACTS)]
    return scene.random.choice(acts) + 1 if acts else begin


@breach("DLT02")
def twice_in_the_deal(scene: Scene) -> Spoilt | None:
    """The hero is dealt the same card twice."""
    found = scene.pick_hero(Deal)
    if found is None:
        return None
    one, other = scene.random.sample(found[1].cards, 2)
    wrong = changed(found[1], one, other)
    return Spoilt(scene.instead(found[0], wrong), wrong)


@breach("DLT02")
def draws_what_he_keeps(scene: Scene) -> Spoilt | None:
    """The hero is served a card that he has kept."""
    found = scene.pick_hero(Receive)
    if found is None or not found[1].kept or not found[1].new:
        return None
    place, event = found
    wrong = changed(event, scene.random.choice(event.new or ()), scene.random.choice(event.kept or ()))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("DLT02", adapt=showdowns)
def shows_what_hero_has_or_threw(scene: Scene) -> Spoilt | None:
    """A player turns up a card that the hero was dealt or has drawn, and no reshuffle was made."""
    if scene.reshuffles():
        return None
    cards = {card for event in scene.story for card in _seen_by(event, scene.hero)}
    return _given(scene, sorted(cards))


@breach("DLT02", adapt=showdowns)
def shows_what_hero_keeps(scene: Scene) -> Spoilt | None:
    """A player turns up a card that the hero has held from the deal to the showdown, reshuffles or not."""
    end = scene.first(ShowdownBegins)
    deal = scene.pick_hero(Deal)
    if end is None or deal is None or scene.pick_hero(Fold):
        return None
    return _given(scene, sorted(set(deal[1].cards) - _thrown(scene)))


def _thrown(scene: Scene) -> set[Card]:
    """What the hero threw."""
    own = [event for _, event in scene.all(Discard) if event.player == scene.hero]
    return {card for event in own for card in event.cards or ()}


def _seen_by(event: Event, hero: str | None) -> tuple[Card, ...]:
    if isinstance(event, Deal) and event.player == hero:
        return event.cards
    return event.new or () if isinstance(event, Receive) and event.player == hero else ()


def _given(scene: Scene, cards: list[Card]) -> Spoilt | None:
    """Somebody but the hero has one of the cards at the showdown, in the place of one of his own."""
    end = scene.first(ShowdownBegins)
    if end is None or not cards:
        return None
    play = Stage(scene, scene.story[:end]).play
    player = scene.random.choice([player for player in play.live if player.name != scene.hero])
    card = scene.random.choice(cards)
    if card in player.cards:
        return None
    player.cards[scene.random.randrange(5)] = card
    story = settle(play)
    wrong = exposure(story, player.name)
    return Spoilt(story, wrong) if wrong else None


@breach("DLT02", adapt=showdowns)
def two_show_one_card(scene: Scene) -> Spoilt | None:
    """Two players turn up the same card; the later line is wrong."""
    end = scene.first(ShowdownBegins)
    if end is None:
        return None
    play = Stage(scene, scene.story[:end]).play
    live = [player for player in play.live if player.name != scene.hero]
    if len(live) < 2:
        return None
    one, other = scene.random.sample(live, 2)
    # What the hero threw came back by a reshuffle, perhaps after the first one's last draw: that would be seen before.
    free = [card for card in other.cards if card not in _thrown(scene)]
    if not free:
        return None
    card = scene.random.choice(free)
    one.cards[scene.random.randrange(5)] = card
    story = settle(play)
    lines = [line for player in (one, other) if (line := exposure(story, player.name))]
    return Spoilt(story, max(lines, key=lambda line: line.line))


@breach("DLT02")
def folds_face_up(scene: Scene) -> Spoilt | None:
    """Somebody folds his cards face up before the second draw, and one of them is in the hero's first hand."""
    deal = scene.pick_hero(Deal)
    found = scene.pick(Fold, lambda event: event.player != scene.hero)
    if deal is None or found is None or found[0] > (scene.first(DrawBegins) or len(scene.story)):
        return None
    place, fold = found
    own = list(hand_before(scene.story, place, fold.player))
    own[scene.random.randrange(5)] = scene.random.choice(deal[1].cards)
    wrong = replace(fold, cards=tuple(own))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("DLT03")
def keeps_another_card(scene: Scene) -> Spoilt | None:
    """The cards that the hero is said to keep are not those he kept; he goes on with them."""
    found = scene.pick_hero(Receive)
    if found is None or not found[1].kept:
        return None
    place, event = found
    thrown = scene.story[place - 1]
    # After a reshuffle somebody else may show what was thrown.
    back = list(thrown.cards or ()) if isinstance(thrown, Discard) and not scene.reshuffles() else []
    return _turned(scene, place, event.kept or (), [scene.unseen()[0], *back[:1]])


@breach("DLT03")
def pat_on_another_hand(scene: Scene) -> Spoilt | None:
    """The hand that the hero is said to stand pat on is not the one he held; he goes on with it."""
    found = scene.pick_hero(StandPat)
    return _turned(scene, found[0], found[1].held or (), [scene.unseen()[0]]) if found else None


def _turned(scene: Scene, place: int, cards: tuple[Card, ...], others: list[Card]) -> Spoilt:
    change = (scene.random.choice(cards), scene.random.choice(others))
    story = turned(scene, scene.story, place, scene.hero or "", change)
    return Spoilt(story, story[place])
