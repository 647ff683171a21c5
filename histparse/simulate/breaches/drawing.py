"""Breaches DRW, the players: who draws when, how many cards, and which."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from histparse.model.events import Discard, DrawBegins, Event, Receive, Reshuffle, StandPat
from histparse.simulate.breaches.contract import Spoilt, breach
from histparse.simulate.breaches.onward import bet_and_go_on, draw_for
from histparse.simulate.breaches.scene import DRAWS, Scene
from histparse.simulate.breaches.stage import Stage

IN_A_DRAW = (*DRAWS, Receive, Reshuffle)


class Turn(NamedTuple):
    """One player's part in a draw: from the first to behind the last place."""

    player: str
    begin: int
    end: int
    drawn: int


def _turns(scene: Scene) -> list[Turn]:
    """Everybody's part in one of the draws, in order; none when the deck was reshuffled in it."""
    found = scene.pick(DrawBegins)
    if found is None:
        return []
    turns: list[Turn] = []
    for place in range(found[0] + 1, len(scene.story)):
        event = scene.story[place]
        if isinstance(event, DRAWS):
            count = event.count if isinstance(event, Discard) else 0
            turns.append(Turn(event.player, place, place + 1 + (count > 0), count))
        elif isinstance(event, Reshuffle):
            return []
        elif scene.is_told(event) and not isinstance(event, Receive):
            break
    return turns


@breach("DRW01")
def draws_too_early(scene: Scene) -> Spoilt | None:
    """Somebody draws before one who sits before him."""
    turns = _turns(scene)
    if len(turns) < 2:
        return None
    early, late = _two_in_order(scene, turns)
    story = scene.story
    moved = story[late.begin : late.end]
    story = [*story[: early.begin], *moved, *story[early.begin : late.begin], *story[late.end :]]
    return Spoilt(story, moved[0])


@breach("DRW01")
def draws_too_late(scene: Scene) -> Spoilt | None:
    """Somebody draws after one who sits behind him: that one was too early."""
    turns = _turns(scene)
    if len(turns) < 2:
        return None
    early, late = _two_in_order(scene, turns)
    story = scene.story
    moved, passed = story[early.begin : early.end], story[early.end : late.end]
    story = [*story[: early.begin], *passed, *moved, *story[late.end :]]
    return Spoilt(story, scene.following(passed, 0))


def _two_in_order(scene: Scene, turns: list[Turn]) -> tuple[Turn, Turn]:
    first, second = sorted(scene.random.sample(range(len(turns)), 2))
    return turns[first], turns[second]


@breach("DRW02")
def list_too_short(scene: Scene) -> Spoilt | None:
    """The hero's list of discards lacks a card, or all of them."""
    found = scene.pick_hero(Discard)
    if found is None or not found[1].cards:
        return None
    place, discard = found
    wrong = replace(discard, cards=scene.random.choice(((discard.cards or ())[:-1], ())))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("DRW02")
def list_too_long(scene: Scene) -> Spoilt | None:
    """The hero's list of discards has a card more than he throws."""
    found = scene.pick_hero(Receive)
    if found is None or not found[1].kept:
        return None
    place, received = found
    discard = scene.story[place - 1]
    if not isinstance(discard, Discard):
        return None
    wrong = replace(discard, cards=(*(discard.cards or ()), scene.random.choice(received.kept or ())))
    return Spoilt(scene.instead(place - 1, wrong), wrong)


@breach("DRW02")
def number_not_as_listed(scene: Scene) -> Spoilt | None:
    """The number before the hero's list is another; he gets as many cards as are listed."""
    found = scene.pick_hero(Discard)
    if found is None:
        return None
    place, discard = found
    others = [count for count in range(1, 6) if count != discard.count]
    wrong = replace(discard, count=scene.random.choice(others))
    return None if scene.reshuffles() or scene.spare_cards() < 5 else Spoilt(scene.instead(place, wrong), wrong)


@breach("DRW02")
def more_than_five(scene: Scene) -> Spoilt | None:
    """Somebody throws more cards than he can hold, and the stub could serve even that."""
    found = scene.pick(Discard, lambda event: event.player != scene.hero)
    if found is None or scene.reshuffles():
        return None
    place, discard = found
    wrong = replace(discard, count=scene.random.randint(6, 9))
    enough = scene.spare_cards() >= wrong.count - discard.count
    return Spoilt(scene.instead(place, wrong), wrong) if enough else None


