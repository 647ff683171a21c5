"""Breaches BET, the stacks and the cap: more than one has, false all-in marks, raises not open, the cap unsaid."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Bet, Call, Capped, Check, Event, Fold, Post, Raise
from histparse.model.hand import Seat
from histparse.simulate.breaches.contract import Spoilt, breach
from histparse.simulate.breaches.onward import answer, to_the_end
from histparse.simulate.breaches.scene import ACTS, Scene
from histparse.simulate.breaches.stage import Stage
from histparse.simulate.breaches.wanted import short_stacks
from histparse.simulate.state import Player

PUT_IN: tuple[type[Post | Call | Bet | Raise], ...] = (Post, Call, Bet, Raise)


def _shortened(scene: Scene, name: str, stack: int) -> tuple[Seat, ...]:
    return tuple(replace(seat, stack=stack) if seat.player == name else seat for seat in scene.hand.seats)


def _with_left(scene: Scene, place: int, player: Player, left: int) -> tuple[Stage, Player, tuple[Seat, ...]]:
    """The same moment, had that player sat down with so much less that only `left` is left."""
    stack = player.start - (player.stack - left)
    stage = Stage(scene, scene.story[:place], {player.name: stack})
    return stage, stage.by_name[player.name], _shortened(scene, player.name, stack)


def _turn(scene: Scene) -> tuple[int, Stage, Player] | None:
    place = scene.a_place(*ACTS)
    if place is None:
        return None
    stage = Stage(scene, scene.story[:place])
    player = stage.next()
    return (place, stage, player) if player else None


@breach("BET08")
def calls_beyond_the_stack(scene: Scene) -> Spoilt | None:
    """A call for the whole bet by somebody with less; he is out of chips, and the text says so or not."""
    found = _turn(scene)
    if found is None:
        return None
    place, stage, player = found
    owed, chip = stage.owed(player), scene.chip
    if owed < 2 * chip:
        return None
    left = scene.random.randrange(chip, owed, chip)
    stage, player, seats = _with_left(scene, place, player, left)
    call = stage.tell(Call(0, player.name, owed, None, scene.random.random() < 0.5))
    return Spoilt(to_the_end(stage), call, seats)


@breach("BET08")
def sits_with_too_little(scene: Scene) -> Spoilt | None:
    """Somebody bets on as if he had sat down with more than his seat line says."""
    name = scene.random.choice(scene.dealt).player
    total, steps = 0, []
    player = Stage(scene).by_name[name]
    stage = Stage(scene)
    for event in scene.story:
        before = stage.by_name[name].stack
        stage.tell(event)
        chips = before - stage.by_name[name].stack
        if isinstance(event, PUT_IN) and event.player == name:
            steps.append((event, total, total + chips))
        total += chips
    steps = [step for step in steps if step[2] - step[1] > scene.chip and step[2] <= total]
    if not steps or any(isinstance(event, PUT_IN) and event.player == name and event.all_in for event in scene.story):
        return None
    wrong, low, high = scene.random.choice(steps)
    stack = scene.random.randrange(low + scene.chip, high, scene.chip)
    return Spoilt(scene.story, wrong, _shortened(scene, player.name, stack))


@breach("BET08")
def all_in_with_chips_left(scene: Scene) -> Spoilt | None:
    """The text calls somebody all-in who has chips left."""
    return _marked(scene, all_in=True)


@breach("BET08", adapt=short_stacks)
def all_in_unsaid(scene: Scene) -> Spoilt | None:
    """Somebody puts in his last chip and the text does not call him all-in."""
    return _marked(scene, all_in=False)


def _marked(scene: Scene, *, all_in: bool) -> Spoilt | None:
    acts = [(place, event) for kind in PUT_IN for place, event in scene.all(kind) if event.all_in is not all_in]
    if not acts:
        return None
    place, act = scene.random.choice(acts)
    wrong = replace(act, all_in=all_in)
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("BET10")
def raises_again(scene: Scene) -> Spoilt | None:
    """Somebody is all-in for less than half a raise, and one who has already acted raises."""
    found = _turn(scene)
    if found is None or not found[1].full or not found[1].play.level:
        return None
    place, stage, player = found
    half, chip = stage.play.unit // 2, scene.chip
    if half < 2 * chip or not stage.may_raise(player):
        return None
    little = scene.random.randrange(chip, half, chip)
    stage, player, seats = _with_left(scene, place, player, stage.play.level - player.bet + little)
    if player.stack <= 0:
        return None
    stage.wager(player, player.bet + player.stack)
    wrong = _raise_of_barred(stage)
    return Spoilt(to_the_end(stage, raises=False), wrong, seats) if wrong else None


def _raise_of_barred(stage: Stage) -> Event | None:
    """Those who have not acted answer, until one comes who has and raises."""
    while player := stage.next():
        if player.name in stage.barred and player.bet + player.stack > stage.target:
            return stage.wager(player, stage.target)
        answer(stage, player, raises=False)
    return None


@breach("BET11")
def cap_unsaid(scene: Scene) -> Spoilt | None:
    """The last bet is out and the text goes on without a word."""
    place = scene.a_place(Capped)
    if place is None:
        return None
    return Spoilt(scene.instead(place), scene.following(scene.story, place + 1))


@breach("BET11")
def cap_said_twice(scene: Scene) -> Spoilt | None:
    """The cap is announced again, at once or after the next act."""
    place = scene.a_place(Capped)
    if place is None:
        return None
    again = Capped(0)
    place += scene.random.choice((1, 2)) if isinstance(scene.story[place + 1], (Call, Fold)) else 1
    return Spoilt(scene.put(place, again), again)


@breach("BET11")
def cap_said_late(scene: Scene) -> Spoilt | None:
    """The cap is announced after the next act, which came too early for it."""
    place = scene.a_place(Capped)
    if place is None or not isinstance(scene.story[place + 1], (Call, Fold)):
        return None
    capped, act = scene.story[place : place + 2]
    return Spoilt([*scene.story[:place], act, capped, *scene.story[place + 2 :]], act)


@breach("BET11")
def cap_said_early(scene: Scene) -> Spoilt | None:
    """The cap is announced after a bet that may still be raised, in a round that never comes to it."""
    place = scene.a_place(Bet, Raise, Call, Check)
    if place is None:
        return None
    stage = Stage(scene, scene.story[: place + 1])
    rest = scene.story[place + 1 :]
    end = next(
        (at for at, event in enumerate(rest) if scene.is_told(event) and not isinstance(event, (*ACTS, Capped))), 0
    )
    if stage.play.bets >= stage.most_bets or any(isinstance(event, Capped) for event in rest[:end]):
        return None
    early = Capped(0)
    return Spoilt(scene.put(place + 1, early), early)