@breach("DRW03")
def throws_a_strange_card(scene: Scene) -> Spoilt | None:
    """The hero throws a card that he does not hold."""
    found = scene.pick_hero(Discard)
    if found is None or not found[1].cards:
        return None
    place, discard = found
    cards = list(discard.cards or ())
    cards[scene.random.randrange(len(cards))] = scene.unseen()[0]
    wrong = replace(discard, cards=tuple(cards))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("DRW03")
def throws_a_card_again(scene: Scene) -> Spoilt | None:
    """The hero throws a card that he has thrown before."""
    own = [(place, event) for place, event in scene.all(Discard) if event.player == scene.hero and event.cards]
    if len(own) < 2:
        return None
    (_, before), (place, discard) = own[0], scene.random.choice(own[1:])
    cards = list(discard.cards or ())
    cards[scene.random.randrange(len(cards))] = scene.random.choice(before.cards or ())
    wrong = replace(discard, cards=tuple(cards))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("DRW04")
def draws_again(scene: Scene) -> Spoilt | None:
    """Somebody draws or stands pat a second time in the same draw."""
    turns = [turn for turn in _turns(scene) if turn.player != scene.hero]
    if not turns or scene.reshuffles() or scene.spare_cards() < 5:
        return None
    turn = scene.random.choice(turns)
    name = turn.player
    again = scene.random.choice((StandPat(0, name), Discard(0, name, scene.random.randint(1, 5))))
    at = scene.random.choice([other.end for other in _behind(scene, turn)])
    return Spoilt(scene.put(at, again), again)


def _behind(scene: Scene, turn: Turn) -> list[Turn]:
    """That part of the draw and those after it."""
    found = [turn]
    for place in range(turn.end, len(scene.story)):
        event = scene.story[place]
        if isinstance(event, DRAWS):
            found.append(Turn(event.player, place, place + 1 + isinstance(event, Discard), 0))
        elif not isinstance(event, Receive):
            break
    return found


@breach("DRW04")
def never_draws(scene: Scene) -> Spoilt | None:
    """Somebody neither draws nor stands pat; the hand goes on by the cards that are there."""
    turns = _turns(scene)
    if len(turns) < 2:
        return None
    idle = scene.random.choice(turns)
    stage = Stage(scene, scene.story[: idle.begin])
    draw_for(stage, [stage.by_name[turn.player] for turn in turns if turn.begin > idle.begin])
    place = len(stage.play.events)
    story = bet_and_go_on(stage)
    return Spoilt(story, scene.following(story, place))


@breach("DRW05")
def draws_after_folding(scene: Scene) -> Spoilt | None:
    """Somebody who has folded draws or stands pat with the others."""
    turns = _turns(scene)
    if not turns or scene.reshuffles() or scene.spare_cards() < 5:
        return None
    players = Stage(scene, scene.story[: turns[0].begin]).play.players
    folded = [player for player in players if not player.live and player.name != scene.hero]
    if not folded:
        return None
    player = scene.random.choice(folded)
    before = {other.name for other in players[: players.index(player)]}
    at = next((turn.begin for turn in turns if turn.player not in before), turns[-1].end)
    act: Event = Discard(0, player.name, scene.random.randint(1, 5))
    act = act if scene.random.random() < 0.7 else StandPat(0, player.name)
    return Spoilt(scene.put(at, act), act)


@breach("DRW06")
def served_too_few(scene: Scene) -> Spoilt | None:
    """The hero gets a card less than he threw."""
    found = scene.pick_hero(Receive)
    if found is None or len(found[1].new or ()) < 2:
        return None
    place, event = found
    new = (event.new or ())[:-1]
    wrong = replace(event, new=new, count=len(new))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("DRW06")
def served_too_many(scene: Scene) -> Spoilt | None:
    """The hero gets a card more than he threw."""
    found = scene.pick_hero(Receive)
    if found is None:
        return None
    place, event = found
    new = (*(event.new or ()), scene.unseen()[0])
    wrong = replace(event, new=new, count=len(new))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("DRW06")
def served_nothing(scene: Scene) -> Spoilt | None:
    """The hero throws cards and gets none; seen when the draw is over."""
    found = scene.pick_hero(Receive)
    if found is None:
        return None
    rest = (event for event in scene.story[found[0] + 1 :] if scene.is_told(event))
    return Spoilt(scene.instead(found[0]), next(event for event in rest if not isinstance(event, IN_A_DRAW)))
